package g18mag

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
)

// serviceVerb is "service raba": a wagon service for one train in this turn, bought
// before running (VI.3.7). No minor must buy one.
func serviceVerb(s *State) engine.Verb {
	v := engine.Verb{Name: "service", Also: serviceAlso, Gloss: key.VerbService, Do: doService}
	v.Params = []engine.Param{{Name: "service", About: true, In: func(engine.Args) engine.Domain {
		return engine.Words(key.ParamService, s.Goods().ServiceWords(), func(seller Company) error { return serviceRule(s, seller) })
	}}}
	switch c := s.Company(); {
	case len(s.Minors[c].Trains) == 0:
		v.Not = func() *engine.Refusal { return engine.Forbid("VI.3.7", key.NoNoTrain, CompanySay("company", c)) }
	case s.Rules.ServiceRuns && !s.CanRun(c):
		v.Not = func() *engine.Refusal {
			return engine.Forbid("R-16", key.NoServiceNoRun, CompanySay("company", c))
		}
	}
	return v
}

var serviceAlso = []string{"wagon", "wagons"}

// ServiceText returns the name of a service in orders: "raba", "g&c".
func ServiceText(c Company) string { return engine.Fold(Companies[c].SiteID) }

// ServicePrice returns the price of the next service in this turn (VI.3.7, R-43); ok is
// false if none is left.
func (s *State) ServicePrice() (price int, ok bool) {
	prices := s.Goods().Prices[s.PhaseColour()]
	n := len(s.Turn.Services)
	if n >= len(prices) {
		return 0, false
	}
	return prices[n], true
}

// serviceRule refuses a service that cannot be bought now. One that no legal set of
// routes can use, even with others that the minor can still pay for, would keep the
// trains from running.
func serviceRule(s *State, seller Company) error {
	c := s.Company()
	service, to := serviceSay(s, seller), CompanySay("to", seller)
	price, left := s.ServicePrice()
	switch {
	case slices.Contains(s.Turn.Services, seller):
		return engine.Forbid("VI.3.7", key.NoServiceTwice, service, to, CompanySay("company", c))
	case !left:
		return engine.Forbid("X", key.NoServiceOne, service, to, CompanySay("company", c))
	case s.Purse(c) < price:
		return engine.Forbid("VI.3.7", key.NoServiceDear, service, to, CompanySay("company", c), engine.Int("n", price), engine.Int("treasury", s.Purse(c)))
	case !canComeToUse(s, c, append(slices.Clone(s.Turn.Services), seller), s.Purse(c)-price):
		return engine.Forbid("R-06", key.NoServiceUseless, service, to, CompanySay("company", c))
	}
	return nil
}

// canComeToUse reports whether some legal set of routes uses all these services,
// perhaps with more that this much money buys: they can be bought in any order
// (VI.3.7).
func canComeToUse(s *State, c Company, services []Company, money int) bool {
	if s.canUse(c, services) {
		return true
	}
	prices := s.Goods().Prices[s.PhaseColour()]
	if len(services) == len(prices) || money < prices[len(services)] {
		return false
	}
	return slices.ContainsFunc(s.Goods().Services, func(seller Company) bool {
		return !slices.Contains(services, seller) &&
			canComeToUse(s, c, append(slices.Clone(services), seller), money-prices[len(services)])
	})
}

// serviceSay names a service: "18mag.service.raba". If RÁBA sells both effects (X), the name
// says so.
func serviceSay(s *State, seller Company) engine.Arg {
	name := Companies[seller].Key
	if len(s.Goods().Services) == 1 {
		name = "either"
	}
	return engine.Term("service", key.ServiceOf+name)
}

func doService(tx *engine.Tx, a engine.Args) error {
	s, seller := state(tx), a[0].(Company)
	if err := decline(s, tx, StepRun); err != nil {
		return err
	}
	c := s.Company()
	price, _ := s.ServicePrice()
	if err := s.Pay(s.Account(c), s.Account(seller), price); err != nil {
		return err
	}
	s.Turn.Services = append(s.Turn.Services, seller)
	tx.Report(key.ReportService, CompanySay("company", c), serviceSay(s, seller), CompanySay("to", seller), engine.Int("n", price))
	return again(s, tx)
}
