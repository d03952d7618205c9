package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// The worth of positions in hundredths of a point of the final score. It sorts lists and ends playouts, so all
// is measured by the same things. The figures are those of a regression of final scores on what the players had
// at the beginnings of rounds, in 1,200 games of suggested turns whose constants were varied.
const (
	worthOpen  = 60 // an incomplete link
	worthOther = 60 // the loss by a point of all others
	worthMoney = 3  // a dollar: unused money is worth no point
	worthSoon  = 3  // turns until a larger engine and cubes have paid
)

// worth estimates the final score of a seat, less a part of that of the others.
func worth(s *tycoon.State, seat engine.Seat) int {
	p, turns := s.Player(seat), turnsLeft(s)
	soon := min(turns, worthSoon)
	w := point*p.Position + (15+6*turns)*s.Income(p.Position) - (115+13*turns)*p.Shares + (60*soon+10*turns)*p.Engine + worthMoney*p.Money
	for other := range s.Players {
		if engine.Seat(other) != seat {
			w -= worthOther * s.Players[other].Position / s.Seats
		}
	}
	for i := range s.Open {
		if s.Open[i].Owner == seat {
			w += worthOpen
		}
	}
	if g, ok := s.GoalOf(seat); ok {
		w += g.Points * max(95-9*turns, 20)
	}
	o := newOutlook(s, seat)
	defer o.free()
	o.fore = min(p.Engine+2, foreMost)
	o.look()
	sum, _ := o.sum(p.Engine, max(1, (turns+1)*tycoon.Rounds/2))
	for c := range s.Cities {
		if o.own(tycoon.City(c)) {
			w += 20 * soon * min(s.Cities[c].Cubes.Total(), 4)
		}
	}
	return w + sum*6/10 - 40*turns*max(0, o.networks()-1) + worthOfHotels(s, o)
}

// worthOfHotels returns the worth of a seat's hotels. Other cards are worth what they are used for.
func worthOfHotels(s *tycoon.State, o *outlook) (w int) {
	for _, id := range s.Player(o.seat).Cards {
		c := &s.Book().Cards[id]
		if c.Kind != tycoon.Hotel || s.Cities[c.City].Colour == tycoon.Gray {
			continue
		}
		colour := s.Cities[c.City].Colour
		coming := min(cubesOf(s, colour)*point/5/(1+len(coloured(s, colour))), 3*point)
		if !o.own(c.City) { // its owner must wait for deliveries of others
			coming /= 3
		}
		w += coming
	}
	return w
}

// Doomed says why an incomplete link that a move has built cannot be completed before the turn ends.
func (View) Doomed(m engine.Move) engine.Message {
	open := func(r engine.Report) bool { return r.Key == key.ReportBuildOpen }
	if !slices.ContainsFunc(m.Reports, open) {
		return engine.Message{}
	}
	was, is := m.Before.(*tycoon.State), m.After.(*tycoon.State)
	left := actionsLeft(was) - 1
	if left == 0 {
		return engine.Msg(key.DoomedOf + "late")
	}
	for i := range is.Open {
		l := &is.Open[i]
		if l.Owner != m.Seat || slices.ContainsFunc(was.Open, func(o tycoon.Link) bool { return o == *l }) {
			continue
		}
		at := is.OpenAt(i)
		if what, _, _ := is.Ahead(m.Seat, at, l.Way.Last()); what == tycoon.Blocked {
			return engine.Msg(key.DoomedOf + "blocked")
		}
		if left == 1 && cardUp(is, tycoon.RailroadExecutive) == 0 && !completes(is, m.Seat, at) {
			return engine.Msg(key.DoomedOf + "far")
		}
	}
	return engine.Message{}
}

// completes reports whether one action can lead on from an open end to a city.
func completes(s *tycoon.State, seat engine.Seat, at tycoon.Spot) bool {
	return slices.ContainsFunc(uses(s, seat), func(u tycoon.Use) bool { return len(explore(s, seat, originsAt(s, seat, at), u, 1, 0)) > 0 })
}
