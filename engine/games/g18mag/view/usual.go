package view

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/advise/turns"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/cash"
)

// The usual turn is what most players would do most of the time, printed in a letter as
// a block of orders. It is found by trial; no rule depends on it.

// usualTurn returns the usual turn of a seat from here.
func usualTurn(s *g18mag.State, seat engine.Seat) engine.Turn {
	if seat != s.Actor || seat == engine.Nobody || s.Asking != nil || s.IstvanAsks() {
		return engine.Turn{}
	}
	u := &usual{Turn: turns.Begin(title, s, seat)}
	switch {
	case s.Stage == g18mag.Stocks:
		u.trade()
	case s.Stage == g18mag.Operating && s.Company().Minor():
		u.operate()
	case s.Stage == g18mag.Operating:
		u.pay()
	}
	return engine.Turn{Lines: u.Lines, Aim: u.aim}
}

// usual is a turn under construction.
type usual struct {
	*turns.Turn[*g18mag.State]
	aim engine.Message
}

// operate plays the turn of a minor.
func (u *usual) operate() {
	c := u.Now().Company()
	u.build(c)
	u.scrapSmall(c)
	u.run(c)
	u.buyTrain(c)
	u.aimed(c)
	if s := u.Now(); s.Stage == g18mag.Operating && s.Company() == c && s.Actor == u.Seat && s.Asking == nil {
		u.Add("done")
	}
}

// aimed tells the purpose of a minor's turn.
func (u *usual) aimed(c g18mag.Company) {
	s, bought := u.Now(), ""
	for _, l := range u.Lines {
		if size, ok := strings.CutPrefix(l, "buy "); ok {
			bought = size
		}
	}
	run, left := 0, s.Purse(c)
	if r := s.RunOf(c); r != nil && slices.ContainsFunc(u.Lines, func(l string) bool { return strings.HasPrefix(l, "run") }) {
		run = r.Revenue
	}
	args := []engine.Arg{engine.Int("n", run), engine.Text("train", bought), engine.Int("left", left)}
	switch {
	case slices.ContainsFunc(u.Lines, func(l string) bool { return strings.HasPrefix(l, "scrap") }):
		u.aim = engine.Msg(key.AimReplace, args...)
	case run > 0 && bought != "":
		u.aim = engine.Msg(key.AimRunTrain, args...)
	case run > 0 && left > 0 && len(s.Minors[c].Trains) < s.Goods().Limit:
		u.aim = engine.Msg(key.AimRunKeeps, args...)
	case run > 0:
		u.aim = engine.Msg(key.AimRun, args...)
	case bought != "":
		u.aim = engine.Msg(key.AimTrain, args...)
	case len(u.Lines) > 0:
		u.aim = engine.Msg(key.AimTrack, args...)
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
	without.Minors[c].Lose(small)
	revenue := without.BestWith(c, nil).Revenue
	if without.Pay(cash.Bank, without.Account(c), revenue/2) != nil {
		return
	}
	size, gain := bestTrain(without, c)
	if lastRounds(s) {
		if gain > (s.BestWith(c, nil).Revenue-revenue)*runsAhead(s)/2 {
			u.Add("scrap " + strconv.Itoa(small))
		}
		return
	}
	lost := s.BestWith(c, nil).Revenue - revenue
	if size > small && gain > (guess(s, c)-guess(without, c)+trainLeast)*runsAhead(s)/2+lost {
		u.Add("scrap " + strconv.Itoa(small))
	}
}

// trainLeast is the least additional revenue for which a larger train is bought.
const trainLeast = 10

// bestTrain returns the train of the bank that gains most in the runs to come, less a
// part of its price, and that gain; 0 if none is worth it. A minor without a train buys
// one while it can still run.
func bestTrain(s *g18mag.State, c g18mag.Company) (size, gain int) {
	if lastRounds(s) {
		return lastTrain(s, c)
	}
	runs := runsAhead(s)
	now := guess(s, c)
	for _, t := range s.Goods().Trains {
		if t.Price > s.Purse(c) {
			continue
		}
		with := s.Clone().(*g18mag.State)
		with.Minors[c].Gain(t.Size)
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

// buyTrain buys the train with the largest gain, while one gains anything.
func (u *usual) buyTrain(c g18mag.Company) {
	for u.open(c, g18mag.StepTrains) {
		size, _ := bestTrain(u.Now(), c)
		if size == 0 || !u.Add("buy "+strconv.Itoa(size)) {
			return
		}
	}
}

// Trains in the last operating rounds: money left to minors at the end is lost, so it is spent on any gain of
// their owner. The runs are computed, not guessed.

// lastRounds reports whether the last operating rounds are played.
func lastRounds(s *g18mag.State) bool {
	return s.Stage == g18mag.Operating && s.EndSet > 0 && s.Set >= s.EndSet
}

// lastTrain returns the bank's train with the largest gain for the owner of a minor, from the remaining runs
// and the later payments of its seller, and that gain; 0 if none gains anything. A minor without a train buys
// one while it can still run.
func lastTrain(s *g18mag.State, c g18mag.Company) (size, gain int) {
	runs, now := runsAhead(s)-1, 0
	if runs > 0 {
		now = s.BestWith(c, nil).Revenue
	}
	for _, t := range s.Goods().Trains {
		if t.Price > s.Purse(c) {
			continue
		}
		n := lead(s, c, t.Seller, t.Share)
		if runs > 0 {
			with := s.Clone().(*g18mag.State)
			with.Minors[c].Gain(t.Size)
			n += (with.BestWith(c, nil).Revenue - now) * runs / 2
		}
		if n > gain || size == 0 && runs > 0 && len(s.Minors[c].Trains) == 0 {
			size, gain = t.Size, n
		}
	}
	return size, gain
}

// lead is the advantage of the owner of a minor over the other player who holds most of a major, if that takes
// a fee and pays it out in this round.
func lead(s *g18mag.State, c, major g18mag.Company, fee int) int {
	owner, most := s.OwnerOf(c), 0
	for seat := range engine.Seat(s.Seats) {
		if seat != owner {
			most = max(most, s.Held(major, seat))
		}
	}
	paid, rise := gains(s, major, s.Purse(major))
	more, higher := gains(s, major, s.Purse(major)+fee)
	return (s.Held(major, owner) - most) / g18mag.Book.Structure.Share * (more + higher - paid - rise)
}
