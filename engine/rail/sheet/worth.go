package sheet

import (
	"railpost/engine"
	"railpost/engine/rail/key"
	"railpost/engine/rail/running"
)

// Worth is what the best routes earn; where the search for them was given up, what
// they earn at least and at most.
func Worth(name string, best running.Plan) engine.Arg {
	if best.Bound <= best.Revenue {
		return engine.Int(name, best.Revenue)
	}
	return engine.Say(name, engine.Msg(key.SheetWorth, engine.Int("n", best.Revenue), engine.Int("most", best.Bound)))
}
