package view

import (
	"slices"

	"railpost/engine/games/tycoon"
)

// ambition is a goal that connects two cities: of a major line, or of a baron.
type ambition struct {
	a, b   tycoon.City
	points int // in the unit of an outlook
	left   int // hexes between the own networks and the one city and the other
	whole  int
}

// goals returns those that the seat's links can bring nearer.
func (o *outlook) goals() (list []ambition) {
	add := func(a, b tycoon.City, points int) {
		g := ambition{a: a, b: b, points: points * point, whole: stepsTo(o.s, a, b)}
		if g.left = o.gap(a, b); g.left > 0 && g.whole > 0 {
			list = append(list, g)
		}
	}
	for _, id := range o.s.Up {
		if c := &o.s.Book().Cards[id]; c.Kind == tycoon.MajorLine && c.West == tycoon.NoCity {
			add(c.A, c.B, c.Points)
		}
	}
	if b := o.s.Player(o.seat).Baron; b != 0 && o.s.Book().Barons[b].Goal == tycoon.Connects {
		add(o.s.Book().Barons[b].A, o.s.Book().Barons[b].B, o.s.Book().Barons[b].Points)
	}
	return list
}

// nearer returns what the links of the outlook have gained.
func (g *ambition) nearer(o *outlook, turns int) int {
	left := o.gap(g.a, g.b)
	switch {
	case left == 0:
		return g.points
	case turns < 2:
		return 0
	}
	return g.points * (g.left - left) / g.whole / 2
}

// stepsTo returns the number of steps from city to city.
func stepsTo(s *tycoon.State, a, b tycoon.City) int {
	return s.Book().Hexes[s.Book().Cities[a].Spot].At.Distance(s.Book().Hexes[s.Book().Cities[b].Spot].At)
}

// gap returns the number of steps between the own networks of two cities; 0 if they are
// connected.
func (o *outlook) gap(a, b tycoon.City) int {
	from, to := o.network(a), o.network(b)
	least := stepsTo(o.s, a, b)
	for _, x := range from {
		for _, y := range to {
			least = min(least, stepsTo(o.s, x, y))
		}
	}
	return least
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

// networks returns how many networks the own links form.
func (o *outlook) networks() (n int) {
	seen := make([]bool, len(o.from))
	for c := range o.from {
		if seen[c] || !o.own(tycoon.City(c)) {
			continue
		}
		n++
		for _, x := range o.network(tycoon.City(c)) {
			seen[x] = true
		}
	}
	return n
}
