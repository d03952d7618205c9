package view

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise/turns"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
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
