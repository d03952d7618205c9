package g18cz

import (
	"slices"

	"railpost/engine/rail/route"
	"railpost/engine/rail/running"
	"railpost/engine/rail/track"
)

// chapters are the sections about running.
var chapters = running.Chapters{Run: "7.7", Route: "7.7", Best: "R48"}

// bestRun is the best set of routes of a corporation as things stand. Where the
// search was given up it is the best that was found: see Proven and Bound.
func (s *State) bestRun(c Company) running.Plan { return s.runner(c).Search() }

// runner is a corporation as one that runs trains: those of its own size, each at
// most once (7.7).
func (s *State) runner(c Company) *running.Runner {
	r := &running.Runner{
		Ground: s.words(), Owner: owner(c), Chapters: &chapters, Colour: s.redColour(), Bonus: s.homeBonus(c), Known: s.lastRun(c),
		Idle: s.Rules.AllowNothing, Trust: s.Rules.TrustRoutes,
	}
	for _, card := range s.runs(c) {
		r.Trains = append(r.Trains, s.train(card))
	}
	return r
}

// train is a card as one that runs.
func (s *State) train(card Card) running.Train {
	name := face(card).Name
	return running.Train{Name: name, Short: name[:len(name)-1], Train: s.rangeOf(card)}
}

// runs are the trains that a corporation can run, in the order they came.
func (s *State) runs(c Company) (list []Card) {
	for _, card := range s.Companies[c].Trains {
		if sizeOf(card) == companies[c].size {
			list = append(list, card)
		}
	}
	return list
}

// engineTowns is how many towns an E train of the public engine counts at most
// (R7).
const engineTowns = 3

// rangeOf is what a train may visit, and what it counts (7.7).
func (s *State) rangeOf(card Card) route.Train {
	n := face(card).Range
	switch sizeOf(card) {
	case small:
		return route.Train{Range: n}
	case medium: // n cities and n towns, which may use free places of cities (R8)
		return route.Train{Range: n, Towns: n}
	}
	if s.Rules.EngineCount {
		return route.Train{Range: n, Towns: engineTowns, Express: true}
	}
	return route.Train{Range: n, Towns: n, Express: true, CitiesFirst: true}
}

// homeBonus: its red tile is worth more to the corporation whose home it is, for
// each train that stops there (7.7).
func (s *State) homeBonus(c Company) func(track.Place) int {
	red := companies[c].red
	return func(p track.Place) int {
		if tile, laid := s.Board.Laid[p.Hex].ID(); laid && companies[c].size == large && tile == red {
			return homeBonus
		}
		return 0
	}
}

// lastRun is what a corporation ran last, as orders name routes.
func (s *State) lastRun(c Company) []string {
	i := slices.IndexFunc(s.Runs, func(r Run) bool { return r.Company == c })
	if i < 0 {
		return nil
	}
	return s.Runs[i].Routes
}

// remember keeps the last run of a corporation.
func (s *State) remember(r Run) {
	i := slices.IndexFunc(s.Runs, func(old Run) bool { return old.Company == r.Company })
	if i < 0 {
		s.Runs = append(s.Runs, r)
		return
	}
	s.Runs[i] = r
}
