package g18mag

import (
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/engine/route"
)

// plan is a set of routes of a minor: what "run" reads.
type plan struct {
	routes  []string // as orders name them
	revenue int      // of all routes, bonus included, mine money left out
	mine    int      // for the treasury (VI.3.7)

	lines  []route.Route // on the network of the minor
	best   bool          // it was asked for as "best"
	bound  int           // of the best plan: no set is worth more
	proven bool          // of the best plan: bound and revenue are equal
	none   bool          // of the best plan: the services cannot all be used
	fault  *engine.Refusal
}

// searchSteps is the budget of a search for the best routes, a second or two: a
// hundred times what the densest boards need.
const searchSteps = 20_000_000

// bestRun is the best set of routes of a minor with the services it has bought.
func (s *State) bestRun(c Company) plan {
	var services []Company
	if s.Stage == operating && s.company() == c {
		services = s.Turn.Services
	}
	return s.bestWith(c, services)
}

// bestWith is the best set of routes of a minor with some services. It is kept
// with the network: asked again in the same position there is no second search.
func (s *State) bestWith(c Company, services []Company) plan {
	graph := s.Board.Links(s.world(), owner(c))
	known := s.lastRun(c)
	key := fmt.Sprint("best", c, s.Minors[c].Trains, s.Phase, services, s.Rules.IdleServices, known)
	return graph.Memo(key, func() any {
		n := s.networkOf(c, services)
		n.Steps = searchSteps
		n.Warm = s.knownRoutes(n, known)
		return s.planOf(n, route.Best(&n.Problem))
	}).(plan)
}

func (s *State) planOf(n *network, a route.Answer) plan {
	return plan{
		routes: s.texts(n, a.Routes), revenue: a.Total, mine: a.Extra, lines: a.Routes,
		bound: a.Bound, proven: a.Proven, none: a.None,
	}
}

// lastRun is what a minor ran last, as orders name routes.
func (s *State) lastRun(c Company) []string {
	i := slices.IndexFunc(s.Runs, func(r Run) bool { return r.Minor == c })
	if i < 0 {
		return nil
	}
	return s.Runs[i].Routes
}

// knownRoutes finds the routes of an earlier turn on the network of today; those
// that are gone are left out.
func (s *State) knownRoutes(n *network, texts []string) (lines []route.Route) {
	for _, text := range texts {
		spelt, err := s.spell(engine.Tokenize(text))
		if err != nil || len(spelt) != 1 {
			continue
		}
		if readings, _ := s.readings(n, spelt[0], true); len(readings) > 0 {
			lines = append(lines, readings[0])
		}
	}
	return lines
}

// canRun says whether a minor that owns a train has to answer "run": its network
// leads from a station to another stop, a mine included (actions.md 6, R-16).
func (s *State) canRun(c Company) bool { return s.Board.Reach(s.world(), owner(c)).Runs }

// canUse says whether some legal set of routes uses all these services.
func (s *State) canUse(c Company, services []Company) bool {
	if s.Rules.IdleServices {
		return true
	}
	graph := s.Board.Links(s.world(), owner(c))
	key := fmt.Sprint("use", c, s.Minors[c].Trains, s.Phase, services)
	return graph.Memo(key, func() any { return route.Possible(&s.networkOf(c, services).Problem) }).(bool)
}
