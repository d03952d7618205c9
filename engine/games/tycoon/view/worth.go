package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// The worth of positions in hundredths of a point. It only sorts lists, so it need not be accurate; but
// deliveries, builds, engines and cards are in one list, so they are measured by the same things: points,
// money, and the possible deliveries in the remaining actions.
const (
	worthEngine  = 20 // a level, beyond its present deliveries
	worthCard    = 50
	worthOpen    = 60  // an incomplete link
	worthGateway = 40  // a city with an own link, where a western link may follow
	worthColour  = 25  // a city with an own link that takes cubes
	worthCube    = 6   // in a city with an own link; more than four do not count
	worthNetwork = 100 // the loss by a network that is not connected with the others
	worthOther   = 60  // the loss by a point of all others
)

// worth adds a seat's property to the worth of the goods on the board for it.
func worth(s *tycoon.State, seat engine.Seat) int {
	p, turns := s.Player(seat), turnsLeft(s)
	share := shareCost(min(turns, poorMost)) * 6 / 10 // money gives points early, and these give more money
	dollar := share * 3 / 4 / tycoon.SharePays
	w := point*p.Position - share*p.Shares + dollar*p.Money + dollar*turns*s.Income(p.Position)
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
	o := newOutlook(s, seat)
	defer o.free()
	o.fore = min(p.Engine+2, foreMost)
	o.look()
	sum, _ := o.sum(p.Engine, max(1, (turns+1)*tycoon.Rounds/2))
	w += sum*3/4 + worthEngine*p.Engine
	return w + worthOfCards(s, o) + worthOfCities(s, o)
}

// worthOfCards returns the worth of the cards that a seat holds.
func worthOfCards(s *tycoon.State, o *outlook) (w int) {
	for _, id := range s.Player(o.seat).Cards {
		c := &s.Book().Cards[id]
		if c.Kind != tycoon.Hotel {
			w += worthCard
			continue
		}
		if colour := s.Cities[c.City].Colour; colour != tycoon.Gray {
			coming := min(cubesOf(s, colour)*point/5/(1+len(coloured(s, colour))), 3*point)
			if !o.own(c.City) { // its owner must wait for deliveries of others
				coming /= 3
			}
			w += coming
		}
	}
	return w
}

// worthOfCities returns the worth of the cities that own links reach, beyond their cubes.
func worthOfCities(s *tycoon.State, o *outlook) (w int) {
	for c := range s.Cities {
		if !o.own(tycoon.City(c)) {
			continue
		}
		w += worthCube * min(s.Cities[c].Cubes.Total(), 4)
		if s.Cities[c].Colour != tycoon.Gray {
			w += worthColour
		}
		if !s.Rules.Novice && slices.Contains(s.Book().Gateways, tycoon.City(c)) {
			w += worthGateway
		}
	}
	return w - worthNetwork*max(0, o.networks()-1)
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
