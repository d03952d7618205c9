package g18mag

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/route"
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
	return stayOrAdvance(s, tx)
}

// Goods are the trains and wagon services that minors buy (VI.3.8).
type Goods struct {
	Limit    int              // train limit of a minor
	Least    int              // lowest price of a train of another minor
	Trains   []trainType      // by size
	Services []Company        // the majors that sell one, by list_order; with two players only RÁBA
	Prices   map[string][]int // of the first, second, third service of a turn, by colour of the phase
	Bonus    map[string]int   // in a red area, by colour of the phase
	sizes    []engine.Word[int]
}

// trainType is a type of train and how its price is divided (VI.3.8, X).
type trainType struct {
	Size   int
	Price  int
	Seller Company // the major that sells it for the bank
	Share  int     // the major's part of the price
}

// Train finds a type by its size; ok is false if none is sold.
func (g *Goods) Train(size int) (t trainType, ok bool) {
	i := slices.IndexFunc(g.Trains, func(t trainType) bool { return t.Size == size })
	if i < 0 {
		return trainType{}, false
	}
	return g.Trains[i], true
}

// SizeWords returns the sizes of trains as orders write them: "3" or "3-train".
func (g *Goods) SizeWords() []engine.Word[int] { return g.sizes }

func sizeWords(trains []trainType) []engine.Word[int] {
	words := make([]engine.Word[int], 0, len(trains))
	for _, t := range trains {
		n := strconv.Itoa(t.Size)
		words = append(words, engine.Word[int]{Text: n, Also: []string{n + " train", "t" + n}, Value: t.Size})
	}
	return words
}

// serviceNames are the names of services in orders, besides their sellers' names.
var serviceNames = map[Company][]string{
	Raba: {"red", "red area", "red bonus", "bonus", "offboard"},
	Ganz: {"gc", "g+c", "g and c", "ganz", "plus", "plus train"},
	SNW:  {"mine", "mines", "mine access"},
}

// ServiceWords returns the services on sale, as orders name them.
func (g *Goods) ServiceWords() []engine.Word[Company] {
	words := make([]engine.Word[Company], 0, len(g.Services))
	for _, c := range g.Services {
		w := engine.Word[Company]{Text: ServiceText(c), Also: serviceNames[c], Value: c}
		if len(g.Services) == 1 { // RÁBA sells both (X)
			w.Also = append(slices.Clone(w.Also), "plus", "plus train")
		}
		words = append(words, w)
	}
	return words
}

// service returns the advantage of a service for one train in a phase (VI.3.7). A bought service must be used,
// if the table wants that.
func (g *Goods) service(seller Company, colour string, must bool) route.Service {
	w := route.Service{Must: must}
	switch seller {
	case Raba:
		w.Bonus = g.Bonus[colour]
		w.Longer = len(g.Services) == 1 // X: the bonus or the plus train
	case Ganz:
		w.Longer = true
	case SNW:
		w.Extra = true // the mine may be anywhere in the route
	}
	return w
}

// The majors that minors pay (III.3.3). They are in play with any number of players.
var (
	Raba  = MajorOf("RABA")
	Ganz  = MajorOf("G&C")
	SNW   = MajorOf("SNW")
	SIK   = MajorOf("SIK")
	szKEV = MajorOf("SKEV")
)
