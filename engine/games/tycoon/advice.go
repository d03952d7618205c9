package tycoon

import "railpost/engine"

// Worth weighs lines that draw cubes without them.
func (Rules) Worth(after engine.Position, seat engine.Seat, _ bool) int {
	return after.(*State).Worth(seat)
}

func (Rules) Usual(p engine.Position, seat engine.Seat) []string { return p.(*State).Usual(seat) }

func (Rules) Names(view engine.Position) (spaces, others []string) { return view.(*State).Names() }
