package journal

import (
	"encoding/hex"
	"slices"

	"railpost/engine"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
	"railpost/pbem/show/letters"
	"railpost/store"
	"railpost/templates"
)

// Addition is what a mail that accepts can add to the seed: its words, else its Message-ID,
// else its content.
type Addition struct {
	Words   string
	ID      string
	Content store.Hash
}

// Accept records that a seat's player accepts the invitation. It returns what to tell them,
// and whether the game has begun with it; the caller queues the letters of that.
func (c *Change) Accept(s engine.Seat, add Addition) (told []engine.Message, begins bool) {
	t := c.Table
	if t.Wanted(s) != "" {
		c.EndOffers(s, engine.Msg(key.OfferBack, engine.Player("seat", s), engine.Text("game", t.Game), c.title()))
	}
	t.Players[s].Answer = "accept"
	told = c.addToSeed(s, add)
	if !t.Accepted() {
		return append(told, engine.Msg(key.AcceptedWaiting, engine.Several("seats", t.Missing()...))), false
	}
	c.beginAccepted()
	return append(told, engine.Msg(key.AcceptedBegins)), true
}

// beginAccepted begins a game whose seats have all accepted, and tells its organiser.
func (c *Change) beginAccepted() {
	c.Journal.Begin(c)
	if !slices.ContainsFunc(c.organisers(), func(a string) bool { return len(c.Table.SeatsOf(extract.Address(a))) > 0 }) {
		c.Notify(engine.Msg(key.OrganiserBegun))
	}
}

// addToSeed lets a seat add to the seed with its first acceptance. A player who organises
// the game knows the service's part of the seed, and so adds nothing.
func (c *Change) addToSeed(s engine.Seat, add Addition) []engine.Message {
	p := &c.Table.Players[s]
	switch {
	case c.Table.Service == nil:
		return nil
	case c.Organises(s):
		return []engine.Message{engine.Msg(key.AddedNothing)}
	case p.Added != "":
		return []engine.Message{engine.Msg(key.AddedAlready, engine.Text("hash", p.Added))}
	}
	hash, told := add.Seal()
	p.Added = hash
	return []engine.Message{told}
}

// Seal returns the hash that counts, and what to tell whoever added it.
func (a Addition) Seal() (hash string, told engine.Message) {
	say := key.AddedContent
	var args []engine.Arg
	switch {
	case a.Words != "":
		hash = engine.Seed(a.Words).Commitment()
		say, args = key.AddedWord, []engine.Arg{engine.Text("word", a.Words)}
	case a.ID != "":
		hash = engine.Seed(a.ID).Commitment()
		say, args = key.AddedId, []engine.Arg{engine.Text("id", a.ID)}
	default:
		hash = hex.EncodeToString(a.Content[:])
	}
	return hash, engine.Msg(say, append(args, engine.Text("hash", hash))...)
}

// Join gives a seat of a game that has not begun to somebody from the waiting list who
// accepts, with the mail whose Message-ID is answered.
func (c *Change) Join(s engine.Seat, n *table.Newcomer, add Addition) {
	was := c.seat(s, c.Table.FreeName(s, n.Name), n.Address)
	c.unlist(n.Address)
	told, begins := c.Accept(s, add)
	c.Queue(s, templates.Answer, letters.Facts{ReplyTo: add.ID, Said: templates.Said{Told: told}})
	if begins {
		c.TellAll(templates.Start, letters.Facts{})
	} else {
		c.ChaseLater()
		c.TellOthers(s, engine.Msg(key.SeatJoined, engine.Player("seat", s), engine.Text("was", was.Name)))
	}
	c.tellLeavers(s, was)
}
