package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// View shows and advises on positions of Railroad Tycoon.
type View struct{ engine.Silent }

var (
	_ engine.View    = View{}
	_ engine.Likener = View{}
)

func (View) Worth(after engine.Position, seat engine.Seat, _ bool) int {
	return worth(after.(*tycoon.State), seat)
}

// Like: what a build order is worth does not depend on its way.
func (View) Like(p engine.Position, seat engine.Seat, a engine.Answer) (alike uint64, ok bool) {
	if a.Verb.Gloss != key.VerbBuild {
		return 0, false
	}
	return p.(*tycoon.State).LikeBuild(seat, a.Args)
}

func (View) Usual(p engine.Position, seat engine.Seat) engine.Turn {
	return usualTurn(p.(*tycoon.State), seat)
}

func (View) Names(view engine.Position) (spaces, others []string) { return names(view.(*tycoon.State)) }
