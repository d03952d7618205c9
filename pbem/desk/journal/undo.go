package journal

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
)

// UndoTo takes the game back to the position after a record, for a seat or, with engine.Nobody, for the table.
// Later standing answers are kept.
func (c *Change) UndoTo(ctx context.Context, to uint64, s engine.Seat) {
	then, err := c.Position(ctx, to)
	if err != nil {
		c.Fail(err)
		return
	}
	hidden := c.hiddenSince(ctx, to)
	next := c.Next.Clone()
	record := next.UndoTo(then, s)
	record.Reports = ReportsToAll(c.RulesStay(to)...)
	c.Add(next, record)
	for _, r := range hidden {
		c.repeat(r)
	}
}

// RulesStay says that rules hold on which have changed since a record to which the game goes
// back.
func (c *Change) RulesStay(to uint64) (says []engine.Message) {
	if n := len(c.Table.Switches); n > 0 && c.Table.Switches[n-1].Record > to {
		says = append(says, engine.Msg(key.RulesStay))
	}
	return says
}

// hiddenSince lists the standing answers given after a record: an undo does not take
// them back.
func (c *Change) hiddenSince(ctx context.Context, seq uint64) []*engine.Record {
	records, err := c.Journal.Games.Records(ctx, c.Game.Name, seq, c.Game.Head.Seq)
	c.Fail(err)
	return slices.DeleteFunc(records, func(r *engine.Record) bool { return !r.Hidden })
}

// repeat gives a standing answer again, unless it is illegal in the earlier position or would be an open move
// there: an undo must not reveal a secret answer.
func (c *Change) repeat(r *engine.Record) {
	next := c.Next.Clone()
	result, err := next.Try(r.Seat, r.Line, false)
	if _, refused := engine.AsRefusal(err); refused {
		return
	}
	if err != nil {
		c.Fail(&fault.Error{Err: err})
		return
	}
	if again := next.Take(r.Seat, result); again.Hidden {
		c.Add(next, again)
	}
}

// LastMove is the valid part of the moves in a seat's last mail.
type LastMove struct {
	Before uint64 // the record before it; 0: the seat has played nothing
	Reveal uint64 // the first record from it on that has shown something hidden; 0: none
}

// LastMove finds a seat's last mail in the log, and the cost of going back before it.
func (c *Change) LastMove(ctx context.Context, s engine.Seat) (m LastMove) {
	log, err := c.Journal.Games.Records(ctx, c.Game.Name, 0, c.Game.Head.Seq)
	if err != nil {
		c.Fail(err)
		return m
	}
	log = append(slices.Clip(log), c.Records...)
	var found *engine.Record
	var reveal uint64
	for at := c.Seq(); at > 0; at-- {
		r := log[at-1]
		played := r.Kind == engine.Ordered && !r.Hidden && !r.Auto
		own := played && r.Seat == s
		if r.Reveal && !r.Hidden {
			reveal = at
		}
		switch {
		case r.Kind == engine.TookBack:
			at = r.Back + 1 // records in between have been undone
			continue
		case r.Kind == engine.Begun, found != nil && played && (!own || r.Group != found.Group):
			return m
		case own:
			found = r
			m.Before, m.Reveal = at-1, reveal
		}
	}
	return m
}

// Switch lets the game go on under other rules of its title, from here on.
func (c *Change) Switch(to engine.Setup, says ...engine.Message) {
	next := c.Next.Clone()
	r, err := next.Switch(to, ReportsToAll(says...)...)
	if err != nil {
		c.Fail(err)
		return
	}
	c.Add(next, r)
}

// ReportsToAll returns messages as reports to everybody.
func ReportsToAll(messages ...engine.Message) (reports []engine.Report) {
	return engine.Each(messages, func(m engine.Message) engine.Report { return engine.Report{Message: m} })
}
