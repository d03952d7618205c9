package g18mag

import (
	"slices"

	"railpost/engine"
)

// serviceVerb is "service raba": a wagon service for one train of this turn,
// bought before running (VI.3.7). Nobody has to buy one.
func (s *State) serviceVerb() engine.Verb {
	v := serviceHead
	v.Do = doService
	v.Params = []engine.Param{{Name: "service", About: true, In: func(engine.Args) engine.Domain {
		return engine.Words("18mag.param.service", s.serviceWords(), s.serviceRule)
	}}}
	switch c := s.company(); {
	case len(s.Minors[c].Trains) == 0:
		v.Not = func() *engine.Refusal { return engine.Forbid("VI.3.7", "18mag.no.no-train", companySay("company", c)) }
	case s.Rules.ServiceRuns && !s.canRun(c):
		v.Not = func() *engine.Refusal {
			return engine.Forbid("R-16", "18mag.no.service-no-run", companySay("company", c))
		}
	}
	return v
}

var serviceHead = engine.Verb{Name: "service", Also: []string{"wagon", "wagons"}, Gloss: "18mag.verb.service"}

// serviceNames are how services may be asked for, besides by their sellers' names.
var serviceNames = map[Company][]string{
	raba: {"red", "red area", "red bonus", "bonus", "offboard"},
	ganz: {"gc", "g+c", "g and c", "ganz", "plus", "plus train"},
	snw:  {"mine", "mines", "mine access"},
}

func (s *State) serviceWords() []engine.Word[Company] {
	sellers := s.goods().services
	words := make([]engine.Word[Company], 0, len(sellers))
	for _, c := range sellers {
		w := engine.Word[Company]{Text: serviceText(c), Also: serviceNames[c], Value: c}
		if len(sellers) == 1 { // RÁBA sells both (X)
			w.Also = append(slices.Clone(w.Also), "plus", "plus train")
		}
		words = append(words, w)
	}
	return words
}

// serviceText is how orders name a service: "raba", "g&c".
func serviceText(c Company) string { return engine.Fold(companies[c].logID) }

// servicePrice is the price of the next service of this turn (VI.3.7, R-43); ok
// is false when none is left.
func (s *State) servicePrice() (price int, ok bool) {
	prices := s.goods().prices[s.phaseColour()]
	n := len(s.Turn.Services)
	if n >= len(prices) {
		return 0, false
	}
	return prices[n], true
}

// serviceRule says what forbids to buy a service now. One that no legal set of
// routes can use, not even with others that can still be paid, would keep the
// trains from running.
func (s *State) serviceRule(seller Company) error {
	c := s.company()
	service, to := serviceSay(seller), companySay("to", seller)
	price, left := s.servicePrice()
	switch {
	case slices.Contains(s.Turn.Services, seller):
		return engine.Forbid("VI.3.7", "18mag.no.service-twice", service, to, companySay("company", c))
	case !left:
		return engine.Forbid("X", "18mag.no.service-one", service, to, companySay("company", c))
	case s.purse(c) < price:
		return engine.Forbid("VI.3.7", "18mag.no.service-dear", service, to, companySay("company", c), engine.Int("n", price), engine.Int("treasury", s.purse(c)))
	case !s.canComeToUse(c, append(slices.Clone(s.Turn.Services), seller), s.purse(c)-price):
		return engine.Forbid("R-06", "18mag.no.service-useless", service, to, companySay("company", c))
	}
	return nil
}

// canComeToUse says whether some legal set of routes uses all these services, and
// maybe more that so much money buys: they are bought in any order (VI.3.7).
func (s *State) canComeToUse(c Company, services []Company, money int) bool {
	if s.canUse(c, services) {
		return true
	}
	prices := s.goods().prices[s.phaseColour()]
	if len(services) == len(prices) || money < prices[len(services)] {
		return false
	}
	for _, seller := range s.goods().services {
		if !slices.Contains(services, seller) && s.canComeToUse(c, append(slices.Clone(services), seller), money-prices[len(services)]) {
			return true
		}
	}
	return false
}

// serviceSay names a service: "18mag.service.raba".
func serviceSay(seller Company) engine.Arg {
	return engine.Term("service", "18mag.service."+companies[seller].key)
}

func doService(tx *engine.Tx, a engine.Args) error {
	s, seller := state(tx), a[0].(Company)
	if err := s.decline(tx, stepRun); err != nil {
		return err
	}
	c := s.company()
	price, _ := s.servicePrice()
	if err := s.pay(s.account(c), s.account(seller), price); err != nil {
		return err
	}
	s.Turn.Services = append(s.Turn.Services, seller)
	tx.Report("18mag.report.service", companySay("company", c), serviceSay(seller), companySay("to", seller), engine.Int("n", price))
	return s.again(tx)
}
