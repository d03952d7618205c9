package seats

import (
	"context"
	"encoding/hex"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/turn"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
	"railpost/store"
	"railpost/templates"
)

// Addition is an accepting mail's possible contribution to the seed: its words, else its Message-ID, else its
// content.
type Addition struct {
	Words   string
	ID      string
	Content store.Hash
}

// Accept records that a seat's player accepts the invitation. It returns the reply, and whether the game has
// begun with it; the caller queues the letters of that.
func Accept(ctx context.Context, c *journal.Change, s engine.Seat, add Addition) (told []engine.Message, begins bool) {
	t := c.Table
	if t.WhyVacant(s) != "" {
		waitlist.EndOffers(ctx, c, s, engine.Msg(key.OfferBack, engine.Player("seat", s), engine.Text("game", t.Game), tell.Title(t)))
	}
	t.Players[s].Answer = "accept"
	told = addToSeed(c, s, add)
	if !t.Accepted() {
		return append(told, engine.Msg(key.AcceptedWaiting, engine.Several("seats", t.Missing()...))), false
	}
	beginAccepted(ctx, c)
	return append(told, engine.Msg(key.AcceptedBegins)), true
}

// beginAccepted begins a game whose seats have all accepted, and tells its organiser.
func beginAccepted(ctx context.Context, c *journal.Change) {
	turn.Begin(ctx, c)
	if !slices.ContainsFunc(tell.Organisers(c), func(a string) bool { return len(c.Table.SeatsOf(extract.Address(a))) > 0 }) {
		tell.Organiser(ctx, c, engine.Msg(key.OrganiserBegun))
	}
}

// addToSeed lets a seat add to the seed with its first acceptance. A player who organises
// the game knows the service's part of the seed, and so adds nothing.
func addToSeed(c *journal.Change, s engine.Seat, add Addition) []engine.Message {
	p := &c.Table.Players[s]
	switch {
	case c.Table.Service == nil:
		return nil
	case tell.Organises(c, s):
		return []engine.Message{engine.Msg(key.AddedNothing)}
	case p.Added != "":
		return []engine.Message{engine.Msg(key.AddedAlready, engine.Text("hash", p.Added))}
	}
	hash, told := add.Seal()
	p.Added = hash
	return []engine.Message{told}
}

// Seal returns the hash that counts, and the report to the contributor.
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

// Join gives a seat of a game that has not begun to a person from the waiting list who accepts, with the mail
// whose Message-ID is answered.
func Join(ctx context.Context, c *journal.Change, s engine.Seat, n *table.Newcomer, add Addition) {
	was := seat(ctx, c, s, c.Table.FreeName(s, n.Name), n.Address)
	waitlist.RemoveAddress(ctx, c, n.Address)
	told, begins := Accept(ctx, c, s, add)
	tell.Letter(ctx, c, s, templates.Answer, content.Facts{ReplyTo: add.ID, Said: templates.Said{Told: told}})
	if begins {
		tell.All(ctx, c, templates.Start, content.Facts{})
	} else {
		c.ChaseLater()
		tell.Others(ctx, c, s, engine.Msg(key.SeatJoined, engine.Player("seat", s), engine.Text("was", was.Name)))
	}
	tellLeavers(ctx, c, s, was)
}

// Chase tells the organiser which players have not answered the invitation.
func Chase(ctx context.Context, c *journal.Change) {
	if c.Table.State != table.Inviting {
		return
	}
	var told []engine.Message
	var silent []engine.Arg
	for s, p := range c.Table.Players {
		switch p.Answer {
		case "":
			silent = append(silent, engine.Player("", engine.Seat(s)))
		case "decline":
			told = append(told, tell.Declined(engine.Seat(s)))
		}
	}
	if len(silent) > 0 {
		told = append(told, engine.Msg(key.InvitationUnanswered, engine.Several("seats", silent...)))
	}
	tell.Organiser(ctx, c, told...)
}
