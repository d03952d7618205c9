// Package waitlist stores people who want a seat, and offers them seats that somebody has left, until the player of
// the seat is back.
package waitlist

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/store"
	"railpost/templates"
)

// AskedFor is how long a person who was invited to the waiting list, and has not answered, is remembered.
const AskedFor = 30 * 24 * time.Hour

// All returns all on the waiting list, those first who have waited longest.
func All(ctx context.Context, j *journal.Journal) ([]*table.Newcomer, error) {
	c := j.NewChange(nil)
	return Listed(ctx, c), c.Err
}

// Listed is Newcomers as of the change.
func Listed(ctx context.Context, c *journal.Change) []*table.Newcomer {
	out := journal.ReadAll(ctx, c, table.NewcomerPrefix, table.ReadNewcomer)
	slices.SortFunc(out, func(a, b *table.Newcomer) int {
		return cmp.Or(a.Added.Compare(b.Added), cmp.Compare(a.Address, b.Address))
	})
	return out
}

// Keep stores a new or changed entry of the waiting list.
func Keep(c *journal.Change, n *table.Newcomer) {
	if len(n.Key) == 0 {
		n.Key = journal.NewKey()
	}
	c.Keep(table.NewcomerKey(n.Address), n)
}

// Remove takes a person off the waiting list and deletes their data. Organisers who counted on them for a seat
// are told.
func Remove(ctx context.Context, c *journal.Change, n *table.Newcomer) {
	c.Values[table.NewcomerKey(n.Address)] = nil
	for _, o := range n.Offers {
		if !o.Ended {
			Lapsed(ctx, c, o)
		}
	}
}

// RemoveAddress takes the person with an address off the waiting list.
func RemoveAddress(ctx context.Context, c *journal.Change, address string) {
	for _, n := range Listed(ctx, c) {
		if n.Address == address {
			Remove(ctx, c, n)
		}
	}
}

// Tell queues a letter to a person on the waiting list, which they can answer.
func Tell(ctx context.Context, c *journal.Change, n *table.Newcomer, f content.Facts) {
	f.Guest, f.Lang = &content.Guest{Name: n.Name, Listed: true}, c.LangOf(ctx, n.Address)
	tell.To(ctx, c, engine.Nobody, n.Address, templates.Guest, f)
}

// Move enters the new address of a person on the waiting list, with tokens of its own; letters tell them the
// possible answers.
func Move(ctx context.Context, c *journal.Change, n *table.Newcomer, to string) {
	c.Values[table.NewcomerKey(n.Address)] = nil
	n.Address, n.Key = to, nil
	c.Entered(ctx, to)
	Keep(c, n)
	if n.Agreed.IsZero() {
		Ask(ctx, c, n, content.Facts{})
		return
	}
	Tell(ctx, c, n, content.Tell(engine.Msg(key.ListMoved, engine.Text("address", to))))
	for _, o := range n.Offers {
		if !o.Ended {
			in(ctx, c, o.Game, func(at *journal.Change) { TellOffer(ctx, at, n, o, content.Facts{}) })
		}
	}
}

// Ask queues the letter that asks somebody whether they want to be on the list.
func Ask(ctx context.Context, c *journal.Change, n *table.Newcomer, f content.Facts) {
	conf := c.Journal.Config
	by := cmp.Or(append([]string{conf.Identity.Contact}, conf.Security.AdminAddresses...)...)
	titles := engine.SeveralOf("titles", n.Titles, func(_, title string) engine.Arg { return engine.Say("", engine.Msg(title+".title")) })
	f.Told = append(f.Told, engine.Msg(key.ListAsks, engine.Text("name", n.Name), engine.Text("organiser", by), engine.Int("n", len(n.Titles)), titles),
		engine.Msg(key.ListAnswer))
	Tell(ctx, c, n, f)
}

// Offer offers a seat to all on the waiting list who want it, and returns the names of the people it is now
// offered to.
func Offer(ctx context.Context, c *journal.Change, s engine.Seat) []string {
	list := Listed(ctx, c)
	for _, n := range list {
		offerTo(ctx, c, n, s)
	}
	return table.OfferedTo(list, c.Table.Game, s)
}

// Offered tells the organiser the people to whom a seat is offered, or that it is theirs to fill.
func Offered(s engine.Seat, names []string) engine.Message {
	if len(names) > 0 {
		return engine.Msg(key.Offered, engine.Player("seat", s), engine.SeveralOf("names", names, engine.Text))
	}
	return engine.Msg(key.OfferedNobody, engine.Player("seat", s))
}

// offerTo offers a seat to somebody, if they would play the title, are sent letters, do not
// sit at the table and have not been offered it before.
func offerTo(ctx context.Context, c *journal.Change, n *table.Newcomer, s engine.Seat) {
	o := table.Offer{Game: c.Table.Game, Seat: s, After: len(c.Table.Players[s].Before), At: c.At}
	same := func(p table.Offer) bool { return p.Game == o.Game && p.Seat == o.Seat && p.After == o.After }
	if n.Agreed.IsZero() || !n.Plays(c.Table.Title) || len(c.Table.SeatsOf(n.Address)) > 0 || c.Suspended(ctx, n.Address) || slices.ContainsFunc(n.Offers, same) {
		return
	}
	n.Offers = append(n.Offers, o)
	Keep(c, n)
	TellOffer(ctx, c, n, o, content.Facts{})
}

// TellOffer queues the letter that offers a seat.
func TellOffer(ctx context.Context, c *journal.Change, n *table.Newcomer, o table.Offer, f content.Facts) {
	say := key.SeatOffered
	if c.Table.State == table.Inviting {
		say = key.SeatOfferedNew
	}
	f.Told = append(f.Told, engine.Msg(say, engine.Text("name", n.Name), engine.Player("seat", o.Seat), tell.Title(c.Table), engine.Text("game", c.Table.Game)))
	f.Guest, f.Lang = &content.Guest{Name: n.Name, Seat: o.Seat, Asks: o.At, Listed: true}, c.LangOf(ctx, n.Address)
	tell.To(ctx, c, engine.Nobody, n.Address, templates.Guest, f)
}

// OfferAll offers a person who has joined the list, or gets letters again, all seats that need a player.
func OfferAll(ctx context.Context, c *journal.Change, n *table.Newcomer) {
	var wanted []string
	c.Fail(c.Journal.EachTable(ctx, func(t *table.Table, _ uint64) error {
		if len(t.WantedSeats()) > 0 {
			wanted = append(wanted, t.Game)
		}
		return nil
	}))
	for _, game := range wanted {
		in(ctx, c, game, func(at *journal.Change) {
			for _, s := range at.Table.WantedSeats() {
				offerTo(ctx, at, n, s)
			}
		})
	}
}

// in lets a change that concerns no game, or another, queue letters about a game.
func in(ctx context.Context, c *journal.Change, game string, do func(at *journal.Change)) {
	g, err := c.Journal.Games.Load(ctx, game)
	if errors.Is(err, store.ErrNoGame) { // it has ended, and its name is free
		return
	}
	if err != nil {
		c.Fail(err)
		return
	}
	at := c.Journal.NewChange(g)
	at.At, at.Values = c.At, c.Values
	do(at)
	c.Letters = append(c.Letters, at.Letters...)
	c.Fail(at.Err)
}

// EndOffers ends the offers of a seat that has a player again, and tells the people who had them.
func EndOffers(ctx context.Context, c *journal.Change, s engine.Seat, told engine.Message) {
	for _, n := range Listed(ctx, c) {
		o := n.Offered(c.Table.Game, s)
		if o == nil {
			continue
		}
		o.Ended = true
		Keep(c, n)
		Tell(ctx, c, n, content.Tell(told))
	}
}

// ForgetOffers deletes the offers of a former game of the name.
func ForgetOffers(ctx context.Context, c *journal.Change, game string) {
	for _, n := range Listed(ctx, c) {
		had := len(n.Offers)
		n.Offers = slices.DeleteFunc(n.Offers, func(o table.Offer) bool { return o.Game == game })
		if len(n.Offers) < had {
			Keep(c, n)
		}
	}
}

// Lapsed tells the organiser of a seat if its last offer has ended and nobody has taken the seat.
func Lapsed(ctx context.Context, c *journal.Change, ended table.Offer) {
	list := Listed(ctx, c)
	if c.Err != nil || slices.ContainsFunc(list, func(n *table.Newcomer) bool { return n.Offered(ended.Game, ended.Seat) != nil }) {
		return
	}
	tell := func(at *journal.Change) {
		if at.Table.WhyVacant(ended.Seat) != "" {
			tell.Organiser(ctx, at, Offered(ended.Seat, nil))
		}
	}
	if c.Game != nil && c.Game.Name == ended.Game {
		tell(c)
		return
	}
	in(ctx, c, ended.Game, tell)
}

// ForgetSilent forgets who was asked long ago to be on the waiting list and has not answered.
func ForgetSilent(ctx context.Context, j *journal.Journal, now time.Time) error {
	list, err := All(ctx, j)
	if err != nil {
		return fmt.Errorf("pbem: reading the waiting list: %w", err)
	}
	gone := map[string][]byte{}
	for _, n := range list {
		if n.Agreed.IsZero() && now.Sub(n.Added) > AskedFor {
			gone[table.NewcomerKey(n.Address)] = nil
		}
	}
	return j.Put(ctx, gone)
}

// TakeBack gives a seat back to its player, who has written, from the robot or from people who might have taken
// it over.
func TakeBack(ctx context.Context, c *journal.Change, s engine.Seat) {
	p := &c.Table.Players[s]
	if p.Resigned || !p.Robot && !p.Open {
		return
	}
	if p.Open {
		EndOffers(ctx, c, s, engine.Msg(key.OfferBack, engine.Player("seat", s), engine.Text("game", c.Table.Game), tell.Title(c.Table)))
	}
	p.Robot, p.Open = false, false
	back := engine.Msg(key.SeatBack, engine.Player("seat", s))
	c.Note(engine.Nobody, engine.Report{Message: back})
	for i, l := range c.Letters { // the answer to their mail
		f, err := content.ReadFacts(l.Data)
		c.Fail(err)
		if l.Seat != int(s) || f.ReplyTo == "" {
			continue
		}
		f.Told = append([]engine.Message{back}, f.Told...)
		c.Letters[i].Data, err = f.Bytes()
		c.Fail(err)
	}
}
