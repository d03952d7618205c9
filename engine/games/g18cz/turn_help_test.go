package g18cz

import (
	"strconv"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// Help for the tests of turns.

// turn is a turn that has just begun: the corporation, of seat 0, operates first in
// a late round. Its start price is the highest of its size.
func turn(t *testing.T, id string, changes ...func(*State)) *State {
	t.Helper()
	price := map[Size]int{Small: 70, Medium: 100, Large: 120}[mustCompany(id).Size()]
	percent := map[Size]int{Small: 75, Medium: 60, Large: 60}[mustCompany(id).Size()]
	all := []func(*State){inPhase("d"), noLocals, founded(0, id, price, percent)}
	return inRound(t, 4, 5, 1, append(all, changes...)...)
}

// noLocals removes all unowned local railways from the game.
func noLocals(s *State) {
	for l := range s.Locals {
		s.Locals[l].In = false
	}
}

// given gives local railways to a corporation, "S1 M2".
func given(id, list string) func(*State) {
	return func(s *State) {
		for _, name := range strings.Fields(list) {
			l := LocalNamed(name)
			s.Locals[l].In, s.Locals[l].Owner = true, s.Account(mustCompany(id))
		}
	}
}

// withSeat gives local railways to a seat.
func withSeat(seat engine.Seat, list string) func(*State) {
	return func(s *State) {
		for _, name := range strings.Fields(list) {
			l := LocalNamed(name)
			s.Locals[l].In, s.Locals[l].Owner = true, SeatAccount(seat)
		}
	}
}

// laid lays tiles "57 D5 1" without asking whether they may.
func laid(tiles ...string) func(*State) {
	return func(s *State) {
		for _, text := range tiles {
			words := strings.Fields(text)
			tile, ok := trackword.FindTile(s.World().Set, words[0])
			if !ok {
				panic("there is no tile " + text)
			}
			turn, _ := strconv.Atoi(words[2])
			placeTile(s, track.Lay{Tile: tile, Hex: hexOf(s, words[1]), Turn: turn})
		}
	}
}

func hexOf(s *State, name string) track.HexID {
	h, ok := trackword.FindHex(s.World().Map, name)
	if !ok {
		panic("there is no hex " + name)
	}
	return h
}

// stations puts stations of a corporation: "D5 E12.2".
func stations(id, list string) func(*State) {
	return func(s *State) {
		for _, name := range strings.Fields(list) {
			hex, city, _ := strings.Cut(name, ".")
			n, _ := strconv.Atoi(city)
			addStation(s, mustCompany(id), track.Place{Hex: hexOf(s, hex), Stop: max(0, n-1)})
		}
	}
}

// placed marks the home station of a corporation as placed: "D5".
func placed(id, city string) func(*State) {
	return func(s *State) {
		stations(id, city)(s)
		it := &s.Companies[mustCompany(id)]
		it.Home, it.Operated, it.TokenCosts = true, true, it.TokenCosts[1:]
	}
}

// changed is a position with changes.
func changed(s *State, changes ...func(*State)) *State {
	s = s.Clone().(*State)
	for _, change := range changes {
		change(s)
	}
	return s
}

func atStep(step Step) func(*State) { return func(s *State) { s.Turn.Step = step } }

// later makes the turn not the first.
func later(s *State) { s.Turn.First = false }

// where lists the stations of a corporation: "D5.0.0 E12.1.0", city and circle.
func where(s *State, id string) string {
	var list []string
	for _, st := range s.Board.Stations {
		if Company(st.Owner) == mustCompany(id) {
			list = append(list, s.HexName(st.Hex)+"."+strconv.Itoa(st.Stop)+"."+strconv.Itoa(st.Slot))
		}
	}
	return strings.Join(list, " ")
}

// lines are the legal lines of the actor that begin with a word.
func lines(s *State, word string) []string {
	return engine.Each(advise.List(bare, s, s.Actor(), word, 0, 0).Choices, func(c advise.Found) string {
		return c.Line
	})
}
