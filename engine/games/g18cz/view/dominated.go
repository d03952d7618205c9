package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz"
)

// Dominated: the same track or station with a larger local railway, which can do more later (VIII.5); and a
// lower offer to another player, who would accept it no sooner.
func (View) Dominated(m, by engine.Move) bool {
	was, is, other := m.Before.(*g18cz.State), m.After.(*g18cz.State), by.After.(*g18cz.State)
	if o, better := is.Asking, other.Asking; o != nil && better != nil && was.Asking == nil {
		than := *o
		than.Price = better.Price
		return than == *better && o.Price < better.Price
	}
	if was.Stage != g18cz.Operating || is.Company() == g18cz.NoCompany || is.Company() != other.Company() {
		return false
	}
	used, cheaper := uses(was, is), uses(was, other)
	return used != g18cz.NoLocal && cheaper != g18cz.NoLocal && used != cheaper && sizeThenNumber(cheaper, used) < 0 &&
		is.Treasury(is.Company()) == other.Treasury(is.Company()) &&
		slices.Equal(is.Board.Laid, other.Board.Laid) && slices.Equal(is.Board.Stations, other.Board.Stations)
}

// uses returns the local railway whose ability a line uses; NoLocal if there is none.
func uses(was, is *g18cz.State) g18cz.Local {
	for l := range g18cz.Local(len(is.Locals)) {
		if is.Locals[l].Used && !was.Locals[l].Used {
			return l
		}
	}
	return g18cz.NoLocal
}

// sizeThenNumber compares local railways: a larger one can do all that a smaller one can.
func sizeThenNumber(a, b g18cz.Local) int {
	if n := int(g18cz.Book.Locals[a].Size) - int(g18cz.Book.Locals[b].Size); n != 0 {
		return n
	}
	return int(a - b)
}
