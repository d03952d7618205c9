package view

import (
	"cmp"
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/engine/advise/turns"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/sheet"
)

// StepOf returns the kind of step that a seat is asked for. Trains above a limit belong to
// corporations, also where they are given away before a stock round.
func (View) StepOf(p engine.Position, seat engine.Seat) string {
	s := p.(*g18cz.State)
	q, _ := s.Question()
	switch {
	case seat != s.Actor() || s.Over():
		return ""
	case q == g18cz.AskConsent:
		return sheet.StepOffer
	case s.Stage == g18cz.Drafting:
		return sheet.StepDraft
	case s.Stage == g18cz.Stocks && q == g18cz.NoQuestion:
		return sheet.StepShare
	}
	return sheet.StepCompany
}

// TurnOf names the turn of a corporation. In the draft and in stock rounds one order ends a
// turn, but for sales that must be.
func (View) TurnOf(p engine.Position, seat engine.Seat) string {
	s := p.(*g18cz.State)
	if q, _ := s.Question(); seat != s.Actor() || s.Stage != g18cz.Operating || q == g18cz.AskConsent {
		return ""
	}
	return fmt.Sprintf("%d %s", s.Time, s.Company().ID())
}

// Default returns a harmless order.
func (View) Default(p engine.Position, seat engine.Seat) string {
	s := p.(*g18cz.State)
	if seat != s.Actor() || seat == engine.Nobody || s.Over() {
		return ""
	}
	u := &usualTurn{Turn: turns.Begin(title, s, seat)}
	switch q, c := s.Question(); {
	case q == g18cz.AskConsent:
		return u.First("refuse")
	case q == g18cz.AskReceived:
		return u.receive(c)
	case q == g18cz.AskExcess: // they must go (VIII.12)
		return u.discard("discard", c)
	case q != g18cz.NoQuestion: // one of two cities, for nothing (VIII.5, VIII.9)
		return u.forced("station", "remove")
	case s.Stage == g18cz.Drafting:
		return u.First("pass")
	case s.Stage == g18cz.Stocks:
		if line := u.First("pass"); line != "" {
			return line
		}
		return u.sellOver()
	}
	return u.harmless(s.Company())
}

// harmless continues a turn: it declines every optional step, runs and pays.
func (u *usualTurn) harmless(c g18cz.Company) string {
	if line := u.First("run best", "pay", "done", "pass"); line != "" {
		return line
	}
	switch u.Now().Turn.Step {
	case g18cz.StepHome: // it cannot be declined (VIII.6)
		return u.forced("home")
	case g18cz.StepTrack: // the home tile must be laid (R16)
		return u.cheapest(u.Choices("lay"))
	case g18cz.StepTrains:
		return u.mustBuy(c)
	}
	return ""
}

// mustBuy returns the cheapest train of its own size that the bank sells, which a corporation must buy
// (VIII.10). If money is missing, the sale of a local railway comes before it, rather than a loan of the
// director (VIII.11).
func (u *usualTurn) mustBuy(c g18cz.Company) string {
	if u.raise(c); len(u.Lines) > 0 {
		return u.Lines[0]
	}
	var own []g18cz.Card
	for _, card := range append([]g18cz.Card{{Pile: u.Now().Top()}}, u.Now().Reserve...) {
		if to, ok := g18cz.Flipped(c, card); ok {
			own = append(own, to)
		}
	}
	slices.SortStableFunc(own, func(a, b g18cz.Card) int { return cmp.Compare(g18cz.Face(a).Price, g18cz.Face(b).Price) })
	return u.First(engine.Each(own, func(card g18cz.Card) string { return "buy " + g18cz.Face(card).Name })...)
}

// receive decides about the trains of a take-over (VIII.9): it keeps as many as allowed, and flips one if the
// corporation would have to buy one otherwise.
func (u *usualTurn) receive(c g18cz.Company) string {
	if u.Now().OwnTrains(c) == 0 {
		if line := u.cheapest(u.Choices("flip")); line != "" {
			return line
		}
	}
	if line := u.First("pass"); line != "" {
		return line
	}
	return u.discard("drop", c)
}

// discard gives away the cheapest train, but not the only one of the own size while there is another.
func (u *usualTurn) discard(verb string, c g18cz.Company) string {
	kept := func(x choice) (n int) {
		for _, card := range x.After.Companies[c].Trains {
			n += g18cz.Face(card).Price
		}
		if x.After.OwnTrains(c) == 0 {
			n -= lacking
		}
		return n
	}
	best, _, _ := turns.Best(u.Choices(verb), kept)
	return best.Line
}

// lacking is more than all trains of a corporation cost.
const lacking = 10_000

// forced returns the answer that is worth most where all are free.
func (u *usualTurn) forced(beginnings ...string) string {
	best, _, ok := turns.Best(u.Choices(beginnings...), func(x choice) int { return u.worth(x.After) })
	if !ok {
		return u.Any(beginnings...)
	}
	return best.Line
}

// cheapest returns the line that costs the corporation and the player least; of several, the one that is worth most.
func (u *usualTurn) cheapest(list []choice) string {
	c := u.Now().Company()
	money := func(s *g18cz.State) int {
		loan := s.Loans[u.Seat]
		return s.Treasury(c) + s.Cash.Of(g18cz.SeatAccount(u.Seat)) - loan.Debt - loan.Penalty
	}
	best, _, _ := turns.Best(list, func(x choice) int { return money(x.After)*lacking + u.worth(x.After) })
	return best.Line
}

// sellOver returns the sale that the limit of certificates forces (VII.4): of the least promising share,
// without losing a directorship.
func (u *usualTurn) sellOver() string {
	s := u.Now()
	for _, h := range holdings(s, u.Seat) {
		if line := u.First(saleOf(h.company)); line != "" {
			return line
		}
	}
	for _, c := range directed(s, u.Seat) {
		try := turns.Begin(title, s, u.Seat)
		if try.Add(saleOf(c)) && try.Now().DirectorOf(c) == u.Seat {
			return saleOf(c)
		}
	}
	return ""
}

func saleOf(c g18cz.Company) string { return "sell 1 " + c.ID() }
