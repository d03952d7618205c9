package g18mag

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/running"
)

// runVerb is "run best" and "run E16-G16-H17" (VI.3.6).
func runVerb(s *State) engine.Verb {
	v := engine.Verb{Name: "run", Also: runAlso, Gloss: key.VerbRun, Do: doRun}
	v.Params = []engine.Param{{Name: "routes", In: func(engine.Args) engine.Domain {
		return s.Runner(s.Company(), s.Turn.Services).Routes()
	}}}
	v.Not = engine.Because(runRefusal(s))
	return v
}

var runAlso = []string{"routes"}

// runRefusal explains that no train can run because there is none (VI.3.6).
func runRefusal(s *State) *engine.Refusal {
	if c := s.Company(); len(s.Minors[c].Trains) == 0 {
		return engine.Forbid("VI.3.6", key.NoNoTrain, CompanySay("company", c))
	}
	return nil
}

// doRun runs the trains and pays: half of the revenue to the owner and half to the
// treasury; money of mines goes to the treasury alone (VI.3.7). Without a legal route
// the income is 0.
func doRun(tx *engine.Tx, a engine.Args) error {
	s, p := state(tx), a[0].(running.Plan)
	if err := decline(s, tx, StepRun); err != nil {
		return err
	}
	c := s.Company()
	if err := income(s, tx, c, p); err != nil {
		return err
	}
	if s.Can(StepRun) { // otherwise the step is skipped, as without an order
		remember(s, Run{Minor: c, Routes: p.Routes, Revenue: p.Revenue, Mine: p.Extra})
	}
	return advance(s, tx)
}

func income(s *State, tx *engine.Tx, c Company, p running.Plan) error {
	half := p.Revenue / 2
	if len(p.Routes) == 0 {
		tx.Report(key.ReportRunNothing, CompanySay("company", c))
	} else {
		tx.Report(key.ReportRun, CompanySay("company", c), engine.Int("n", p.Revenue), Who(s.OwnerOf(c)), engine.Int("own", p.Revenue-half), engine.Int("treasury", half))
	}
	if p.Extra > 0 {
		tx.Report(key.ReportMine, CompanySay("company", c), engine.Int("n", p.Extra))
	}
	if err := s.Pay(cash.Bank, Wallet(s.OwnerOf(c)), p.Revenue-half); err != nil {
		return err
	}
	return s.Pay(cash.Bank, s.Account(c), half+p.Extra)
}

// remember stores the last run of a minor.
func remember(s *State, r Run) {
	if old := s.RunOf(r.Minor); old != nil {
		*old = r
		return
	}
	s.Runs = append(s.Runs, r)
}

// RunOf returns a minor's last run; nil if it has not run.
func (s *State) RunOf(c Company) *Run {
	i := slices.IndexFunc(s.Runs, func(r Run) bool { return r.Minor == c })
	if i < 0 {
		return nil
	}
	return &s.Runs[i]
}
