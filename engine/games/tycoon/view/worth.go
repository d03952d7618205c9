package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// What things are worth in hundredths of a point. It only orders lists, so it need not be
// accurate.
const (
	worthPoint   = 100
	worthShare   = -140
	worthMoney   = 20 // $1
	worthEngine  = 150
	worthIncome  = 60
	worthCard    = 120
	worthOpen    = 60  // an incomplete link
	worthLink    = 40  // a complete one
	worthCube    = 12  // in a city with an own link; more than four do not count
	worthColour  = 40  // of such a city
	worthGateway = 40  // such a city, where a western link may follow
	worthWanted  = 30  // a cube that a city of the same network takes
	worthNetwork = 180 // the loss by a network that is not connected with the others
	worthOther   = 60  // the loss by a point of all others
)

// worth adds what a seat has to what the goods in the cities of its networks promise.
func worth(s *tycoon.State, seat engine.Seat) int {
	p := s.Player(seat)
	w := worthPoint*p.Position + worthShare*p.Shares + worthMoney*p.Money + worthEngine*p.Engine
	w += worthIncome*s.Income(p.Position) + worthCard*len(p.Cards)
	for i := range s.Open {
		if s.Open[i].Owner == seat {
			w += worthOpen
		}
	}
	for other := range s.Players {
		if engine.Seat(other) != seat {
			w -= worthOther * s.Players[other].Position / s.Seats
		}
	}
	w += worthLink * s.OwnLinks(seat)
	networks := s.Networks(seat)
	for _, cities := range networks {
		w += worthOfNetwork(s, cities)
	}
	return w - worthNetwork*max(0, len(networks)-1)
}

// worthOfNetwork returns what connected cities are worth.
func worthOfNetwork(s *tycoon.State, cities []tycoon.City) (w int) {
	var takes [tycoon.Colours + 1]bool
	for _, c := range cities {
		takes[s.Cities[c].Colour] = true
	}
	for _, c := range cities {
		cubes := &s.Cities[c].Cubes
		w += worthCube * min(cubes.Total(), 4)
		if s.Cities[c].Colour != tycoon.Gray {
			w += worthColour
		}
		if slices.Contains(s.Book().Gateways, c) && !s.Rules.Novice {
			w += worthGateway
		}
		for colour := tycoon.Red; colour <= tycoon.Colours; colour++ {
			if takes[colour] && colour != s.Cities[c].Colour {
				w += worthWanted * cubes.Of(colour)
			}
		}
	}
	return w
}
