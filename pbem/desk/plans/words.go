package plans

import (
	"context"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/enquiry"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
)

// withdraw takes back orders that do not count yet.
var _ = deed.Bind("withdraw", func(ctx context.Context, d *deed.Deed, _ string) bool {
	if !WithdrawSent(ctx, d.Change, d.Seat) {
		return d.Refuse(key.WithdrawNone)
	}
	d.Reply.Enclose = true
	return d.Done(engine.Msg(key.SentWithdrawn))
})

// DropLine deletes one plan of the seat, or all: "drop plan 2", "drop plans".
func DropLine(d *deed.Deed, rest string) bool {
	of := len(d.Change.Table.PlansOf(d.Seat))
	n, all, ok := words.Dropped(rest, of)
	switch {
	case of == 0:
		return d.Refuse(key.DropNone)
	case !ok:
		return d.Refuse(key.DropHow, engine.Int("n", of))
	}
	i := 0
	gone := Drop(d.Change, d.Seat, func(plan.Plan) bool {
		i++
		return all || n == i
	})
	d.Acted = d.Acted || len(gone) > 0
	d.Tell(engine.Msg(key.DropDone, engine.Int("n", len(gone))))
	return true
}

// plans lists the seat's own plans, and whether each would still be legal.
var _ = enquiry.Answers.Bind("plans", func(e *enquiry.Enquiry, _ string) bool {
	list := content.Plans(e.Table, e.Game, e.Seat)
	if len(list) == 0 {
		e.Tell(engine.Msg(key.PlansNone))
	}
	n := 0
	for range e.Table.PlansOf(e.Seat) {
		if e.Game == nil {
			break
		}
		e.Tell(list[n])
		said, _ := content.Legality(e.Game, e.Table, e.Seat, n)
		for _, m := range said {
			e.Tell(m)
		}
		n++
	}
	return true
})
