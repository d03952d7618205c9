package enquiry

import (
	"railpost/engine"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
)

// plans lists the seat's own plans, and whether each would still be legal.
var _ = answers.Bind("plans", func(e *Enquiry, _ string) bool {
	list := content.Plans(e.Table, e.Game, e.Seat)
	if len(list) == 0 {
		e.tell(engine.Msg(key.PlansNone))
	}
	n := 0
	for range e.Table.PlansOf(e.Seat) {
		if e.Game == nil {
			break
		}
		e.tell(list[n])
		said, _ := content.Legality(e.Game, e.Table, e.Seat, n)
		for _, m := range said {
			e.tell(m)
		}
		n++
	}
	return true
})
