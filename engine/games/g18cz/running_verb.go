package g18cz

import (
	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/running"
)

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
	if err := decline(s, tx, StepRun); err != nil {
		return err
	}
	c := s.Company()
	if len(p.Routes) == 0 {
		tx.Report(key.ReportRunNothing, CompanySay("company", c))
	} else {
		tx.Report(key.ReportRun, CompanySay("company", c), engine.SeveralOf("routes", p.Routes, engine.Text), engine.Int("n", p.Revenue))
	}
	s.Turn.Revenue = p.Revenue
	keepRun(s, Run{Company: c, Routes: p.Routes, Revenue: p.Revenue})
	return advance(s, tx)
}
