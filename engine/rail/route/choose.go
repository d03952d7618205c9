package route

import (
	"cmp"
	"slices"
)

// pick is the route of one train.
type pick struct {
	train, way int // train: place in sharing.kinds
	candidate
}

// chooser finds the best set in the lists of candidates: depth first over the
// trains, in each list the best net first. A set that begins with some picks is
// worth at most the sum of the prices, the net worths of the picks and, for each
// train that is left, the best net worth of a candidate that is beside them;
// market says why.
type chooser struct {
	*solver
	prices int // sum of the prices
	picks  []pick
}

// choose keeps the best set. It returns false if the budget is spent.
func (s *solver) choose(prices int) bool {
	for k := range s.lists {
		for _, list := range s.lists[k] {
			slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.net, a.net) })
		}
	}
	c := &chooser{solver: s, prices: prices}
	return c.train(0, branch{lists: s.lists, left: s.all})
}

// branch is the state of the search before a train: everything that remains for it and those after it.
type branch struct {
	lists [][][]candidate // [class][way]
	used  set             // by the picks so far
	left  int             // services
	net   int             // net worth of the picks
	// The next train of the same class begins at this way and at this index of its list: trains of a class are
	// alike, so they may take their routes in the order of the lists.
	way, index int
}

// train tries every route for train t, and leaving the train without one.
func (c *chooser) train(t int, b branch) bool {
	if t == len(c.kinds) {
		if b.left&c.must == 0 {
			c.keep(c.picks)
		}
		return true
	}
	lists := b.lists[c.kinds[t]]
	rest := c.rest(tops(b.lists), t+1, -1)
	for y := b.way; y < len(c.ways); y++ {
		uses := int(c.ways[y].services)
		if uses&^b.left == 0 {
			for i := b.index; i < len(lists[y]); i++ {
				if !c.reaches(b.net + lists[y][i].net + rest[b.left&^uses]) {
					break
				}
				if !c.take(t, b, y, i) {
					return false
				}
			}
		}
		b.index = 0
	}
	return c.idle(t, b)
}

// reaches reports whether a set of this net worth may be better than the best.
func (c *chooser) reaches(net int) bool { return c.prices+net >= c.target()*grain }

// take gives train t candidate i of a way, and continues with the next train.
func (c *chooser) take(t int, b branch, y, i int) bool {
	if !c.budget.spend(1) {
		return false
	}
	k := c.kinds[t]
	p := &b.lists[k][y][i]
	if p.uses.meets(&b.used) {
		return true
	}
	c.picks = append(c.picks, pick{t, y, *p})
	b.used = b.used.or(&p.uses)
	b.left &^= int(c.ways[y].services)
	b.net += p.net
	b.way, b.index = 0, 0
	if t+1 < len(c.kinds) && c.kinds[t+1] == k {
		b.way, b.index = y, i+1
	}
	ok := true
	if t+2 < len(c.kinds) {
		b = c.stillFree(t+1, b)
		if c.reaches(b.net + c.rest(tops(b.lists), t+1, -1)[b.left]) {
			ok = c.train(t+1, b)
		}
	} else {
		ok = c.train(t+1, b)
	}
	c.picks = c.picks[:len(c.picks)-1]
	return ok
}

// stillFree returns what trains t... can still take from the lists.
func (c *chooser) stillFree(t int, b branch) branch {
	lists := make([][][]candidate, len(b.lists))
	for k := range lists {
		lists[k] = make([][]candidate, len(c.ways))
		if !slices.Contains(c.kinds[t:], k) {
			continue
		}
		for y, list := range b.lists[k] {
			if k == c.kinds[t] && y < b.way {
				continue
			}
			if k == c.kinds[t] && y == b.way {
				list = list[b.index:]
			}
			c.budget.spend(len(list) / 8)
			for i := range list {
				if !list[i].uses.meets(&b.used) {
					lists[k][y] = append(lists[k][y], list[i])
				}
			}
		}
	}
	b.lists, b.index = lists, 0
	return b
}

// idle leaves train t and the others of its class without a route.
func (c *chooser) idle(t int, b branch) bool {
	next := t + 1
	for next < len(c.kinds) && c.kinds[next] == c.kinds[t] {
		next++
	}
	if !c.reaches(b.net + c.rest(tops(b.lists), next, -1)[b.left]) {
		return true
	}
	b.way, b.index = 0, 0
	return c.train(next, b)
}

// tops returns the best net worths in sorted lists.
func tops(lists [][][]candidate) [][]int {
	worth := make([][]int, len(lists))
	for k := range lists {
		worth[k] = make([]int, len(lists[k]))
		for y, list := range lists[k] {
			worth[k][y] = never
			if len(list) > 0 {
				worth[k][y] = list[0].net
			}
		}
	}
	return worth
}
