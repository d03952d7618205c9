package tycoon

import (
	"slices"

	"railpost/engine"
)

// Network is a player's own network: the cities joined by complete links. Western links do not count here (R15).
type Network struct {
	seat   engine.Seat
	links  []Link // of all players, in the order of their completion
	cities int    // on the board
}

// Network returns the own network of a player.
func (s *State) Network(seat engine.Seat) Network { return Network{seat, s.Links, len(s.Cities)} }

// Links returns the number of its links.
func (n Network) Links() (count int) {
	for i := range n.links {
		if n.links[i].Owner == n.seat {
			count++
		}
	}
	return count
}

// From returns the number of its links that end in a city.
func (n Network) From(at City) (count int) {
	for i := range n.links {
		if l := &n.links[i]; l.Owner == n.seat && (l.From == at || l.To == at) {
			count++
		}
	}
	return count
}

// Connects reports whether it connects two cities, by any way.
func (n Network) Connects(a, b City) bool { return n.connectedBy(a, b) > 0 }

// connectedBy returns the number of complete links on the board when it first connected
// two cities; 0 if it does not.
func (n Network) connectedBy(a, b City) int {
	var room [netsRoom]City
	nets := newNets(room[:0], n.cities)
	for i := range n.links {
		l := &n.links[i]
		if l.Owner != n.seat {
			continue
		}
		nets.join(l.From, l.To)
		if nets.of(a) == nets.of(b) {
			return i + 1
		}
	}
	return 0
}

// Largest returns the number of cities of its largest part: 0, or at least 2 (Tycoon
// cards).
func (n Network) Largest() int {
	most := 0
	for _, cities := range n.Parts() {
		most = max(most, len(cities))
	}
	return most
}

// Parts returns the cities of each of its parts.
func (n Network) Parts() [][]City {
	var room [netsRoom]City
	nets := newNets(room[:0], n.cities)
	for i := range n.links {
		if l := &n.links[i]; l.Owner == n.seat {
			nets.join(l.From, l.To)
		}
	}
	list := make([][]City, n.cities)
	for at := range City(n.cities) {
		net := nets.of(at)
		list[net] = append(list[net], at)
	}
	return slices.DeleteFunc(list, func(cities []City) bool { return len(cities) < 2 })
}

// nets are sets of cities that grow together: each city points to another of its
// set, the last of them to itself.
type nets []City

// netsRoom is room for the cities of the printed board.
const netsRoom = 64

// newNets puts every city into a separate set.
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
