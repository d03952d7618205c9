package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// View shows and advises on positions of Railroad Tycoon.
type View struct{ engine.Silent }

var _ engine.View = View{}

func (View) Worth(after engine.Position, seat engine.Seat, _ bool) int {
	return worth(after.(*tycoon.State), seat)
}

func (View) Usual(p engine.Position, seat engine.Seat) engine.Turn {
	return usualTurn(p.(*tycoon.State), seat)
}

func (View) Names(view engine.Position) (spaces, others []string) { return names(view.(*tycoon.State)) }
