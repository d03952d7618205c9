package tycoon

import (
	"slices"

	"railpost/engine"
)

// Own networks: what a player's complete links join. Western links do not count here
// (R15).

// OwnLinks returns the number of complete links of a player.
func (s *State) OwnLinks(seat engine.Seat) (n int) {
	for i := range s.Links {
		if s.Links[i].Owner == seat {
			n++
		}
	}
	return n
}

// LinksFrom returns the number of complete links of a player that end in a city.
func (s *State) LinksFrom(seat engine.Seat, at City) (n int) {
	for i := range s.Links {
		if l := &s.Links[i]; l.Owner == seat && (l.From == at || l.To == at) {
			n++
		}
	}
	return n
}

// Connects reports whether complete links of a player connect two cities, by any way.
func (s *State) Connects(seat engine.Seat, a, b City) bool { return s.connectedBy(seat, a, b) > 0 }

// connectedBy returns the number of complete links on the board when those of a player
// first connected two cities; 0 if they do not.
func (s *State) connectedBy(seat engine.Seat, a, b City) int {
	var room [netsRoom]City
	nets := newNets(room[:0], len(s.Cities))
	for i := range s.Links {
		l := &s.Links[i]
		if l.Owner != seat {
			continue
		}
		nets.join(l.From, l.To)
		if nets.of(a) == nets.of(b) {
			return i + 1
		}
	}
	return 0
}

// LargestNetwork returns the number of cities of a player's largest network: 0, or at
// least 2 (Tycoon cards).
func (s *State) LargestNetwork(seat engine.Seat) int {
	most := 0
	for _, cities := range s.Networks(seat) {
		most = max(most, len(cities))
	}
	return most
}

// Networks returns the cities of each of a player's networks.
func (s *State) Networks(seat engine.Seat) [][]City {
	var room [netsRoom]City
	nets := newNets(room[:0], len(s.Cities))
	for i := range s.Links {
		if l := &s.Links[i]; l.Owner == seat {
			nets.join(l.From, l.To)
		}
	}
	list := make([][]City, len(s.Cities))
	for at := range s.Cities {
		net := nets.of(City(at))
		list[net] = append(list[net], City(at))
	}
	return slices.DeleteFunc(list, func(cities []City) bool { return len(cities) < 2 })
}

// nets are sets of cities that grow together: each city points to another of its
// set, the last of them to itself.
type nets []City

// netsRoom is room for the cities of the printed board.
const netsRoom = 64

// newNets puts every city into a set of its own.
func newNets(room []City, cities int) nets {
	for at := range City(cities) {
		room = append(room, at)
	}
	return room
}

// of returns the city that represents the set of a city.
func (n nets) of(at City) City {
	for n[at] != at {
		n[at] = n[n[at]]
		at = n[at]
	}
	return at
}

func (n nets) join(a, b City) { n[n.of(a)] = n.of(b) }
