package view

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/tycoon"
)

// The speaker in an auction loses cubes only to seats that would act before.
func TestAheadInAuction(t *testing.T) {
	for _, c := range []struct {
		leader, first, seat engine.Seat
		out                 []bool
		want                []engine.Seat
	}{
		{engine.Nobody, 0, 0, []bool{false, false, false}, []engine.Seat{1, 2}},
		{engine.Nobody, 1, 0, []bool{false, true, true}, []engine.Seat{2}},
		{engine.Nobody, 2, 0, []bool{false, true, true}, nil},
		{2, 2, 0, []bool{false, false, false}, []engine.Seat{2}},
		{1, 2, 0, []bool{false, false, true}, []engine.Seat{1, 2}},
	} {
		s := &tycoon.State{Seats: 3, First: c.first, Auction: tycoon.Auction{Speaker: c.seat, Leader: c.leader, Out: c.out}}
		expect.Same(t, []any{c.seat, c.leader, c.first, c.out}, ahead(s, c.seat), c.want)
	}
}
