package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// worth estimates how good a position is for a seat, in hundredths of a point, so that
// lists show better lines first: points, then what the goods on the board promise the
// own links. It is rough and fast.
func worth(s *tycoon.State, seat engine.Seat) int {
	p := s.Player(seat)
	worth := 100*p.Position - 140*p.Shares + 20*p.Money + 150*p.Engine + 60*s.Income(p.Position) + 120*len(p.Cards)
	for i := range s.Open {
		if s.Open[i].Owner == seat {
			worth += openWorth
		}
	}
	for other := range s.Players {
		if engine.Seat(other) != seat {
			worth -= 60 * s.Players[other].Position / s.Seats
		}
	}
	return worth + brief(s, seat).links()
}

// Values of links for the order of lists.
const (
	openWorth    = 60  // an incomplete link
	linkWorth    = 40  // another link between cities that are reached already
	networkWorth = 180 // cost of a network that is not connected with the others
	cubesWeighed = 10  // deliveries that are taken into account
	briefSteps   = 120
)

// brief is a quick outlook: only for the present engine and the next one.
func brief(s *tycoon.State, seat engine.Seat) *outlook {
	o := newOutlook(s, seat)
	o.fore, o.most = min(s.Player(seat).Engine+1, foreMost), briefSteps
	o.look()
	return o
}

// links returns what the own links promise.
func (o *outlook) links() int {
	sum, _ := o.sum(o.s.Player(o.seat).Engine, cubesWeighed)
	worth := sum * 4 / 10
	for c := range o.from {
		if o.own(tycoon.City(c)) {
			worth += o.reached(tycoon.City(c))
		}
		for _, t := range o.from[c] {
			if t.own && t.to > tycoon.City(c) {
				worth += linkWorth
			}
		}
	}
	if n := o.networks(); n > 1 {
		worth -= (n - 1) * networkWorth
	}
	for _, g := range o.goals() {
		worth += g.points * (g.whole - g.left) / g.whole / 3
	}
	return worth
}

// reached returns what a city with an own link is worth, beyond the goods that can be
// delivered.
func (o *outlook) reached(c tycoon.City) int {
	worth := 12 * min(o.s.Cities[c].Cubes.Total(), 4)
	if o.s.Cities[c].Colour != tycoon.Gray {
		worth += 40
	}
	if slices.Contains(o.s.Book().Gateways, c) && !o.s.Rules.Novice {
		worth += 40
	}
	return worth
}
