package g18cz

import (
	"railpost/engine"
	"railpost/engine/rail/running"
)

// runVerb is "run best" and "run E12.1-D13-D15" (7.7). There is no pass: running
// is compulsory.
func (s *State) runVerb() engine.Verb {
	v := runHead
	v.Do = doRun
	v.Params = []engine.Param{{Name: "routes", In: func(engine.Args) engine.Domain { return s.runner(s.company()).Routes() }}}
	if s.runRefusal() != nil {
		v.Not = s.runRefusal
	}
	return v
}

var runHead = engine.Verb{Name: "run", Also: []string{"routes"}, Gloss: "18cz.verb.run"}

// runRefusal says why a corporation does not run: no train of its own size, no
// way to a stop.
func (s *State) runRefusal() *engine.Refusal {
	c := s.company()
	switch {
	case s.ownTrains(c) == 0:
		return engine.Forbid("7.7", "18cz.no.run-trains", companySay("company", c), sizeSay("size", companies[c].size))
	case !s.canRun(c):
		return engine.Forbid("7.7", "18cz.no.run-nowhere", companySay("company", c))
	}
	return nil
}

// doRun runs the trains; the revenue waits for the dividend (7.8).
func doRun(tx *engine.Tx, a engine.Args) error {
	s, p := state(tx), a[0].(running.Plan)
	if err := s.decline(tx, stepRun); err != nil {
		return err
	}
	c := s.company()
	if len(p.Routes) == 0 {
		tx.Report("18cz.report.run-nothing", companySay("company", c))
	} else {
		tx.Report("18cz.report.run", companySay("company", c), engine.SeveralOf("routes", p.Routes, engine.Text), engine.Int("n", p.Revenue))
	}
	s.Turn.Revenue = p.Revenue
	s.remember(Run{Company: c, Routes: p.Routes, Revenue: p.Revenue})
	return s.advance(tx)
}
