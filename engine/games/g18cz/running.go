package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/route"
	"railpost/engine/rail/running"
	"railpost/engine/rail/track"
)

// chapters are the sections about running.
var chapters = running.Chapters{Run: "VIII.7", Route: "VIII.7", Best: "R48"}

// BestRun returns the best routes of a corporation in this position; empty for one that
// is gone or has no train of its own size. If the search was given up it is the best
// that was found: see Proven and Bound.
func (s *State) BestRun(c Company) running.Plan {
	if s.Companies[c].Gone || s.OwnTrains(c) == 0 {
		return running.Plan{}
	}
	return s.Runner(c).Search()
}

// Runner runs the trains of a corporation: those of its own size, each at most once (VIII.7). Tracks that only
// cross are separate pieces (R20).
func (s *State) Runner(c Company) *running.Runner {
	r := &running.Runner{
		Ground: s.Words(), Owner: Owner(c), Chapters: &chapters, Colour: s.PhaseRules().Colour(), Bonus: homeBonus(s, c), Idle: s.Rules.AllowNothing, Trust: s.Rules.TrustRoutes,
	}
	if last := s.RunOf(c); last != nil {
		r.Known = last.Routes
	}
	for _, card := range s.RunningTrains(c) {
		r.Trains = append(r.Trains, s.Train(card))
	}
	return r
}

// Train is a card as the route search needs it.
func (s *State) Train(card Card) running.Train {
	name := Face(card).Name
	return running.Train{Name: name, Short: name[:len(name)-1], Train: rangeOf(s, card)}
}

// engineTowns is the most towns that an E train counts in the public engine (R7).
const engineTowns = 3

// rangeOf returns the limit of a train's stops, and which of them count (VIII.7).
func rangeOf(s *State, card Card) route.Train {
	n := Face(card).Range
	switch SizeOf(card) {
	case Small:
		return route.Train{Range: n}
	case Medium: // n cities and n towns, which may use free places of cities (R8)
		return route.Train{Range: n, Towns: n}
	}
	if s.Rules.EngineCount {
		return route.Train{Range: n, Towns: engineTowns, Express: true}
	}
	return route.Train{Range: n, Towns: n, Express: true, CitiesFirst: true}
}

// homeBonus returns the bonus of a stop: a red tile is worth more to the corporation whose home it is, for each
// train that stops there (VIII.7).
func homeBonus(s *State, c Company) func(track.Place) int {
	red := Book.Companies[c].Red
	return func(p track.Place) int {
		if tile, laid := s.Board.Laid[p.Hex].ID(); laid && c.Size() == Large && tile == red {
			return HomeBonus
		}
		return 0
	}
}

// RunOf is the last run of a corporation, or nil.
func (s *State) RunOf(c Company) *Run {
	i := slices.IndexFunc(s.Runs, func(r Run) bool { return r.Company == c })
	if i < 0 {
		return nil
	}
	return &s.Runs[i]
}

// keepRun keeps the last run of a corporation.
func keepRun(s *State, r Run) {
	if old := s.RunOf(r.Company); old != nil {
		*old = r
		return
	}
	s.Runs = append(s.Runs, r)
}

// canRun reports whether a corporation has a train of its own size and can reach
// another stop from one of its stations (VIII.7).
func canRun(s *State, c Company) bool {
	return s.OwnTrains(c) > 0 && s.Board.Reach(s.World(), Owner(c)).Runs
}

// runVerb is "run best" and "run E12.1-D13-D15" (VIII.7). There is no pass, since
// running is compulsory.
func runVerb(s *State) engine.Verb {
	v := runHead
	v.Do = doRun
	v.Params = []engine.Param{{Name: "routes", In: func(engine.Args) engine.Domain { return s.Runner(s.Company()).Routes() }}}
	v.Not = engine.Because(runRefusal(s))
	return v
}

var runHead = engine.Verb{Name: "run", Also: []string{"routes"}, Gloss: key.VerbRun}

// runRefusal explains why a corporation does not run: no train of its own size, no way
// to a stop.
func runRefusal(s *State) *engine.Refusal {
	c := s.Company()
	switch {
	case s.OwnTrains(c) == 0:
		return engine.Forbid("VIII.7", key.NoRunTrains, CompanySay("company", c), SizeSay("size", c.Size()))
	case !canRun(s, c):
		return engine.Forbid("VIII.7", key.NoRunNowhere, CompanySay("company", c))
	}
	return nil
}

// doRun runs the trains; the revenue waits for the dividend (VIII.8).
func doRun(tx *engine.Tx, a engine.Args) error {
	s, p := state(tx), a[0].(running.Plan)
	c := s.Company()
	if len(p.Routes) == 0 {
		tx.Report(key.ReportRunNothing, CompanySay("company", c))
	} else {
		tx.Report(key.ReportRun, CompanySay("company", c), engine.SeveralOf("routes", p.Routes, engine.Text), engine.Int("n", p.Revenue))
	}
	s.Turn.Revenue = p.Revenue
	keepRun(s, Run{Company: c, Routes: p.Routes, Revenue: p.Revenue})
	return nil
}
