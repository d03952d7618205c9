package view

import (
	"slices"
	"sync"

	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// An estimate of the worth of the goods on the board for a seat, for usual turns. It is rough: no rule depends on it.

// point is one point in the unit of an outlook.
const point = 100

// outlook is the possible deliveries of a seat, link by link. Links may be added to try them out.
type outlook struct {
	s    *tycoon.State
	seat engine.Seat
	from [][]tie // by city
	fore int     // links to look ahead

	// links are the links in from, for the seat; nil once others are tried.
	links []tycoon.Link
	of    engine.Seat

	others int // cost of a point for another player
	hotels []engine.Seat

	// Value of a cube by city, colour and number of links that its path may have.
	worth [][tycoon.Colours][foreMost + 1]int16
	// The cities whose worth is computed, and what it rests on beyond the links: most lines of a list share both.
	looked       []bool
	basis, spare []int
	// the search
	on    []bool
	steps int
}

// Bounds of an outlook: links of a path, and links tried from a city.
const (
	foreMost  = 8
	foreSteps = 600
)

// tie is the links between two cities.
type tie struct {
	to  tycoon.City
	own bool
}

// spare are outlooks that are used again: a list asks for hundreds.
var spare = sync.Pool{New: func() any { return &outlook{} }}

// newOutlook returns the outlook of a seat; free it when it is not needed any more.
func newOutlook(s *tycoon.State, seat engine.Seat) *outlook {
	o := spare.Get().(*outlook)
	o.s, o.seat = s, seat
	if len(o.from) != len(s.Cities) {
		o.links = nil
		o.from, o.on, o.looked = make([][]tie, len(s.Cities)), make([]bool, len(s.Cities)), make([]bool, len(s.Cities))
		o.worth, o.hotels = make([][tycoon.Colours][foreMost + 1]int16, len(s.Cities)), make([]engine.Seat, len(s.Cities))
	}
	o.tieLinks()
	o.fore = min(s.Player(seat).Engine+3, foreMost)
	o.others = 90 / s.Seats
	for c := range o.hotels {
		o.hotels[c] = engine.Nobody
	}
	for p := range s.Players {
		for _, id := range s.Players[p].Cards {
			if card := &s.Book().Cards[id]; card.Kind == tycoon.Hotel {
				o.hotels[card.City] = engine.Seat(p)
			}
		}
	}
	return o
}

// tieLinks ties the links of the board, unless they are those of the last outlook: complete
// links are shared by all positions that have the same.
func (o *outlook) tieLinks() {
	links := o.s.Links
	if o.of == o.seat && o.links != nil && len(links) == len(o.links) && &links[0] == &o.links[0] {
		return
	}
	o.links, o.of = nil, o.seat
	for c := range o.from {
		o.from[c] = o.from[c][:0]
	}
	for _, own := range []bool{true, false} { // own links are tried first
		for i := range links {
			if l := &links[i]; (l.Owner == o.seat) == own {
				o.tie(l.From, l.To, own)
				o.tie(l.To, l.From, own)
			}
		}
	}
	if len(links) > 0 {
		o.links = links
	}
}

// free gives an outlook back.
func (o *outlook) free() {
	o.s = nil
	spare.Put(o)
}

// tie adds a link as seen from one end.
func (o *outlook) tie(a, b tycoon.City, own bool) {
	o.links = nil
	clear(o.looked)
	for i := range o.from[a] {
		if t := &o.from[a][i]; t.to == b {
			t.own = t.own || own
			return
		}
	}
	o.from[a] = append(o.from[a], tie{b, own})
}

// own reports whether an own link ends in a city.
func (o *outlook) own(c tycoon.City) bool {
	return slices.ContainsFunc(o.from[c], func(t tie) bool { return t.own })
}

// look computes the worth of the cubes of all cities.
func (o *outlook) look() {
	now := append(o.spare[:0], o.fore, o.others)
	for c := range o.s.Cities {
		now = append(now, int(o.s.Cities[c].Colour), int(o.hotels[c]))
	}
	if !slices.Equal(now, o.basis) {
		clear(o.looked)
	}
	o.basis, o.spare = now, o.basis
	for c := range o.s.Cities {
		has := o.s.Cities[c].Cubes.Total() > 0 && o.own(tycoon.City(c))
		if has && o.looked[c] {
			continue
		}
		clear(o.worth[c][:])
		if o.looked[c] = has; has {
			o.lookFrom(tycoon.City(c))
		}
	}
}

func (o *outlook) lookFrom(c tycoon.City) {
	o.steps = foreSteps
	o.on[c] = true
	for _, t := range o.from[c] {
		if t.own {
			o.visit(c, t, 1, 0, 0)
		}
	}
	o.on[c] = false
	for k := range o.worth[c] {
		w := &o.worth[c][k]
		for n := 1; n <= foreMost; n++ {
			w[n] = max(w[n], w[n-1])
		}
	}
}

// visit follows a link as the n-th of a path that has earned got; passed are the
// colours that stop before.
func (o *outlook) visit(start tycoon.City, t tie, n, got int, passed uint8) {
	if o.steps--; o.steps < 0 || o.on[t.to] {
		return
	}
	if t.own {
		got += point
	} else {
		got -= o.others
	}
	if colour := o.s.Cities[t.to].Colour; colour != tycoon.Gray {
		if bit := uint8(1) << colour; passed&bit == 0 {
			w := &o.worth[start][colour-1][n]
			*w = max(*w, int16(got+o.hotel(t.to)))
			passed |= bit
		}
	}
	if n == o.fore {
		return
	}
	o.on[t.to] = true
	for _, next := range o.from[t.to] {
		o.visit(start, next, n+1, got, passed)
	}
	o.on[t.to] = false
}

func (o *outlook) hotel(c tycoon.City) int {
	switch o.hotels[c] {
	case engine.Nobody:
		return 0
	case o.seat:
		return point
	}
	return -o.others
}

// cube returns the worth of a cube under an engine that grows.
func (o *outlook) cube(c tycoon.City, colour tycoon.Colour, level int) int {
	w := &o.worth[c][colour-1]
	level = min(level, foreMost)
	if o.s.Last == o.s.Turn {
		return int(w[level])
	}
	return (4*int(w[level]) + 3*int(w[min(level+1, foreMost)]) + 3*int(w[min(level+2, foreMost)])) / 10
}

// tenths is the number of different worths of cubes in an outlook, in tenths of a point.
const tenths = 10 * (foreMost + 2)

// number returns the number of cubes by their worth in tenths of a point.
func (o *outlook) number(level int) (number [tenths]int) {
	for c := range o.s.Cities {
		if cubes := &o.s.Cities[c].Cubes; cubes.Total() > 0 && o.own(tycoon.City(c)) {
			for colour := tycoon.Red; colour <= tycoon.Colours; colour++ {
				if k := cubes.Of(colour); k > 0 {
					number[max(0, min(o.cube(tycoon.City(c), colour, level)*10/point, tenths-1))] += k
				}
			}
		}
	}
	return number
}

// sum returns the total worth of the best n cubes, and the worth of the next one.
func (o *outlook) sum(level, n int) (sum, next int) {
	number := o.number(level)
	for tenth := tenths - 1; tenth > 0; tenth-- {
		k := min(n, number[tenth])
		sum, n = sum+k*tenth*point/10, n-k
		if n == 0 {
			return sum, tenth * point / 10
		}
	}
	return sum, 0
}

// anyCube returns the worth of cubes drawn into a city, added up for all in the bag.
func (o *outlook) anyCube(c tycoon.City, level int) (sum int) {
	for colour := tycoon.Red; colour <= tycoon.Colours; colour++ {
		sum += o.cube(c, colour, level) * o.s.Bag.Of(colour)
	}
	return sum
}

// network returns a city and all that own links of the outlook connect it to.
func (o *outlook) network(c tycoon.City) []tycoon.City {
	list := []tycoon.City{c}
	for i := 0; i < len(list); i++ {
		for _, t := range o.from[list[i]] {
			if t.own && !slices.Contains(list, t.to) {
				list = append(list, t.to)
			}
		}
	}
	return list
}

// networks returns the number of networks that own links form.
func (o *outlook) networks() (n int) {
	var visit func(c tycoon.City)
	visit = func(c tycoon.City) {
		o.on[c] = true
		for _, t := range o.from[c] {
			if t.own && !o.on[t.to] {
				visit(t.to)
			}
		}
	}
	for c := range o.from {
		if !o.on[c] && o.own(tycoon.City(c)) {
			n++
			visit(tycoon.City(c))
		}
	}
	clear(o.on)
	return n
}
