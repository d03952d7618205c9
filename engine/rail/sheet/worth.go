package sheet

import (
	"railpost/engine"
	"railpost/engine/rail/key"
	"railpost/engine/rail/running"
)

// Worth is the earnings of the best routes; if the search was cut short, their lower and upper bound.
func Worth(name string, best running.Plan) engine.Arg {
	if best.Bound <= best.Revenue {
		return engine.Int(name, best.Revenue)
	}
	return engine.Say(name, engine.Msg(key.SheetWorth, engine.Int("n", best.Revenue), engine.Int("most", best.Bound)))
}
