package tell

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/watch"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// Table queues each seat's letter about a change: the turn letter for seats that must act, news for the others,
// if they want them. The actor is left out: they get a receipt.
func Table(ctx context.Context, c *journal.Change, actor engine.Seat, told ...engine.Message) {
	if len(c.Table.Watchers) > 0 && slices.ContainsFunc(c.Records, func(r *engine.Record) bool { return !r.Hidden && content.TellsRound(c.Next.Title, r, engine.Nobody) }) {
		watch.Tell(ctx, c, templates.News)
	}
	for i := range c.Table.Players {
		s := engine.Seat(i)
		switch w, ok := c.Unseen(ctx, s); {
		case s == actor:
		case wants(ctx, c, s), len(w.Planned) > 0, len(c.Planned[s]) > 0 && (ok || !playedLater(ctx, c, s)):
			Seat(ctx, c, s, told...)
		case ok && w.Asks() && c.Table.WaitFor(s) == nil && len(w.Planned) == 0:
			retract(c, s, w)
		}
	}
	releaseAll(ctx, c)
}

// wants reports whether a seat gets a letter about this change. A reader of any letter also learns that an
// event was taken back.
func wants(ctx context.Context, c *journal.Change, s engine.Seat) bool {
	if c.Table.Players[s].Resigned {
		return false
	}
	if len(c.ToAll) > 0 {
		return true
	}
	switch l := c.Table.Players[s].Letters; {
	case l == table.Off, playsAtOnce(c, s):
		return false
	case c.Digests(ctx, s): // but nobody should answer a letter that is no longer true
		w, ok := c.Unseen(ctx, s)
		return ok && w.Asks() || c.Table.Players[s].Talk == table.TalkNow && says(c, s)
	case l == table.Moves:
		return !onlySays(c) || c.Table.Players[s].TalkNow() && says(c, s)
	}
	if isNewlyAsked(ctx, c, s) && !c.Table.Players[s].Robot && !onlyPasses(c, s) || takesFrom(ctx, c, s) {
		return true
	}
	p := &c.Table.Players[s]
	w, _ := c.Unseen(ctx, s) // news that is held must still be true when it goes out
	return !w.Held.IsZero() || p.Letters == table.Rounds && isReport(c, s) || p.TalkNow() && says(c, s)
}

// takesFrom reports whether this change takes back events that a seat has read.
func takesFrom(ctx context.Context, c *journal.Change, s engine.Seat) bool {
	return slices.ContainsFunc(c.Records, func(r *engine.Record) bool {
		return r.Kind == engine.TookBack && r.Back < c.TellFrom(ctx, s).Since
	})
}

// isReport reports whether those get news of this change who want one report a round: a
// round has ended, somebody speaks to the table, or the organiser has done something.
func isReport(c *journal.Change, s engine.Seat) bool {
	return slices.ContainsFunc(c.Records, func(r *engine.Record) bool {
		if content.Says(r) {
			return c.Table.Players[s].TalkNow() && !c.Table.Ignores(s, r.Seat)
		}
		return !r.Hidden && (r.Kind == engine.Noted || r.Seat == engine.Nobody || content.TellsRound(c.Next.Title, r, s))
	})
}

// Seat queues the turn letter of a seat, or news if it is not asked, or a robot answers for it.
func Seat(ctx context.Context, c *journal.Change, s engine.Seat, told ...engine.Message) {
	kind := templates.News
	if c.Table.State == table.Running && c.Table.WaitFor(s) != nil && !c.Table.Players[s].Robot && !playsAtOnce(c, s) && !c.Quiet(s) {
		kind = templates.Turn
		if f := held(ctx, c, s); f != nil {
			askAfter(ctx, c, s, *f, told)
			return
		}
	}
	f := content.Tell(told...)
	f.Undo = c.Table.FreeUndo(s) && slices.ContainsFunc(c.Records, func(r *engine.Record) bool { return r.Seat == s && r.By != "" })
	Letter(ctx, c, s, kind, f)
}

// isNewlyAsked reports whether this change asks a seat something, or it has not yet seen the
// letter that asks it.
func isNewlyAsked(ctx context.Context, c *journal.Change, s engine.Seat) bool {
	if slices.Contains(c.Fresh, s) {
		return true
	}
	w, ok := c.Unseen(ctx, s)
	return ok && w.Asks() && c.Table.WaitFor(s) != nil
}

// playsAtOnce reports whether the service is about to play for a seat whose player is away: the letter about
// that has all their earlier news, too.
func playsAtOnce(c *journal.Change, s engine.Seat) bool {
	from, w := c.Table.Clock(s).AwayFrom(c.At), c.Table.WaitFor(s)
	return !from.IsZero() && !from.After(c.At) && w != nil && !w.Stuck
}

// All queues one kind of letter to every seat.
func All(ctx context.Context, c *journal.Change, kind templates.Kind, f content.Facts) {
	releaseAll(ctx, c)
	if kind.Row().Closes {
		watch.Tell(ctx, c, kind)
	}
	for i := range c.Table.Players {
		s := engine.Seat(i)
		if kind.Row().Closes { // it has all news
			c.Dropped = append(c.Dropped, journal.SeatKey(c.Table.Game, s), SitterGroup(c.Table.Game, s))
		}
		Letter(ctx, c, s, kind, f)
	}
}

// Others tells all seats but one something before the game begins.
func Others(ctx context.Context, c *journal.Change, not engine.Seat, told engine.Message) {
	for s := range c.Table.Players {
		if engine.Seat(s) != not {
			Letter(ctx, c, engine.Seat(s), templates.Told, content.Tell(told))
		}
	}
}

// Closed queues the last letter of a game that was called off.
func Closed(ctx context.Context, c *journal.Change) {
	All(ctx, c, templates.Ended, content.Tell(c.ToAll...))
}
