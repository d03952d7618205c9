package g18mag

import (
	"slices"
	"strconv"

	"railpost/engine/rail/route"
	"railpost/engine/rail/running"
	"railpost/engine/rail/track"
)

// chapters are the sections that refusals about running cite.
var chapters = running.Chapters{Run: "VI.3.6", Route: "VI.2", Extra: "VI.3.7", Must: "R-06", Best: "R-18"}

// Runner returns a minor and its trains as a runner, with some services.
func (s *State) Runner(c Company, services []Company) *running.Runner {
	r := &running.Runner{
		Ground: s.Words(), Owner: Owner(c), Chapters: &chapters, Colour: s.PhaseColour(), Bonus: s.majorBonus, Known: s.LastRun(c),
		Idle: s.Rules.IdleServices, // logs of the public engine have empty runs
		Best: s.Rules.BestRoutes,
	}
	for _, size := range s.Minors[c].Trains { // VI.3.6: at most this many locations
		r.Trains = append(r.Trains, running.Train{Name: strconv.Itoa(size), Train: route.Train{Range: size}})
	}
	for _, seller := range services {
		r.Services = append(r.Services, running.Service{Name: serviceSay(s, seller), Service: s.Goods().service(seller, s.PhaseColour(), !s.Rules.IdleServices)})
	}
	return r
}

// RunnerNow returns a minor and its trains as a runner, with the services it has bought.
func (s *State) RunnerNow(c Company) *running.Runner {
	var services []Company
	if s.Stage == Operating && s.Company() == c {
		services = s.Turn.Services
	}
	return s.Runner(c, services)
}

// BestRun returns the best routes of a minor with the services it has bought.
func (s *State) BestRun(c Company) running.Plan { return s.RunnerNow(c).Search() }

// BestWith returns the best routes of a minor with some services.
func (s *State) BestWith(c Company, services []Company) running.Plan {
	return s.Runner(c, services).Search()
}

// LastRun returns a minor's last run, in the words of orders.
func (s *State) LastRun(c Company) []string {
	if r := s.RunOf(c); r != nil {
		return r.Routes
	}
	return nil
}

// CanRun reports whether a minor that owns a train must run: its network leads from a
// station to another stop, which may be a mine (VI.3.1, R-16).
func (s *State) CanRun(c Company) bool { return s.Board.Reach(s.World(), Owner(c)).Runs }

// canUse reports whether some legal set of routes uses all these services.
func (s *State) canUse(c Company, services []Company) bool {
	return s.Rules.IdleServices || s.Runner(c, slices.Sorted(slices.Values(services))).Usable()
}

// majorStation is the value that a major's station adds to its city (VI.3.7).
const majorStation = 10

// majorBonus returns the bonus of majors' stations at a stop.
func (s *State) majorBonus(p track.Place) (n int) {
	if s.Board.Slots(s.World(), p) == 0 {
		return 0
	}
	for _, st := range s.Board.In(p) {
		if !Company(st.Owner).Minor() {
			n += majorStation
		}
	}
	return n
}
