package tell

import (
	"context"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/plans"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
	"railpost/pbem/facts/table"
)

// mayWait reports whether news about moves can wait some minutes for a letter that asks, which then has it, too:
// nobody speaks, and its reader has nothing to do because of it. Readers of all moves wait only for what their own
// plan has played.
func mayWait(c *journal.Change, s engine.Seat, f content.Facts) bool {
	more := func(r *engine.Record) bool { return r.Kind != engine.Ordered }
	return (c.Table.Players[s].Letters != table.Moves || len(c.Planned[s]) > 0) && f.Quiet.IsZero() && f.Asked.IsZero() && !f.Undo && len(f.Told)+len(c.ToAll) == 0 &&
		len(c.Records) > 0 && !slices.ContainsFunc(c.Records, more) &&
		!slices.ContainsFunc(f.Planned, func(m engine.Message) bool { return m.Key == key.Told })
}

// onlyPasses reports whether a plan of a seat is about to pass, which its next letter tells.
func onlyPasses(c *journal.Change, s engine.Seat) bool {
	i, at := content.Quiet(c.Table, c.Next, s)
	return !at.IsZero() && plan.OnlyEnds(plans.Spelt(c.Next, s, c.Table.PlansOf(s)[i].Lines))
}

// playedLater keeps the report on a seat's played plans for its next letter, and reports whether that is
// enough: its player expected it, reads a daily letter, or has only passed. If another has answered an offer,
// that is news.
func playedLater(ctx context.Context, c *journal.Change, s engine.Seat) bool {
	if slices.ContainsFunc(c.Game.Table.PlansOf(s), func(p plan.Plan) bool { return p.Reply }) {
		return false
	}
	knew, news := c.WasQuiet(s) || c.Digests(ctx, s), c.Planned[s]
	if slices.ContainsFunc(news, func(m engine.Message) bool {
		return m.Key != key.PlanPlayed || !knew && !plan.OnlyEnds(strings.Split(m.Args[0].Text, "; "))
	}) {
		return false
	}
	p := &c.Table.Players[s]
	for _, m := range news {
		p.Private = append(slices.Clip(p.Private), table.Whispered{From: s, Says: m})
	}
	delete(c.Planned, s)
	return true
}
