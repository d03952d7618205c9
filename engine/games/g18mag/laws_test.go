package g18mag

import (
	"fmt"
	"strconv"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
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

// TestInvariants: no position of the kept games, which are played under the default options, breaks a rule.
func TestInvariants(t *testing.T) {
	for _, of := range []struct {
		dir   string
		seats int
	}{{"v1", 2}, {"v1", 3}, {"v1", 4}, {"v1", 5}, {"v1", 6}, {"v2-short", 1}, {"v2-long", 1}} {
		kept, seats := enginetest.FinishedGames{Title: bare, Dir: "testdata/games/18mag." + of.dir, Seed: engine.Seed("a seed for the games kept, 32 b.")}, of.seats
		records := kept.Read(t, seats)
		g := expect.Get(engine.Replay(kept.Find, records[:1], kept.Seed))(t)
		for _, r := range records[1:] {
			expect.NoError(t, g.Apply(r))
			s := g.Pos.(*State)
			for _, broken := range []string{s.brokenShares(), s.brokenMinors(), s.brokenStations(), s.brokenTiles(), s.brokenRounds()} {
				expect.Must(t, fmt.Sprintf("%d players, record %d, %q", seats, r.Seq, r.Line), broken, "")
			}
		}
	}
}

// brokenShares: 60 % at most, the director has a fifth and nobody has more (III.3.3, VII.3, VII.6).
func (s *State) brokenShares() string {
	for _, c := range s.Edition().Majors {
		director := s.DirectorOf(c)
		for seat := range engine.Seat(s.Seats) {
			held := s.Held(c, seat)
			switch {
			case held > 60:
				return fmt.Sprintf("seat %d has %d %% of %s", seat, held, Companies[c].Word)
			case director == engine.Nobody && held >= 20:
				return fmt.Sprintf("%s has no director, seat %d has %d %%", Companies[c].Word, seat, held)
			case director != engine.Nobody && (s.Held(c, director) < 20 || held > s.Held(c, director)):
				return fmt.Sprintf("the director of %s has %d %%, seat %d has %d %%", Companies[c].Word, s.Held(c, director), seat, held)
			}
		}
		if s.Shares.Of(c.Share(), stock.Bank) < 0 {
			return Companies[c].Word + " is oversold"
		}
	}
	return ""
}

// brokenMinors: at most two trains, of existing sizes, and no debts (II.2, III.3.2).
func (s *State) brokenMinors() string {
	for c, m := range s.Minors {
		if len(m.Trains) > 2 || m.Stations > 3 || m.Tokens < 0 {
			return fmt.Sprintf("minor %d is %+v", c+1, m)
		}
		for _, size := range m.Trains {
			if _, ok := s.Goods().Train(size); !ok {
				return fmt.Sprintf("minor %d has a %d-train", c+1, size)
			}
		}
	}
	for a, n := range s.Cash.Held {
		if n < 0 {
			return fmt.Sprintf("account %d holds %d", a, n)
		}
	}
	return ""
}

// brokenStations: at most one of a company in a hex, one in a circle, and no more circles than the city has
// (VI.3.4, VI.4.2).
func (s *State) brokenStations() string {
	circles, owners := map[track.Station]bool{}, map[track.Station]bool{}
	for _, st := range s.Board.Stations {
		circle := track.Station{Hex: st.Hex, Stop: st.Stop, Slot: st.Slot}
		own := track.Station{Owner: st.Owner, Hex: st.Hex}
		if circles[circle] || owners[own] || st.Slot >= s.Board.Slots(s.World(), st.Place()) {
			return fmt.Sprintf("station %+v", st)
		}
		circles[circle], owners[own] = true, true
	}
	for i, m := range s.Majors {
		if m.Stations > 2 {
			return fmt.Sprintf("major %d has %d stations", i, m.Stations)
		}
	}
	return ""
}

// brokenTiles: colours that the phase has, labels of the hex, exits where track may lead (VI.3.2, VI.3.3).
func (s *State) brokenTiles() string {
	w := s.World()
	for h, l := range s.Board.Laid {
		id, ok := l.ID()
		if !ok {
			continue
		}
		tile, hex := &w.Set.Tiles[id], &w.Map.Hexes[h]
		label := hex.Printed.Label
		if label == "K" && tile.Colour == Yellow {
			label = ""
		}
		colours := map[string]bool{}
		for _, colour := range s.Colours() {
			colours[colour] = true
		}
		if tile.Label != label || !colours[tile.Colour] || w.Exits(track.Lay{Hex: track.HexID(h), Tile: id, Turn: l.Turn})&^hex.Allowed != 0 {
			return fmt.Sprintf("tile %s turned %d on %s", tile.Number, l.Turn, hex.Name)
		}
	}
	return ""
}

// brokenRounds: each phase after the first has used up one pile, a pile has at most two markers and an opened
// one none, and the number of rounds is that of the phase or of the one before (IV, VI.3.9, VI.4.3, IX).
func (s *State) brokenRounds() string {
	used := 0
	for _, p := range s.Piles {
		if p.Used {
			used++
		}
		if p.Markers > 2 || p.Used && p.Markers > 0 {
			return fmt.Sprintf("piles %+v", s.Piles)
		}
	}
	ends := s.PhaseRules().Ends
	switch {
	case used != s.Phase || s.Quiet != 0:
		return fmt.Sprintf("piles %+v in phase %s, %d quiet rounds", s.Piles, s.PhaseRules().Name, s.Quiet)
	case ends != (s.EndSet > 0) || s.EndSet > 0 && s.Set > s.EndSet:
		return fmt.Sprintf("phase %s, the end is with set %d of %d", s.PhaseRules().Name, s.Set, s.EndSet)
	case s.Over() && (s.Set != s.EndSet || s.Round != 3):
		return fmt.Sprintf("over after %d.%d, with the end in set %d", s.Set, s.Round, s.EndSet)
	case s.Round > s.Rounds:
		return fmt.Sprintf("round %d of %d", s.Round, s.Rounds)
	}
	return ""
}
