package g18mag

import (
	"iter"
	"strings"

	"railpost/engine"
)

// Words of the order "run" besides routes.
const (
	bestWord    = "best"
	nothingWord = "nothing"
)

// runs is the domain of the routes of the operating minor: its values are plans.
// It lists the best set only, as "best"; the log has the routes themselves, so
// replay needs no search.
type runs struct {
	s *State
	c Company
}

var _ engine.Recorder = runs{}

// runDomain reads the routes of the operating minor.
func (s *State) runDomain() engine.Domain { return runs{s, s.company()} }

func (d runs) Read(t *engine.Tokens) (engine.Value, error) {
	if rest := len(t.All) - t.At; rest == 1 {
		switch t.Peek().Fold {
		case bestWord:
			t.Next()
			return d.best(), nil
		case nothingWord:
			t.Next()
			return plan{}, nil
		}
	}
	before := *t
	p, err := d.s.readRoutes(d.c, d.s.Turn.Services, t)
	if err != nil {
		*t = before
		return nil, err
	}
	return p, nil
}

func (d runs) best() plan {
	p := d.s.bestRun(d.c)
	p.best = true
	return p
}

// Rule says what forbids a plan besides the network: the duty to run, and under
// an option that to run best.
func (d runs) Rule(v engine.Value) error {
	p := v.(plan)
	switch {
	case p.fault != nil:
		return p.fault
	case p.best:
		return nil
	case len(p.lines) == 0 && !d.s.Rules.IdleServices: // logs of the public engine have empty runs
		if best := d.best(); best.revenue > 0 {
			return engine.Forbid("VI.3.6", "18mag.no.run-must", companySay("company", d.c), engine.Int("n", best.revenue))
		}
	case d.s.Rules.BestRoutes:
		if best := d.best(); p.revenue < best.revenue {
			return engine.Forbid("R-18", "18mag.no.run-better", companySay("company", d.c), engine.Int("n", best.revenue), engine.Int("revenue", p.revenue))
		}
	}
	return nil
}

// Members is the best set. Where no train can run nothing is listed: the order is
// read then, and nothing happens.
func (d runs) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		if d.s.minorCan(stepRun) {
			yield(d.best())
		}
	}
}

// Text is "best" for the best plan.
func (d runs) Text(v engine.Value) string {
	if v.(plan).best {
		return bestWord
	}
	return d.Record(v)
}

// Record is the routes themselves.
func (d runs) Record(v engine.Value) string {
	p := v.(plan)
	if len(p.routes) == 0 {
		return nothingWord
	}
	return strings.Join(p.routes, ", ")
}
