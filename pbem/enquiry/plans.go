package enquiry

import (
	"railpost/engine"
	"railpost/pbem/key"
	"railpost/pbem/letters"
	"railpost/pbem/plan"
)

// plans lists the seat's own plans, and whether each would still be legal.
func (e *Enquiry) plans(string) bool {
	list := letters.Plans(e.Table, e.Seat)
	if len(list) == 0 {
		e.tell(engine.Msg(key.PlansNone))
	}
	n := 0
	for _, p := range e.Table.Plans {
		if p.Seat != e.Seat || e.Game == nil {
			continue
		}
		e.tell(list[n])
		n++
		number := engine.Int("n", n)
		switch known, line, refusal := plan.Ahead(e.Game, p); {
		case refusal != nil:
			e.tell(engine.Msg(key.PlanNoLonger, number, engine.Text("line", line), engine.Say("why", refusal.Why)))
		case known:
			e.tell(engine.Msg(key.PlanLegal, number))
		default:
			e.tell(engine.Msg(key.PlanOpen, number))
		}
	}
	return true
}
