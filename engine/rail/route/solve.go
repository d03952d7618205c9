package route

import (
	"cmp"
	"slices"
)

// solver works in five steps, each with what it proves.
//
//  1. The network is contracted (network.go): no legal route is lost, and two
//     routes share an element after if and only if they did before.
//  2. Only sets that are worth more than the one known are of interest; at first
//     that is one of an earlier turn, if it is still legal. For each class of
//     train, and each way of using services, the best single route is found that
//     may be in a better set (walk.go; the bound of bound.go is admissible). A
//     better set is worth at most what sharing.rest makes of these values, since
//     each of its routes is worth at most that of its class and way: the first
//     bound.
//  3. A set is made greedily. A route is in a better one only if with the best
//     routes of all other trains it reaches the target. All such routes are
//     listed. An Express that is worth as much without the town at its end is
//     left out: without it, it takes less track and gives no less (dominance).
//  4. Where the lists are long, prices for the elements give a lower bound and
//     shorten them (price.go).
//  5. The best set is chosen from the lists, with the same bound (choose.go).
//
// If nothing better is found the set known is the best. Everything is counted in
// whole numbers and in an order that only the Problem decides, so the same
// Problem has the same Answer everywhere.
type solver struct {
	p       *Problem
	net     *network
	classes []class
	sharing
	trains []int // index in Problem.Trains, by place in kinds
	budget budget

	tops  [][]candidate   // the best route by class and way; value never: none
	worth [][]int         // no route of the class and way exceeds it in a better set
	lists [][][]candidate // by class and way: routes that may be in a better set

	quick bool // any set will do
	best  []pick
	warm  []Route // the best set, if it is from an earlier turn
	total int     // worth of the best; -1: none is known
	bound int

	ranks  int      // if not 0, this many of the best sets are kept instead
	ranked [][]pick // the best first
}

// Best finds the best set. A Problem with more than eight services, or whose
// network is too large (256 stops or elements after contraction), is not
// searched: its Answer is the warm set, unproven.
func Best(p *Problem) Answer { return solve(p, longList) }

// longList is the number of candidates from which the search for prices pays.
const longList = 1000

func solve(p *Problem, long int) Answer {
	s := &solver{p: p, budget: budget{most: p.Steps}, total: -1, bound: unlimited}
	s.prepare()
	s.known()
	var ok bool
	if s.net, ok = contract(p); ok && len(p.Services) <= 8 {
		s.solve(long)
	}
	return s.answer()
}

// Possible reports whether some set of routes uses all mandatory services. It first searches quickly
// for any such set, which seldom misses an existing one.
func Possible(p *Problem) bool {
	s := &solver{p: p, total: -1, bound: unlimited, quick: true}
	s.prepare()
	if s.must == 0 {
		return true
	}
	var ok bool
	if s.net, ok = contract(p); !ok || len(p.Services) > 8 {
		return true // unknown
	}
	s.singles()
	s.greedy()
	return s.total >= 0 || !Best(p).None
}

// prepare sorts the trains into classes, the longest first.
func (s *solver) prepare() {
	for t := range s.p.Trains {
		if s.p.Trains[t].Range > 0 {
			s.trains = append(s.trains, t)
		}
	}
	slices.SortStableFunc(s.trains, func(a, b int) int {
		x, y := s.p.Trains[a], s.p.Trains[b]
		return cmp.Or(cmp.Compare(y.Range, x.Range), cmp.Compare(y.Towns, x.Towns))
	})
	for _, t := range s.trains {
		c := newClass(s.p.Trains[t])
		k := slices.Index(s.classes, c)
		if k < 0 {
			k = len(s.classes)
			s.classes = append(s.classes, c)
		}
		s.kinds = append(s.kinds, k)
	}
	s.all = 1<<len(s.p.Services) - 1
	s.ways = waysOf(s.p.Services)
	for i, w := range s.p.Services {
		if w.Must {
			s.must |= 1 << i
		}
	}
	if s.must == 0 {
		s.total = 0 // all trains idle
	}
}

// known takes the routes of an earlier turn, if they are still a legal set.
func (s *solver) known() {
	routes := slices.Clone(s.p.Warm)
	for i := range routes {
		routes[i].Train = Idle
	}
	routes, err := Assign(s.p, routes)
	if err != nil {
		return // a new search needs no old routes
	}
	total := 0
	for i := range routes {
		total += routes[i].Value
	}
	if total > s.total {
		s.total, s.warm = total, routes
	}
}

func (s *solver) solve(long int) {
	s.singles()
	s.lower(s.rest(s.worth, 0, -1)[s.all])
	s.greedy()
	if s.proven() || !s.collect() {
		return
	}
	prices := 0
	if s.listed() > long {
		prices = s.prices()
	}
	if !s.proven() && s.choose(prices) {
		s.bound = s.total
	}
}

func (s *solver) listed() (n int) {
	for k := range s.lists {
		for _, list := range s.lists[k] {
			n += len(list)
		}
	}
	return n
}

// target is the least worth of a better set.
func (s *solver) target() int {
	if s.total < 0 {
		return 0
	}
	return s.total + s.net.step
}

// lower takes note that no set is worth more than a bound.
func (s *solver) lower(bound int) {
	if bound < 0 {
		bound = -1
	} else {
		bound -= bound % s.net.step
	}
	s.bound = min(s.bound, max(bound, s.total))
}

// proven reports whether no better set is possible. Of a network where no set is
// allowed, total and bound are -1.
func (s *solver) proven() bool { return s.bound <= s.total }

func (s *solver) keep(picks []pick) {
	if s.ranks > 0 {
		s.place(picks)
		return
	}
	if total := worth(picks); total > s.total {
		s.total, s.best, s.warm = total, slices.Clone(picks), nil
	}
}

func (s *solver) walk(k int) *walk {
	return &walk{network: s.net, class: s.classes[k], ways: s.ways, wanted: make([]int, len(s.ways)), budget: &s.budget}
}

// singles finds the best single routes that may be in a better set.
func (s *solver) singles() {
	for k := range s.classes {
		s.worth = append(s.worth, s.ceilings(k))
	}
	for k := range s.classes {
		tops, all := s.alone(k, set{}, s.aims(k))
		s.tops = append(s.tops, tops)
		for y := range tops {
			if all {
				s.worth[k][y] = tops[y].value
			}
		}
	}
}

// ceilings returns, for each way, an upper bound for the routes of a class. It does not search.
func (s *solver) ceilings(k int) (worth []int) {
	w := s.walk(k)
	for y := range s.ways {
		worth = append(worth, w.ceiling(s.ways[y].long)+s.ways[y].bonus)
	}
	return worth
}

// aims are lower bounds for the routes of a class, by way, if they are in a better set than the known one.
func (s *solver) aims(k int) (wanted []int) {
	others := s.rest(s.worth, 0, slices.Index(s.kinds, k))
	for y := range s.ways {
		wanted = append(wanted, s.target()-others[s.all&^int(s.ways[y].services)])
	}
	return wanted
}

// alone finds, for every way, the best route of a class that avoids the used elements and has the wanted worth.
// It returns false if the budget is spent.
func (s *solver) alone(k int, used set, wanted []int) (tops []candidate, all bool) {
	tops = make([]candidate, len(s.ways))
	for y := range tops {
		tops[y].value = never
	}
	w := s.walk(k)
	w.used, w.wanted = used, wanted
	w.found = func(y, value int) {
		tops[y] = candidate{uses: w.used.without(&used), value: value}
		w.wanted[y] = value + 1
		if s.quick {
			w.wanted[y] = unlimited
		}
		w.aim()
	}
	w.aim()
	return tops, w.run()
}

// greedy gives the trains in turn the best route that is free.
func (s *solver) greedy() {
	var used set
	var picks []pick
	left := s.all
	for t, k := range s.kinds {
		tops := s.tops[k]
		if t > 0 {
			tops, _ = s.alone(k, used, make([]int, len(s.ways)))
		}
		worth := make([]int, len(tops))
		for y := range tops {
			worth[y] = tops[y].value
		}
		if y := s.claim(worth, s.rest(s.worth, t+1, -1), left); y >= 0 {
			picks = append(picks, pick{t, y, tops[y]})
			used = used.or(&tops[y].uses)
			left &^= int(s.ways[y].services)
		}
	}
	if left&s.must == 0 {
		s.keep(picks)
	}
}

// collect lists all routes that may be in a better set. It returns false if the
// budget is spent.
func (s *solver) collect() bool {
	for k := range s.classes {
		lists := make([][]candidate, len(s.ways))
		w := s.walk(k)
		w.found = func(y, value int) {
			lists[y] = append(lists[y], candidate{uses: w.used, value: value, net: value * grain})
		}
		w.wanted = s.aims(k)
		w.aim()
		if !w.run() {
			return false
		}
		s.lists = append(s.lists, lists)
	}
	return true
}

// answer turns the best set into routes.
func (s *solver) answer() Answer {
	a := Answer{Routes: s.warm, Total: max(s.total, 0), Bound: max(s.bound, 0), Proven: s.proven(), Steps: s.budget.spent}
	a.None = a.Proven && s.total < 0
	for i := range s.best {
		a.Routes = append(a.Routes, s.trace(&s.best[i], 1)...)
	}
	slices.SortFunc(a.Routes, func(x, y Route) int { return cmp.Compare(x.Train, y.Train) })
	for i := range a.Routes {
		a.Extra += a.Routes[i].Extra
	}
	return a
}

// trace finds the links of a pick again: it repeats the walk on the pick's elements. It returns the first most
// routes, which are equivalent for all other trains.
func (s *solver) trace(p *pick, most int) (routes []Route) {
	w := s.walk(s.kinds[p.train])
	w.budget = &budget{}
	for i := range w.used {
		w.used[i] = ^p.uses[i]
	}
	for y := range w.wanted {
		w.wanted[y] = unlimited
	}
	w.wanted[p.way] = p.value
	w.found = func(_, value int) {
		if len(routes) < most && value == p.value {
			links := w.line()
			stops := s.p.stopsAlong(links)
			routes = append(routes, Route{Train: s.trains[p.train], Links: links, Stops: stops, Services: servicesOf(s.ways[p.way].services), Value: p.value, Extra: s.p.extra(stops)})
		}
	}
	w.aim()
	w.run()
	return routes
}

// stopsAlong are the stops of a line of links.
func (p *Problem) stopsAlong(links []int) (stops []int) {
	first := p.Links[links[0]]
	at := first.A
	if len(links) > 1 {
		if next := p.Links[links[1]]; at == next.A || at == next.B {
			at = first.B
		}
	}
	stops = append(stops, at)
	for _, l := range links {
		at = p.Links[l].A + p.Links[l].B - at
		stops = append(stops, at)
	}
	return stops
}
