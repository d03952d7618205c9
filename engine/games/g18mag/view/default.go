package view

import (
	"fmt"
	"strconv"

	"railpost/engine"
	"railpost/engine/advise/turns"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/sheet"
)

// StepOf returns the kind of step that a seat is asked for. Decisions that István's cards leave to the player
// belong to his companies' turns.
func (View) StepOf(p engine.Position, seat engine.Seat) string {
	s := p.(*g18mag.State)
	switch {
	case seat != s.Actor || s.Over():
		return ""
	case s.Asking != nil:
		return sheet.StepOffer
	case s.Stage == g18mag.Drafting:
		return sheet.StepDraft
	case s.Stage == g18mag.Stocks:
		return sheet.StepShare
	}
	return sheet.StepCompany
}

// TurnOf names the turn of a company. In the draft and in stock rounds one order ends a turn,
// but for sales that must be.
func (View) TurnOf(p engine.Position, seat engine.Seat) string {
	s := p.(*g18mag.State)
	if seat != s.Actor || s.Stage != g18mag.Operating || s.Asking != nil {
		return ""
	}
	return fmt.Sprintf("%d.%d %d", s.Set, s.Round, s.Company())
}

// Default returns a harmless order.
func (View) Default(p engine.Position, seat engine.Seat) string {
	s := p.(*g18mag.State)
	if seat != s.Actor || seat == engine.Nobody || s.Over() {
		return ""
	}
	u := &usual{Turn: turns.Begin(title, s, seat)}
	switch {
	case s.IstvanAsks(): // all that is asked is equally good for him
		return u.first("lay", "token")
	case s.Asking != nil:
		return u.First("refuse")
	case s.Stage == g18mag.Drafting: // passing is not possible
		return u.first("take")
	case s.Stage == g18mag.Stocks:
		if line := u.First("pass"); line != "" {
			return line
		}
		return u.sellOver()
	case s.Company().Minor(): // running cannot be declined (VI.3.6)
		if line := u.First("run best", "done"); line != "" {
			return line
		}
		return u.first("service") // a service that was bought runs only with another
	}
	// All it has is the payment of a major without a director (VI.4.3).
	return u.First("pay "+strconv.Itoa(s.Most()), "done")
}

// first returns the line that is worth most.
func (u *usual) first(beginnings ...string) string {
	best, _, ok := turns.Best(u.Choices(beginnings...), func(x turns.Choice[*g18mag.State]) int {
		n := worth(x.After, u.Seat)
		for _, c := range x.After.Edition().Minors {
			if x.After.Stage == g18mag.Drafting && x.After.Minors[c].Owner == u.Seat {
				n += minorWorth(x.After, c, guess(x.After, c))
			}
		}
		return n
	})
	if !ok {
		return u.Any(beginnings...)
	}
	return best.Line
}

// sellOver returns the sale that the limit of certificates forces: of the least promising share, without
// losing a directorship.
func (u *usual) sellOver() string {
	s := u.Now()
	free := majorsIf(s, func(c g18mag.Company) bool {
		return s.MaySell(u.Seat, c) == nil && (s.DirectorOf(c) != u.Seat || u.keeps(c))
	})
	c, _, ok := turns.Best(free, func(c g18mag.Company) int { return -promise(s, c) })
	if !ok {
		return ""
	}
	return u.First(saleOf(c))
}

// keeps reports whether the seat directs a major after it sold a share.
func (u *usual) keeps(c g18mag.Company) bool {
	try := turns.Begin(title, u.Now(), u.Seat)
	return try.Add(saleOf(c)) && try.Now().DirectorOf(c) == u.Seat
}

func saleOf(c g18mag.Company) string { return "sell 1 " + g18mag.Companies[c].Word }
