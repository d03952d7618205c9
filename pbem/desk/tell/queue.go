// Package tell queues the letters of a change: their readers, their content beyond the log, and the unseen
// letters that they replace.
package tell

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/store"
	"railpost/templates"
)

// Letter adds a letter to a seat.
func Letter(ctx context.Context, c *journal.Change, s engine.Seat, kind templates.Kind, f content.Facts) {
	if sitter := c.Table.Players[s].SitterAt(c.At); sitter != nil {
		queueBoth(ctx, c, s, sitter, kind, f)
		return
	}
	To(ctx, c, s, c.Table.Players[s].Address(), kind, f)
}

// To adds a letter to a given address of a seat, or of nobody at the table. An address from which letters come
// back gets only answers to its own mails; the next letter that it gets includes what it missed.
func To(ctx context.Context, c *journal.Change, s engine.Seat, to string, kind templates.Kind, f content.Facts) {
	if to == "" { // of an erased person
		return
	}
	if f.ReplyTo == "" && kind != templates.Notice && c.Suspended(ctx, to) {
		return
	}
	queueTo(ctx, c, s, to, kind, f)
}

// queueTo is To whether or not letters come back from the address.
func queueTo(ctx context.Context, c *journal.Change, s engine.Seat, to string, kind templates.Kind, f content.Facts) {
	row := kind.Row()
	l := store.Letter{Seq: c.Seq(), Seat: int(s), Kind: string(kind), To: to, Queued: c.At, NextTry: c.At}
	if c.Table != nil {
		l.Game = c.Table.Game
		f = ofTable(ctx, c, s, f, row.Ahead)
	}
	f.TutorOffer = kind == templates.Start && newcomer(ctx, c, s)
	if slices.Contains(c.Fresh, s) {
		f.Asked = c.At
	}
	if row.Carries {
		f.Planned = append(slices.Clip(f.Planned), carried(c, s)...)
	}
	var entered *table.Entry
	if s >= 0 {
		entered = c.Table.Players[s].Entered
		if row.Scores {
			f.Since = c.TellFrom(ctx, s).Since
		}
	}
	if row.Replaceable {
		l.Group = journal.SeatKey(l.Game, s)
		before := c.TellFrom(ctx, s)
		f.Since, entered = before.Since, before.Entered
		if f.Asked.IsZero() {
			f.Asked = before.Asked
		}
		f.Planned = slices.Concat(before.Planned, f.Planned)
		if kind == templates.News && mayWait(c, s, f) {
			if f.Held = before.Held; before.Kind == "" {
				f.Held = c.At.Add(c.Journal.Config.Schedule.NewsDelay.Duration)
			}
			l.NextTry = clock.Latest(c.At, f.Held)
		}
	}
	if s >= 0 {
		ofSeat(ctx, c, s, &f, l, entered)
	}
	waiting := journal.WaitingFor(kind, f)
	if waiting.Entered = entered; waiting.Receipt != nil {
		l.Group, l.NextTry = journal.HeldKey(l.Game, s), f.Held
	}
	if l.Group != "" {
		c.Waiting[l.Group] = waiting
	}
	var err error
	l.Data, err = f.Bytes()
	c.Fail(err)
	c.Letters = append(c.Letters, l)
}

// ofTable adds the present facts about the table; ahead: including its reader's plans.
func ofTable(ctx context.Context, c *journal.Change, s engine.Seat, f content.Facts, ahead bool) content.Facts {
	f = f.At(c.Table, c.Next, s)
	if len(f.Plans) > 0 && c.Next != nil && ahead {
		f.Plans = append(f.Plans, content.Ahead(c.Next, c.Table, s)...)
	}
	MarkLost(ctx, c, c.Table, f.Waits)
	return f
}

// carried takes the facts for a seat's next letter that are not in the log: actions of its plans, and messages
// to it alone.
func carried(c *journal.Change, s engine.Seat) []engine.Message {
	told := c.Planned[s]
	delete(c.Planned, s)
	if s >= 0 {
		told = append(slices.Clip(told), whispers(c, s)...)
	}
	return told
}

// ofSeat adds a letter's change to its reader's calendar, and notes what it shows and tells a seat. entered is
// the state of the calendar without it.
func ofSeat(ctx context.Context, c *journal.Change, s engine.Seat, f *content.Facts, l store.Letter, entered *table.Entry) {
	p, kind := &c.Table.Players[s], templates.Kind(l.Kind)
	row := kind.Row()
	if f.Sitter == "" && l.To == p.Address() {
		f.Calendar = enter(ctx, c, s, entered)
	}
	if row.Shows || kind == templates.Receipt && f.Enclose {
		f.Seen = c.Shown(ctx, s)
		if f.Quiet.IsZero() || kind != templates.News { // which then shows no position
			p.Seen = l.Seq
		}
	}
	if row.Tells {
		p.Told = l.Seq
	}
	if len(f.Help) > 0 {
		p.Taught = nil
	} else if _, again := c.Unseen(ctx, s); f.Moved > 0 && f.Sitter == "" {
		if f.Taught = p.Taught[l.Kind] >= lessons; !f.Taught && !(again && row.Replaceable) {
			p.Taught = maps.Clone(p.Taught)
			if p.Taught == nil {
				p.Taught = map[string]int{}
			}
			p.Taught[l.Kind]++
		}
	}
}

// lessons is how many letters of a kind tell a player who has moved how to answer.
const lessons = 3

// MarkLost marks the waits whose players get no letters.
func MarkLost(ctx context.Context, c *journal.Change, t *table.Table, waits []table.Wait) {
	for i, w := range waits {
		waits[i].Lost = w.Lost || c.Suspended(ctx, t.Players[w.Seat].Address())
	}
}

// Receipt answers the mover. A waiting letter with the answered question is withdrawn; the next letter includes
// its news.
func Receipt(ctx context.Context, c *journal.Change, s engine.Seat, kind templates.Kind, f content.Facts) {
	release(ctx, c, s)
	w, ok := c.Unseen(ctx, s)
	p := &c.Table.Players[s]
	switch {
	case ok && w.Asks():
		retract(c, s, w)
		f.Planned = slices.Concat(w.Planned, f.Planned)
	case !ok && c.Table.HiddenRecords.Step(p.Told, s) == c.Table.HiddenRecords.Step(c.Game.Head.Seq, s): // only their own move
		p.Told = c.Seq()
	}
	if kind == templates.Receipt && len(c.Records) > 0 && mayHold(ctx, c, s) {
		f.Held, f.Since = c.At.Add(receiptHold), cmp.Or(f.Since, c.Seq())
	}
	Letter(ctx, c, s, kind, f)
}

// retract withdraws a letter that nobody has seen.
func retract(c *journal.Change, s engine.Seat, w journal.Waiting) {
	c.Dropped = append(c.Dropped, journal.SeatKey(c.Table.Game, s))
	DropSitter(c, s)
	p := &c.Table.Players[s]
	p.Told, p.Seen, p.Entered = w.Since, w.Seen, w.Entered
}

// Confirmation queues the question to the address where a seat wants its letters.
func Confirmation(ctx context.Context, c *journal.Change, s engine.Seat, f content.Facts) {
	p := c.Table.Players[s]
	asks := engine.Msg(key.ConfirmAddress, engine.Text("address", p.PendingAddress.Address), engine.Text("name", p.Name), engine.Text("game", c.Table.Game))
	f.Told = append([]engine.Message{asks}, f.Told...)
	To(ctx, c, s, p.PendingAddress.Address, templates.Confirm, f)
}

// newcomer reports whether a player is on file in no other game of the title, so that its steps may need to be
// explained.
func newcomer(ctx context.Context, c *journal.Change, s engine.Seat) bool {
	if s < 0 || !templates.Teaches(c.Table.Title) || c.Table.Players[s].Tutor != nil {
		return false
	}
	names, err := c.Journal.GamesOf(ctx, c.Table.Players[s].Address())
	c.Fail(err)
	return !slices.ContainsFunc(names, func(name string) bool {
		if name == c.Table.Game {
			return false
		}
		g, err := c.Journal.Games.Load(ctx, name)
		if err != nil {
			return false // it is gone
		}
		return g.Table.Title == c.Table.Title && g.Table.State != table.Inviting
	})
}
