package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// Lists chooses what lists show by how much it helps a seat.
type Lists struct{}

func (Lists) Growing(s *tycoon.State, seat engine.Seat) []tycoon.City { return likelyCities(s, seat) }

func (Lists) Wanted(s *tycoon.State, seat engine.Seat, c tycoon.City) []tycoon.Colour {
	return wanted(s, seat, c)
}
