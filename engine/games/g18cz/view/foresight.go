package view

import (
	"railpost/engine"
	"railpost/engine/games/g18cz"
)

// Foresight is how hard robots look ahead: in the draft and in stock rounds, to the end of the
// game. What corporations do in their turns is left to the usual turn: the alternatives that a
// letter lists are tiles, of which it has tried all. An offer is answered by worth, too: one
// game to its end says less about 20 K than worth does. What a view hides, answers of others to
// offers to come, matters in no playout, since no usual turn asks anybody. Against two
// normal robots, one won 13 games of 15, at 36 s of processor time a game (lab arena 18cz hard
// normal --seed 101 --opening 12).
func (View) Foresight(p engine.Position, _ engine.Seat) engine.Foresight {
	s := p.(*g18cz.State)
	f := engine.Foresight{Lines: 1, Point: 1, Sketch: sketch}
	if q, _ := s.Question(); q == g18cz.NoQuestion && s.Stage != g18cz.Operating {
		f.Lines, f.Playouts = 6, 6
	}
	return f
}

// sketch is the usual turn without most of the track of corporations that already earn: finding it takes nine
// tenths of the time of a game, and it changes their earnings about equally.
func sketch(p engine.Position, seat engine.Seat) engine.Turn {
	return usual(p.(*g18cz.State), seat, true)
}

// sketchedFrom is the first set in which a sketch omits such track: before, boards are small and it is found fast.
const sketchedFrom = 5

// sketched reports whether a sketch leaves the track of a corporation as it is.
func sketched(s *g18cz.State, c g18cz.Company) bool {
	return s.Round().Set >= sketchedFrom && lastRevenue(s, c) > 0
}
