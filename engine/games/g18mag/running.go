package g18mag

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/cash"
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
