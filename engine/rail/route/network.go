package route

import (
	"cmp"
	"slices"
)

// network is a Problem contracted to what its company can use: stops that a
// route with a station of the company may visit, links between them, and of the elements
// only those that matter. The stops stand in the order of their values, the
// most valuable first, so the first members of a set of stops are its best.
type network struct {
	stops    []Stop
	back     []int   // index in Problem.Stops
	hops     [][]hop // out of each stop
	closes   []set   // by stop: what a visit closes to the route, the stop itself and its Group
	next     []set   // stops to which hops lead
	all      set     // stops
	passed   set     // stops that a route may pass
	counts   set     // stops that are no Extra
	cities   set     // cities and areas
	ends     set     // stops where a route must end
	size     int     // words of sets of stops that are in use
	elements int
	step     int // divides all revenues
}

// hop is a link in one direction.
type hop struct {
	to   int
	link int // index in Problem.Links
	uses set // elements
}

// contract builds the network; ok is false if it is too large for this package: more
// than 256 stops or elements.
func contract(p *Problem) (n *network, ok bool) {
	links := usable(p)
	n = &network{}
	index := n.takeStops(p, links)
	uses, elements := takeElements(p, links)
	n.elements = elements
	if len(n.stops) > most || elements > most {
		return n, false
	}
	n.describe(p)
	n.join(p, links, index, uses)
	return n, true
}

// join makes the hops.
func (n *network) join(p *Problem, links, index []int, uses []set) {
	at := group(len(n.stops), func(add func(stop, i int)) {
		for i, l := range links {
			add(index[p.Links[l].A], i)
			add(index[p.Links[l].B], i)
		}
	})
	n.hops, n.next = make([][]hop, len(n.stops)), make([]set, len(n.stops))
	for s := range n.stops {
		n.hops[s] = make([]hop, len(at[s]))
		for j, i := range at[s] {
			l := &p.Links[links[i]]
			to := index[l.A] + index[l.B] - s
			n.hops[s][j] = hop{to, links[i], uses[i]}
			n.next[s].add(to)
		}
		// The most valuable first: good routes are found early.
		slices.SortStableFunc(n.hops[s], func(a, b hop) int { return cmp.Compare(a.to, b.to) })
	}
}

// group lists the values of every key below n, in the order in which each adds them; it calls each twice.
func group(n int, each func(add func(key, value int))) [][]int {
	sizes, all := make([]int, n), 0
	each(func(key, _ int) { sizes[key]++; all++ })
	values, lists := make([]int, all), make([][]int, n)
	for key, size := range sizes {
		lists[key], values = values[:0:size], values[size:]
	}
	each(func(key, value int) { lists[key] = append(lists[key], value) })
	return lists
}

// usable lists the links that a route with an own station may use.
func usable(p *Problem) (links []int) {
	extras := slices.ContainsFunc(p.Services, func(w Service) bool { return w.Extra })
	at := group(len(p.Stops), func(add func(stop, link int)) {
		for i, l := range p.Links {
			if l.A != l.B && (extras || p.Stops[l.A].Class != Extra && p.Stops[l.B].Class != Extra) {
				add(l.A, i)
				add(l.B, i)
			}
		}
	})
	met, taken := make([]bool, len(p.Stops)), make([]bool, len(p.Links))
	var front []int
	for i, s := range p.Stops {
		if s.Own {
			met[i] = true
			front = append(front, i)
		}
	}
	for len(front) > 0 {
		s := front[len(front)-1]
		front = front[:len(front)-1]
		for _, l := range at[s] {
			if !taken[l] {
				taken[l] = true
				links = append(links, l)
			}
			to := p.Links[l].A + p.Links[l].B - s
			if !met[to] && !p.Stops[to].Ends {
				front = append(front, to)
			}
			met[to] = true
		}
	}
	slices.Sort(links)
	return links
}

// takeStops copies the stops at links; index gives their new numbers.
func (n *network) takeStops(p *Problem, links []int) (index []int) {
	index = make([]int, len(p.Stops))
	for _, l := range links {
		for _, s := range [...]int{p.Links[l].A, p.Links[l].B} {
			if index[s] == 0 {
				index[s] = 1
				n.back = append(n.back, s)
			}
		}
	}
	slices.SortFunc(n.back, func(a, b int) int {
		return cmp.Or(cmp.Compare(p.Stops[b].Value, p.Stops[a].Value), cmp.Compare(a, b))
	})
	for i, s := range n.back {
		index[s] = i
		n.stops = append(n.stops, p.Stops[s])
	}
	return index
}

// describe fills the sets of stops.
func (n *network) describe(p *Problem) {
	n.size = (len(n.stops) + 63) / 64
	n.closes = make([]set, len(n.stops))
	for i := range n.stops {
		s := &n.stops[i]
		n.closes[i].add(i)
		n.all.add(i)
		if !s.Ends {
			n.passed.add(i)
		}
		for j := range n.stops {
			if s.Group > 0 && n.stops[j].Group == s.Group {
				n.closes[i].add(j)
			}
		}
		if s.Class == Extra {
			continue
		}
		n.step = gcd(n.step, s.Value)
		n.counts.add(i)
		if s.Class == Town {
			continue
		}
		n.cities.add(i)
		if s.Ends {
			n.ends.add(i)
		}
	}
	for _, w := range p.Services {
		n.step = gcd(n.step, w.Bonus)
	}
	n.step = max(n.step, 1)
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// takeElements gives every link the set of its elements that matter. An element is omitted if every link that
// uses it also uses a certain other element: two links that share the first share the second, too.
func takeElements(p *Problem, links []int) (uses []set, elements int) {
	highest := -1
	for _, l := range links {
		for _, e := range p.Links[l].Uses {
			highest = max(highest, e)
		}
	}
	users := group(highest+1, func(add func(element, i int)) {
		for i, l := range links {
			for _, e := range p.Links[l].Uses {
				add(e, i)
			}
		}
	})
	number := make([]int, highest+1) // new one, plus 1
	uses = make([]set, len(links))
	for i, l := range links {
		for _, e := range p.Links[l].Uses {
			if needless(users, e, p.Links[l].Uses) {
				continue
			}
			if number[e] == 0 {
				elements++
				number[e] = elements
			}
			if number[e] <= most {
				uses[i].add(number[e] - 1)
			}
		}
	}
	return uses, elements
}

// needless reports whether one of some other elements has all users of e. Of elements with the same users the
// first stays.
func needless(users [][]int, e int, others []int) bool {
	for _, f := range others {
		if f != e && subset(users[e], users[f]) && (len(users[e]) < len(users[f]) || f < e) {
			return true
		}
	}
	return false
}

// subset reports whether all of a is in b; both are sorted.
func subset(a, b []int) bool {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			a, b = a[1:], b[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			return false
		}
	}
	return len(a) == 0
}
