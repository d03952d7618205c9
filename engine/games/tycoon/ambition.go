package tycoon

import "slices"

// ambition is a goal that connects two cities: a major line, or a baron's.
type ambition struct {
	a, b   City
	points int // in the unit of an outlook
	left   int // hexes between what is connected to the one and to the other
	whole  int
}

// goals are those that the seat's links can bring nearer.
func (o *outlook) goals() (list []ambition) {
	add := func(a, b City, points int) {
		g := ambition{a: a, b: b, points: points * point, whole: o.s.stepsTo(a, b)}
		if g.left = o.gap(a, b); g.left > 0 && g.whole > 0 {
			list = append(list, g)
		}
	}
	for _, id := range o.s.Up {
		if c := &o.s.book.Cards[id]; c.Kind == MajorLine && c.West == NoCity {
			add(c.A, c.B, c.Points)
		}
	}
	if b := o.s.player(o.seat).Baron; b != 0 && o.s.book.Barons[b].Goal == Connects {
		add(o.s.book.Barons[b].A, o.s.book.Barons[b].B, o.s.book.Barons[b].Points)
	}
	return list
}

// nearer is what the links of the outlook have brought.
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

// apart is the number of steps from city to city.
func (s *State) stepsTo(a, b City) int {
	return s.book.Hexes[s.book.Cities[a].Spot].At.Distance(s.book.Hexes[s.book.Cities[b].Spot].At)
}

// gap is the number of steps between the own networks of two cities; 0 when they are
// connected.
func (o *outlook) gap(a, b City) int {
	from, to := o.network(a), o.network(b)
	least := o.s.stepsTo(a, b)
	for _, x := range from {
		for _, y := range to {
			least = min(least, o.s.stepsTo(x, y))
		}
	}
	return least
}

// network is a city with all that own links of the outlook connect it to.
func (o *outlook) network(c City) []City {
	list := []City{c}
	for i := 0; i < len(list); i++ {
		for _, t := range o.from[list[i]] {
			if t.own && !slices.Contains(list, t.to) {
				list = append(list, t.to)
			}
		}
	}
	return list
}

// networks is how many networks the own links form.
func (o *outlook) networks() (n int) {
	seen := make([]bool, len(o.from))
	for c := range o.from {
		if seen[c] || !o.own(City(c)) {
			continue
		}
		n++
		for _, x := range o.network(City(c)) {
			seen[x] = true
		}
	}
	return n
}
