package journal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"time"

	"railpost/engine"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/letters"
	"railpost/store"
	"railpost/templates"
)

// AskedFor is how long somebody who was asked to be on the waiting list, and has not
// answered, is remembered.
const AskedFor = 30 * 24 * time.Hour

// Newcomer returns who is on the waiting list under an address; nil if nobody is.
func (j *Journal) Newcomer(ctx context.Context, address string) (*table.Newcomer, error) {
	b, err := j.Store.Get(ctx, table.NewcomerKey(address))
	if err != nil || len(b) == 0 {
		return nil, err
	}
	return table.ReadNewcomer(b)
}

// Newcomers returns all on the waiting list, those first who have waited longest.
func (j *Journal) Newcomers(ctx context.Context) ([]*table.Newcomer, error) {
	c := j.NewChange(ctx, nil)
	return c.newcomers(), c.Err
}

// newcomers is Newcomers as of the change.
func (c *Change) newcomers() []*table.Newcomer {
	out := readAll(c, table.NewcomerPrefix, table.ReadNewcomer)
	slices.SortFunc(out, func(a, b *table.Newcomer) int {
		return cmp.Or(a.Added.Compare(b.Added), cmp.Compare(a.Address, b.Address))
	})
	return out
}

// List puts somebody on the waiting list, or keeps what has changed of their entry.
func (c *Change) List(n *table.Newcomer) {
	if len(n.Key) == 0 {
		n.Key = drawn()
	}
	c.put(table.NewcomerKey(n.Address), n)
}

// Unlist takes somebody off the waiting list and forgets all about them. Organisers who
// counted on them for a seat are told.
func (c *Change) Unlist(n *table.Newcomer) {
	c.Values[table.NewcomerKey(n.Address)] = nil
	for _, o := range n.Offers {
		if !o.Ended {
			c.Lapsed(o)
		}
	}
}

// unlist takes whoever is there off the waiting list.
func (c *Change) unlist(address string) {
	for _, n := range c.newcomers() {
		if n.Address == address {
			c.Unlist(n)
		}
	}
}

// TellNewcomer queues a letter to somebody on the waiting list, which they can answer.
func (c *Change) TellNewcomer(n *table.Newcomer, f letters.Facts) {
	f.Guest, f.Lang = &letters.Guest{Name: n.Name, Listed: true}, c.LangOf(n.Address)
	c.QueueTo(engine.Nobody, n.Address, templates.Guest, f)
}

// MoveNewcomer enters the new address of somebody on the waiting list, with tokens of its
// own; letters tell what they can answer.
func (c *Change) MoveNewcomer(n *table.Newcomer, to string) {
	c.Values[table.NewcomerKey(n.Address)] = nil
	n.Address, n.Key = to, nil
	c.Entered(to)
	c.List(n)
	if n.Agreed.IsZero() {
		c.QueueListing(n, letters.Facts{})
		return
	}
	c.TellNewcomer(n, letters.Tell(engine.Msg(key.ListMoved, engine.Text("address", to))))
	for _, o := range n.Offers {
		if !o.Ended {
			c.in(o.Game, func(at *Change) { at.QueueOffer(n, o, letters.Facts{}) })
		}
	}
}

// QueueListing queues the letter that asks somebody whether they want to be on the list.
func (c *Change) QueueListing(n *table.Newcomer, f letters.Facts) {
	conf := c.Journal.Config
	by := cmp.Or(append([]string{conf.Identity.Contact}, conf.Security.AdminAddresses...)...)
	titles := engine.SeveralOf("titles", n.Titles, func(_, title string) engine.Arg { return engine.Say("", engine.Msg(title+".title")) })
	f.Told = append(f.Told, engine.Msg(key.ListAsks, engine.Text("name", n.Name), engine.Text("organiser", by), engine.Int("n", len(n.Titles)), titles),
		engine.Msg(key.ListAnswer))
	c.TellNewcomer(n, f)
}

// OfferSeat offers a seat to all on the waiting list who would take it, and returns the names
// of those to whom it is offered now.
func (c *Change) OfferSeat(s engine.Seat) []string {
	list := c.newcomers()
	for _, n := range list {
		c.offer(n, s)
	}
	return table.OfferedTo(list, c.Table.Game, s)
}

// Offered tells the organiser to whom a seat is offered, or that it is theirs to fill.
func Offered(s engine.Seat, names []string) engine.Message {
	if len(names) > 0 {
		return engine.Msg(key.Offered, engine.Player("seat", s), engine.SeveralOf("names", names, engine.Text))
	}
	return engine.Msg(key.OfferedNobody, engine.Player("seat", s))
}

// offer offers a seat to somebody, if they would play the title, are sent letters, do not
// sit at the table and have not been offered it before.
func (c *Change) offer(n *table.Newcomer, s engine.Seat) {
	o := table.Offer{Game: c.Table.Game, Seat: s, After: len(c.Table.Players[s].Before), At: c.At}
	same := func(p table.Offer) bool { return p.Game == o.Game && p.Seat == o.Seat && p.After == o.After }
	if n.Agreed.IsZero() || !n.Plays(c.Table.Title) || len(c.Table.SeatsOf(n.Address)) > 0 || c.Suspended(n.Address) || slices.ContainsFunc(n.Offers, same) {
		return
	}
	n.Offers = append(n.Offers, o)
	c.List(n)
	c.QueueOffer(n, o, letters.Facts{})
}

// QueueOffer queues the letter that offers a seat.
func (c *Change) QueueOffer(n *table.Newcomer, o table.Offer, f letters.Facts) {
	say := key.SeatOffered
	if c.Table.State == table.Inviting {
		say = key.SeatOfferedNew
	}
	f.Told = append(f.Told, engine.Msg(say, engine.Text("name", n.Name), engine.Player("seat", o.Seat), c.title(), engine.Text("game", c.Table.Game)))
	f.Guest, f.Lang = &letters.Guest{Name: n.Name, Seat: o.Seat, Asks: o.At, Listed: true}, c.LangOf(n.Address)
	c.QueueTo(engine.Nobody, n.Address, templates.Guest, f)
}

// OfferSeats offers somebody who has come on the list, or is sent letters again, all seats
// for which somebody is wanted.
func (c *Change) OfferSeats(n *table.Newcomer) {
	var wanted []string
	c.Fail(c.Journal.EachTable(c.Ctx, func(t *table.Table, _ uint64) error {
		if len(t.WantedSeats()) > 0 {
			wanted = append(wanted, t.Game)
		}
		return nil
	}))
	for _, game := range wanted {
		c.in(game, func(at *Change) {
			for _, s := range at.Table.WantedSeats() {
				at.offer(n, s)
			}
		})
	}
}

// in lets a change that concerns no game, or another, queue letters about a game.
func (c *Change) in(game string, do func(at *Change)) {
	g, err := c.Journal.Games.Load(c.Ctx, game)
	if errors.Is(err, store.ErrNoGame) { // it has ended, and its name is free
		return
	}
	if err != nil {
		c.Fail(err)
		return
	}
	at := c.Journal.NewChange(c.Ctx, g)
	at.At, at.Values = c.At, c.Values
	do(at)
	c.Letters = append(c.Letters, at.Letters...)
	c.Fail(at.Err)
}

// EndOffers ends the offers of a seat that somebody has taken, or that is its player's
// again, and tells those who had them.
func (c *Change) EndOffers(s engine.Seat, told engine.Message) {
	for _, n := range c.newcomers() {
		o := n.Offered(c.Table.Game, s)
		if o == nil {
			continue
		}
		o.Ended = true
		c.List(n)
		c.TellNewcomer(n, letters.Tell(told))
	}
}

// ForgetOffers forgets what was offered in a former game of the name.
func (c *Change) ForgetOffers(game string) {
	for _, n := range c.newcomers() {
		had := len(n.Offers)
		n.Offers = slices.DeleteFunc(n.Offers, func(o table.Offer) bool { return o.Game == game })
		if len(n.Offers) < had {
			c.List(n)
		}
	}
}

// Lapsed tells the organiser of a seat if nobody is left to whom it is offered, after an
// offer has ended and nobody has taken the seat.
func (c *Change) Lapsed(ended table.Offer) {
	list := c.newcomers()
	if c.Err != nil || slices.ContainsFunc(list, func(n *table.Newcomer) bool { return n.Offered(ended.Game, ended.Seat) != nil }) {
		return
	}
	tell := func(at *Change) {
		if at.Table.Wanted(ended.Seat) != "" {
			at.Notify(Offered(ended.Seat, nil))
		}
	}
	if c.Game != nil && c.Game.Name == ended.Game {
		tell(c)
		return
	}
	c.in(ended.Game, tell)
}

// ForgetSilent forgets who was asked long ago to be on the waiting list and has not answered.
func (j *Journal) ForgetSilent(ctx context.Context, now time.Time) error {
	list, err := j.Newcomers(ctx)
	if err != nil {
		return fmt.Errorf("pbem: the waiting list: %w", err)
	}
	gone := map[string][]byte{}
	for _, n := range list {
		if n.Agreed.IsZero() && now.Sub(n.Added) > AskedFor {
			gone[table.NewcomerKey(n.Address)] = nil
		}
	}
	return j.Put(ctx, gone)
}
