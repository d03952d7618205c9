package russian

import "railpost/engine"

// Worth is 0 for a line that shows something hidden: nobody can weigh it.
func (title) Worth(after engine.Position, seat engine.Seat, revealed bool) int {
	if revealed {
		return 0
	}
	return after.(*State).Worth(seat)
}

func (title) Names(view engine.Position) (spaces, others []string) { return view.(*State).Names() }
