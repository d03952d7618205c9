package g18mag

import (
	"railpost/engine"
)

// Stubs: whoever writes the real function in a file of his own deletes the stub.

// canRun says whether a minor that owns a train has to answer "run": its network
// leads from a station to another stop, a mine included (actions.md 6, R-16).
func (s *State) canRun(c Company) bool { return s.Board.Reach(s.world(), owner(c)).Runs }

// canUse says whether some legal set of routes uses all these services.
func (s *State) canUse(c Company, services []Company) bool { return true }

// plan is a set of routes of the operating minor: what "run" reads.
type plan struct {
	routes  []string // as orders name them
	revenue int      // of all routes, bonus included, mine money left out
	mine    int      // for the treasury (VI.3.7)
}

// runDomain reads the routes; its values are plans, its Rule says what forbids
// them (services that they leave idle included, R-06, and under Rules.BestRoutes
// less than the best, R-18).
func (s *State) runDomain() engine.Domain { return engine.Words[plan2]("18mag.param.routes", nil, nil) }

type plan2 struct{}
