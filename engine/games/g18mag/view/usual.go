package view

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/advise/turns"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/cash"
)

// The usual turn is what most players would do most of the time, printed in a letter as
// a block of orders. It is found by trial; no rule depends on it.

// usualTurn returns the usual turn of a seat from here.
func usualTurn(s *g18mag.State, seat engine.Seat) []string {
	if seat != s.Actor || seat == engine.Nobody || s.Asking != nil || s.IstvanAsks() {
		return nil
	}
	u := &usual{turns.Begin(title, s, seat)}
	switch {
	case s.Stage == g18mag.Stocks:
		u.trade()
	case s.Stage == g18mag.Operating && s.Company().Minor():
		u.operate()
	case s.Stage == g18mag.Operating:
		u.Add("pay " + strconv.Itoa(s.Most()))
	}
	return u.Lines
}

// usual is a turn under construction.
type usual struct{ *turns.Turn[*g18mag.State] }

// operate plays the turn of a minor.
func (u *usual) operate() {
	c := u.Now().Company()
	u.build(c)
	u.scrapSmall(c)
	u.run(c)
	u.buyTrain(c)
	if s := u.Now(); s.Stage == g18mag.Operating && s.Company() == c && s.Actor == u.Seat && s.Asking == nil {
		u.Add("done")
	}
}

// open reports whether a step of the company's turn is open or still to come.
func (u *usual) open(c g18mag.Company, step g18mag.Step) bool {
	s := u.Now()
	return s.Stage == g18mag.Operating && s.Company() == c &&
		slices.Index(g18mag.MinorSteps, s.Turn.Step) <= slices.Index(g18mag.MinorSteps, step) && s.Can(step)
}

// scrapSmall makes room for a larger train if the treasury can pay for it after the
// run, and the runs to come are worth it.
func (u *usual) scrapSmall(c g18mag.Company) {
	s := u.Now()
	if !u.open(c, g18mag.StepScrap) || len(s.Minors[c].Trains) < s.Goods().Limit {
		return
	}
	small := slices.Min(s.Minors[c].Trains)
	without := s.Clone().(*g18mag.State)
	without.LoseTrain(c, small)
	revenue := without.BestWith(c, nil).Revenue
	if without.Pay(cash.Bank, without.Account(c), revenue/2) != nil {
		return
	}
	size, gain := bestTrain(without, c)
	lost := s.BestWith(c, nil).Revenue - revenue
	if size > small && gain > (guess(s, c)-guess(without, c)+trainLeast)*runsAhead(s)/2+lost {
		u.Add("scrap " + strconv.Itoa(small))
	}
}

// trainLeast is how much more a larger train must earn to be worth buying.
const trainLeast = 10

// bestTrain returns the train of the bank that gains most in the runs to come, less a
// part of its price, and that gain; 0 if none is worth it. A minor without a train buys
// one while it can still run.
func bestTrain(s *g18mag.State, c g18mag.Company) (size, gain int) {
	runs := runsAhead(s)
	if s.EndSet > 0 && s.Set >= s.EndSet {
		runs-- // it no longer runs in this round
	}
	now := guess(s, c)
	for _, t := range s.Goods().Trains {
		if t.Price > s.Purse(c) || runs == 0 {
			continue
		}
		with := s.Clone().(*g18mag.State)
		with.GainTrain(c, t.Size)
		if n := (guess(with, c)-now)*runs/2 - t.Price/4; n > gain || size == 0 && len(s.Minors[c].Trains) == 0 {
			size, gain = t.Size, n
		}
	}
	return size, gain
}

// run buys the services that earn more than they cost, and runs the best routes.
func (u *usual) run(c g18mag.Company) {
	if !u.open(c, g18mag.StepRun) {
		return
	}
	for _, seller := range payingServices(u.Now(), c) {
		if !u.Add("service " + g18mag.ServiceText(seller)) {
			return
		}
	}
	u.Add("run best")
}

// payingServices returns the set of services with the highest income after their price.
// Money of mines goes to the treasury.
func payingServices(s *g18mag.State, c g18mag.Company) []g18mag.Company {
	var best []g18mag.Company
	plain := s.BestWith(c, s.Turn.Services)
	most := plain.Revenue + plain.Extra
	sellers := s.Goods().Services
	prices := s.Goods().Prices[s.PhaseColour()]
	for set := 1; set < 1<<len(sellers); set++ {
		var chosen []g18mag.Company
		price := 0
		for i, seller := range sellers {
			if set&(1<<i) == 0 {
				continue
			}
			if n := len(s.Turn.Services) + len(chosen); n < len(prices) {
				price += prices[n]
			} else {
				price = s.Purse(c) + 1
			}
			chosen = append(chosen, seller)
		}
		if price > s.Purse(c) || slices.ContainsFunc(chosen, func(x g18mag.Company) bool { return slices.Contains(s.Turn.Services, x) }) {
			continue
		}
		p := s.BestWith(c, slices.Concat(s.Turn.Services, chosen))
		if n := p.Revenue + p.Extra - price; !p.None && n > most {
			best, most = chosen, n
		}
	}
	return best
}

// buyTrain buys the train that gains most, as long as one does.
func (u *usual) buyTrain(c g18mag.Company) {
	for u.open(c, g18mag.StepTrains) {
		size, _ := bestTrain(u.Now(), c)
		if size == 0 || !u.Add("buy "+strconv.Itoa(size)) {
			return
		}
	}
}

// trade buys the most promising share for its price, or passes. A player with too many
// certificates sells first.
func (u *usual) trade() {
	for s := u.Now(); s.Stage == g18mag.Stocks && s.Actor == u.Seat && s.OverLimit(u.Seat); s = u.Now() {
		c, ok := dullest(s, u.Seat)
		if !ok || !u.Add("sell 1 "+g18mag.Companies[c].Word) {
			break
		}
	}
	s := u.Now()
	if s.Stage != g18mag.Stocks || s.Actor != u.Seat {
		return
	}
	if c, ok := brightest(s, u.Seat); ok && u.Add("buy "+g18mag.Companies[c].Word) {
		return
	}
	u.Add("pass")
}

// brightest returns the major whose share is most promising for its price.
func brightest(s *g18mag.State, seat engine.Seat) (g18mag.Company, bool) {
	c, _, ok := turns.Best(majorsIf(s, func(c g18mag.Company) bool { return s.MayBuy(seat, c) == nil }), func(c g18mag.Company) int { return appeal(s, seat, c) })
	return c, ok
}

// dullest returns the major whose share is least promising.
func dullest(s *g18mag.State, seat engine.Seat) (g18mag.Company, bool) {
	c, _, ok := turns.Best(majorsIf(s, func(c g18mag.Company) bool { return s.MaySell(seat, c) == nil }), func(c g18mag.Company) int { return -appeal(s, seat, c) })
	return c, ok
}

func majorsIf(s *g18mag.State, test func(g18mag.Company) bool) (list []g18mag.Company) {
	for _, c := range s.Edition().Majors {
		if test(c) {
			list = append(list, c)
		}
	}
	return list
}

// appeal estimates what a share may earn, in thousandths of its price; a majority
// within reach counts.
func appeal(s *g18mag.State, seat engine.Seat, c g18mag.Company) int {
	n := prospects(s, c) * 100 / max(1, s.PriceOf(c))
	switch held := s.Held(c, seat); {
	case s.DirectorOf(c) == seat:
		n += 20
	case s.DirectorOf(c) == engine.Nobody && held > 0:
		n += 60
	}
	return n
}
