package g18mag

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/habit"
	"railpost/engine/rail/cash"
)

// The usual turn: what most players would do most of the time, as a block of
// orders that a letter prints. It is found by trying; no rule rests on it.

// Usual is the usual turn of a seat from here; nothing in the draft, and when a
// train is asked for.
func (s *State) Usual(seat engine.Seat) []string {
	if seat != s.Actor || seat == engine.Nobody || s.Asking != nil {
		return nil
	}
	u := &usual{habit.Begin(New(), s, seat)}
	switch {
	case s.Stage == stocks:
		u.trade()
	case s.Stage == operating && s.company().minor():
		u.operate()
	case s.Stage == operating:
		u.Add("pay " + strconv.Itoa(s.most()))
	}
	return u.Lines
}

// usual is a turn that is being put together.
type usual struct{ *habit.Turn[*State] }

// operate is the turn of a minor.
func (u *usual) operate() {
	c := u.Now().company()
	u.build(c)
	u.scrapSmall(c)
	u.run(c)
	u.buyTrain(c)
	if s := u.Now(); s.Stage == operating && s.company() == c && s.Actor == u.Seat && s.Asking == nil {
		u.Add("done")
	}
}

// open says whether a step of the company's turn is open or still to come.
func (u *usual) open(c Company, step Step) bool {
	s := u.Now()
	return s.Stage == operating && s.company() == c &&
		slices.Index(minorSteps, s.Turn.Step) <= slices.Index(minorSteps, step) && s.can(step)
}

// scrapSmall makes room for a larger train, when the treasury can pay it after
// the run and the runs to come are worth it.
func (u *usual) scrapSmall(c Company) {
	s := u.Now()
	if !u.open(c, stepScrap) || len(s.Minors[c].Trains) < s.goods().limit {
		return
	}
	small := slices.Min(s.Minors[c].Trains)
	without := s.Clone().(*State)
	without.loseTrain(c, small)
	revenue := without.bestWith(c, nil).Revenue
	if without.pay(cash.Bank, without.account(c), revenue/2) != nil {
		return
	}
	size, gain := without.bestTrain(c)
	lost := s.bestWith(c, nil).Revenue - revenue
	if size > small && gain > (s.guess(c)-without.guess(c)+trainLeast)*s.runsAhead()/2+lost {
		u.Add("scrap " + strconv.Itoa(small))
	}
}

// trainLeast is what a larger train must run for more to be worth the trouble.
const trainLeast = 10

// bestTrain is the train of the bank that brings most in the runs to come, less a
// part of its price, and how much; 0 when none is worth it. A minor without a train
// buys one while it can still run.
func (s *State) bestTrain(c Company) (size, gain int) {
	runs := s.runsAhead()
	if s.EndSet > 0 && s.Set >= s.EndSet {
		runs-- // it does not run in this round any more
	}
	now := s.guess(c)
	for _, t := range s.goods().trains {
		if t.price > s.purse(c) || runs == 0 {
			continue
		}
		with := s.Clone().(*State)
		with.gainTrain(c, t.size)
		if n := (with.guess(c)-now)*runs/2 - t.price/4; n > gain || size == 0 && len(s.Minors[c].Trains) == 0 {
			size, gain = t.size, n
		}
	}
	return size, gain
}

// run buys the services that bring more than they cost, and runs the best.
func (u *usual) run(c Company) {
	if !u.open(c, stepRun) {
		return
	}
	for _, seller := range u.Now().payingServices(c) {
		if !u.Add("service " + serviceText(seller)) {
			return
		}
	}
	u.Add("run best")
}

// payingServices is the set of services with the highest income after its price.
// Money of mines comes to the treasury.
func (s *State) payingServices(c Company) []Company {
	var best []Company
	plain := s.bestWith(c, s.Turn.Services)
	most := plain.Revenue + plain.Extra
	sellers := s.goods().services
	prices := s.goods().prices[s.phaseColour()]
	for set := 1; set < 1<<len(sellers); set++ {
		var chosen []Company
		price := 0
		for i, seller := range sellers {
			if set&(1<<i) == 0 {
				continue
			}
			if n := len(s.Turn.Services) + len(chosen); n < len(prices) {
				price += prices[n]
			} else {
				price = s.purse(c) + 1
			}
			chosen = append(chosen, seller)
		}
		if price > s.purse(c) || slices.ContainsFunc(chosen, func(x Company) bool { return slices.Contains(s.Turn.Services, x) }) {
			continue
		}
		p := s.bestWith(c, slices.Concat(s.Turn.Services, chosen))
		if n := p.Revenue + p.Extra - price; !p.None && n > most {
			best, most = chosen, n
		}
	}
	return best
}

// buyTrain buys the train that brings most, as long as one does.
func (u *usual) buyTrain(c Company) {
	for u.open(c, stepTrains) {
		size, _ := u.Now().bestTrain(c)
		if size == 0 || !u.Add("buy "+strconv.Itoa(size)) {
			return
		}
	}
}

// trade buys the share that promises most for its price, or passes. Who has too
// many certificates sells first.
func (u *usual) trade() {
	for s := u.Now(); s.Stage == stocks && s.Actor == u.Seat && s.overLimit(u.Seat); s = u.Now() {
		c, ok := s.dullest(u.Seat)
		if !ok || !u.Add("sell 1 "+companies[c].word) {
			break
		}
	}
	s := u.Now()
	if s.Stage != stocks || s.Actor != u.Seat {
		return
	}
	if c, ok := s.brightest(u.Seat); ok && u.Add("buy "+companies[c].word) {
		return
	}
	u.Add("pass")
}

// brightest is the major whose share promises most for its price.
func (s *State) brightest(seat engine.Seat) (Company, bool) {
	c, _, ok := habit.Best(s.majorsIf(func(c Company) bool { return s.mayBuy(seat, c) == nil }), func(c Company) int { return s.appeal(seat, c) })
	return c, ok
}

// dullest is the major of which a share is sold with the least regret.
func (s *State) dullest(seat engine.Seat) (Company, bool) {
	c, _, ok := habit.Best(s.majorsIf(func(c Company) bool { return s.maySell(seat, c) == nil }), func(c Company) int { return -s.appeal(seat, c) })
	return c, ok
}

func (s *State) majorsIf(test func(Company) bool) (list []Company) {
	for _, c := range s.edition().majors {
		if test(c) {
			list = append(list, c)
		}
	}
	return list
}

// appeal is what a share may bring, in thousandths of its price; a majority that
// is near counts.
func (s *State) appeal(seat engine.Seat, c Company) int {
	n := s.prospects(c) * 100 / max(1, s.priceOf(c))
	switch held := s.held(c, seat); {
	case s.directorOf(c) == seat:
		n += 20
	case s.directorOf(c) == engine.Nobody && held > 0:
		n += 60
	}
	return n
}
