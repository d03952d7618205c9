package g18mag

import (
	"strconv"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/stock"
)

// TestLaws: random play may take long, since a train is sold now and then and the
// next phase does not come (R-03, consecutive).
func TestLaws(t *testing.T) {
	enginetest.Rules(t, Rules{}, enginetest.Options{MaxMoves: 30000, Conserved: conserved})
}

// TestAllIsPublic: every seat and every watcher sees the whole position (II.1).
func TestAllIsPublic(t *testing.T) {
	s := inStock(t, 3, shares(0, "SIK 20"), money(0, 10), money(1, 20), money(2, 30))
	for seat := engine.Nobody; seat < engine.Seat(s.Seats); seat++ {
		expect.Same(t, seat, engine.Encode(s.View(seat)), engine.Encode(s))
	}
}

// conserved counts things that never leave the game: money with the bank's balance, certificates, pieces of
// track, places of markers.
func conserved(p engine.Position) map[string]int {
	s := p.(*State)
	out := map[string]int{"money": s.Cash.Sum()}
	for a, n := range s.Cash.Held {
		if n < 0 {
			out["debts of account "+strconv.Itoa(a)] = n
		}
	}
	for c := range stock.Company(len(s.Majors)) {
		sum := s.Shares.Of(c, stock.Bank) + s.Shares.Sold(c)
		out["percent of "+Companies[FirstMajor+Company(c)].Word] = sum
	}
	w := s.World()
	pieces := append([]int(nil), s.Board.Left...)
	for _, l := range s.Board.Laid {
		if id, ok := l.ID(); ok {
			pieces[w.Set.Tiles[id].Group]++
		}
	}
	for i, n := range pieces {
		out["pieces of stack "+strconv.Itoa(i)] = n
	}
	out["stations beyond those counted"] = len(s.Board.Stations) - s.stationCount()
	return out
}

// stationCount is the number of stations the companies say they have placed.
func (s *State) stationCount() int {
	n := 0
	for i := range s.Minors {
		n += s.Minors[i].Stations
	}
	for i := range s.Majors {
		n += s.Majors[i].Stations
	}
	return n
}
