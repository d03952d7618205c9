package pbem

import (
	"fmt"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/extract"
	"railpost/pbem/letters"
	"railpost/pbem/table"
	"railpost/store"
	"railpost/templates"
)

// waiting is a letter that nobody has seen yet: a later one of its Group takes
// its place and has to tell what it would have told.
type waiting struct {
	since uint64 // tells from this record on
	kind  templates.Kind
	id    uint64    // its number, once it has been rendered: an attempt may be under way
	asked time.Time // see facts.Asked
}

// replaceable: of these letters only the latest matters.
func replaceable(k templates.Kind) bool {
	return k == templates.Turn || k == templates.News || k == templates.Reminder
}

// tells says that a letter tells its reader what has happened.
func tells(k templates.Kind) bool {
	return replaceable(k) || k == templates.Start || k == templates.Handover
}

func group(game string, s engine.Seat) string { return fmt.Sprintf("%s/%d", game, s) }

// queue adds a letter to a seat.
func (c *change) queue(s engine.Seat, kind templates.Kind, f letters.Facts) error {
	return c.queueTo(s, c.table.Players[s].Addresses[0], kind, f)
}

// queueTo adds a letter to a given address of a seat, or of nobody at the table.
func (c *change) queueTo(s engine.Seat, to string, kind templates.Kind, f letters.Facts) error {
	l := store.Letter{Seq: c.seq(), Seat: int(s), Kind: string(kind), To: to, Queued: c.at, NextTry: c.at}
	if c.table != nil {
		l.Game = c.table.Game
		f = f.At(c.table, s)
	}
	if slices.Contains(c.fresh, s) {
		f.Asked = c.at
	}
	if replaceable(kind) {
		l.Group = group(l.Game, s)
		before, err := c.tellFrom(s)
		if err != nil {
			return err
		}
		f.Since = before.since
		if f.Asked.IsZero() {
			f.Asked = before.asked
		}
		c.waiting[l.Group] = waiting{since: f.Since, kind: kind, asked: f.Asked}
	}
	if s >= 0 && tells(kind) {
		c.table.Players[s].Told = l.Seq
	}
	var err error
	if l.Data, err = f.Bytes(); err != nil {
		return err
	}
	c.letters = append(c.letters, l)
	return nil
}

// unseen is the letter of a seat's group that has not been attempted.
func (c *change) unseen(s engine.Seat) (w waiting, ok bool, err error) {
	g := group(c.table.Game, s)
	if w, ok = c.office.unsent[g]; !ok || w.id == 0 {
		return w, ok, nil
	}
	l, kept, err := c.office.Store.Letter(c.ctx, w.id)
	if err != nil || kept && l.State == store.Waiting {
		return w, err == nil, err
	}
	delete(c.office.unsent, g)
	return waiting{}, false, nil
}

// tellFrom is the record behind which a news letter tells: the last one the
// reader was told of, or, when that letter still waits and will be replaced,
// the one from which it would have told. A turn letter tells from the reader's
// own last move, see fillPresent.
func (c *change) tellFrom(s engine.Seat) (waiting, error) {
	w, ok, err := c.unseen(s)
	if ok {
		return w, err
	}
	return waiting{since: c.table.Players[s].Told}, err
}

// queueReceipt answers the mover. A letter that still waits to ask him what he
// has now answered is withdrawn; what else it told, the next letter tells.
func (c *change) queueReceipt(s engine.Seat, kind templates.Kind, f letters.Facts) error {
	w, ok, err := c.unseen(s)
	if err != nil {
		return err
	}
	p := &c.table.Players[s]
	switch {
	case ok && letters.Asks(w.kind):
		c.dropped = append(c.dropped, group(c.table.Game, s))
		p.Told = w.since
	case !ok && c.table.Step(p.Told, s) == c.table.Step(c.game.Head.Seq, s): // nothing is untold but what he did himself
		p.Told = c.seq()
	}
	return c.queue(s, kind, f)
}

// tellTable queues what each seat is to learn of a change: the turn letter for
// seats that are asked something, news for the others, as far as they want them.
// The actor is left out: he gets a receipt.
func (c *change) tellTable(actor engine.Seat, told ...engine.Message) error {
	for i, p := range c.table.Players {
		s := engine.Seat(i)
		if s == actor || p.Letters == table.Off {
			continue
		}
		anew, err := c.askedAnew(s)
		if err != nil {
			return err
		}
		if p.Letters == table.Mine && !anew {
			continue
		}
		if err := c.tellSeat(s, told...); err != nil {
			return err
		}
	}
	return nil
}

// tellSeat queues the turn letter of a seat, or news where it is not asked.
func (c *change) tellSeat(s engine.Seat, told ...engine.Message) error {
	kind := templates.News
	if c.table.State == table.Running && c.table.WaitFor(s) != nil {
		kind = templates.Turn
	}
	return c.queue(s, kind, letters.Facts{Told: told})
}

// askedAnew says whether a seat is asked something by this change, or has not
// yet seen the letter that asks it.
func (c *change) askedAnew(s engine.Seat) (bool, error) {
	if slices.Contains(c.fresh, s) {
		return true, nil
	}
	w, ok, err := c.unseen(s)
	return ok && letters.Asks(w.kind) && c.table.WaitFor(s) != nil, err
}

// tellAll queues one kind of letter to every seat.
func (c *change) tellAll(kind templates.Kind, f letters.Facts) error {
	for s := range c.table.Players {
		if err := c.queue(engine.Seat(s), kind, f); err != nil {
			return err
		}
	}
	return nil
}

// notify queues a notice to the organiser of the game, or to all organisers of
// the service.
func (c *change) notify(told ...engine.Message) error { return c.notifyOf(letters.Facts{Told: told}) }

// notifyOf is notify with the lines of a player's mail. An organiser who plays at
// that table does not get them: they may say what the others must not know.
func (c *change) notifyOf(f letters.Facts) error {
	for _, address := range c.organisers() {
		f := f
		if c.table == nil || len(c.table.SeatsOf(extract.Address(address))) > 0 {
			f.Again = nil
		}
		if err := c.queueTo(engine.Nobody, address, templates.Notice, f); err != nil {
			return err
		}
	}
	return nil
}

// organisers are the addresses of whoever runs the game, or the service.
func (c *change) organisers() []string {
	if c.table != nil && c.table.Organiser != "" {
		return []string{c.table.Organiser}
	}
	return c.office.Config.Security.AdminAddresses
}
