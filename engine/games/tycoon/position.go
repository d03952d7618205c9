package tycoon

import (
	"slices"

	"railpost/engine"
)

// Clone returns a copy. It shares lists that never change in place: all but those of the players and the
// cities, see put and omit.
func (s *State) Clone() engine.Position {
	c := *s
	c.Players = slices.Clone(s.Players)
	return &c
}

// change returns a city that will be changed, in a list of the position's own: copies of it share theirs.
func (s *State) change(at City) *Town {
	s.Cities = slices.Clone(s.Cities)
	return &s.Cities[at]
}

// put returns a list with more values; the list itself, which copies of a position may share, stays unchanged.
func put[T any](list []T, more ...T) []T {
	longer := make([]T, len(list)+len(more))
	copy(longer[copy(longer, list):], more)
	return longer
}

// putAt is put at a place.
func putAt[T any](list []T, i int, value T) []T { return slices.Concat(list[:i], []T{value}, list[i:]) }

// omit returns a list without the value at a place; the list itself stays unchanged.
func omit[T any](list []T, i int) []T { return slices.Concat(list[:i], list[i+1:]) }

// with returns a list with another value at a place; the list itself stays unchanged.
func with[T any](list []T, i int, value T) []T {
	changed := slices.Clone(list)
	changed[i] = value
	return changed
}

// View hides the barons of others unless revealed, the order of the deck, and bids given in advance (Hidden
// information). The bag is not secret, only later draws from it.
func (s *State) View(seat engine.Seat) engine.Position {
	v := s.Clone().(*State)
	v.Deck = make([]int, len(s.Deck))
	v.Standing = make([]Standing, len(s.Standing))
	for i := range v.Players {
		if engine.Seat(i) == seat {
			v.Standing[i] = s.Standing[i]
			continue
		}
		if p := &v.Players[i]; !p.Shown && s.Stage != StageOver {
			p.Baron = 0
		}
	}
	return v
}

// Over reports whether the game has ended.
func (s *State) Over() bool { return s.Stage == StageOver }

// Within is false: an order answers every question itself.
func (s *State) Within() bool { return false }

// Settle does nothing: orders carry out everything that needs no decision.
func (s *State) Settle(*engine.Tx) error { return nil }

// Book returns the data of the board in play.
func (s *State) Book() *Book { return s.book }

// PlayerNames returns the names of the players.
func (s *State) PlayerNames() []string { return s.names }

// SetNames sets the names of the players: deliveries name the owners of links (Orders
// by mail).
func (s *State) SetNames(names []string) { s.names = names }
