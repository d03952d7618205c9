package tell

import (
	"context"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// A move that only robots answer would bring its player two letters within seconds: the receipt, and the next
// question. So the receipt waits for the robots: if they come back to its player, one letter has both.

// receiptHold is how long a receipt waits for robots. A hard one takes seconds for a turn.
const receiptHold = 20 * time.Second

// awaitsRobots reports whether a game waits for robots alone.
func awaitsRobots(t *table.Table) bool {
	return t.State == table.Running && len(t.Waiting) > 0 &&
		!slices.ContainsFunc(t.Waiting, func(w table.Wait) bool { return t.Thinks(w.Seat) == "" })
}

// mayHold reports whether the receipt of a seat can be told together with its next question.
func mayHold(ctx context.Context, c *journal.Change, s engine.Seat) bool {
	p := &c.Table.Players[s]
	return awaitsRobots(c.Table) && !p.Resigned && p.Letters != table.Off && p.SitterAt(c.At) == nil && !c.Digests(ctx, s)
}

// held returns the facts of a seat's receipt that waits for robots; nil if none does.
func held(ctx context.Context, c *journal.Change, s engine.Seat) *content.Facts {
	group := journal.HeldKey(c.Table.Game, s)
	if len(c.Table.Robots()) == 0 || slices.Contains(c.Dropped, group) {
		return nil
	}
	w, _ := c.UnseenOf(ctx, group)
	return w.Receipt
}

// askAfter queues the receipt of a seat's last move together with its question.
func askAfter(ctx context.Context, c *journal.Change, s engine.Seat, receipt content.Facts, told []engine.Message) {
	f := freed(c, s, receipt)
	p := &c.Table.Players[s]
	switch w, ok := c.Unseen(ctx, s); {
	case ok && w.Since >= f.Since: // news of the robots
		c.Dropped = append(c.Dropped, journal.SeatKey(c.Table.Game, s))
		f.Planned = slices.Concat(f.Planned, w.Planned)
		p.Told, p.Entered = c.Seq(), w.Entered
	case !ok && p.Told >= f.Since:
		p.Told = c.Seq()
	}
	f.Told = slices.Concat(f.Told, told)
	f.Enclose, f.AskUndo, f.Undo = true, f.Undo && asksUndo(c.Table.LastGroups, s), c.Table.FreeUndo(s)
	Letter(ctx, c, s, templates.Receipt, f)
}

// asksUndo reports whether a seat's last mail, which it could take back, now needs the others' consent: they have
// moved, and revealed nothing.
func asksUndo(groups []table.Group, s engine.Seat) bool {
	last := len(groups) - 1
	for last >= 0 && groups[last].Seat != s && !groups[last].Reveal {
		last--
	}
	return last >= 0 && groups[last].Seat == s
}

// freed withdraws a receipt that waits for robots, and returns its facts for a letter in its place.
func freed(c *journal.Change, s engine.Seat, f content.Facts) content.Facts {
	c.Dropped = append(c.Dropped, journal.HeldKey(c.Table.Game, s))
	f.Held = time.Time{}
	return f
}

// release sends a seat's receipt that waits for robots.
func release(ctx context.Context, c *journal.Change, s engine.Seat) {
	if f := held(ctx, c, s); f != nil {
		Letter(ctx, c, s, templates.Receipt, freed(c, s, *f))
	}
}

// releaseAll sends the receipts that wait for robots, if the game waits for somebody else by now.
func releaseAll(ctx context.Context, c *journal.Change) {
	if awaitsRobots(c.Table) {
		return
	}
	for s := range c.Table.Players {
		release(ctx, c, engine.Seat(s))
	}
}
