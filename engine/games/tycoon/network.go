package tycoon

import (
	"cmp"
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

// Longest returns the number of links in its longest line: a path that visits no city
// twice (Tycoon cards, R35). It is exact, see longestPath.
func (n Network) Longest() int {
	next := make([][]int, n.cities)
	for i := range n.links {
		if l := &n.links[i]; l.Owner == n.seat {
			next[l.From] = append(next[l.From], int(l.To))
			next[l.To] = append(next[l.To], int(l.From))
		}
	}
	return longestPath(next)
}

// longestPath is the number of edges of a longest path that meets no vertex twice, in
// a graph without loops given by the neighbours of each vertex.
//
// It is a branch and bound search from every vertex. A path that stands at v is given
// up when its length and an upper bound of what can follow are no more than the best
// found. The bound comes from the blocks (the largest parts that no single vertex
// parts) of what the path has not met yet, hung up at v: a path cannot come back into
// a block that it has left by the vertex at which the rest hangs, so it goes down
// through one chain of blocks; and in a block of k vertices, which it enters at one of
// them, it meets at most k-1 others, by as many edges. So the most that can follow is
// the largest sum of k-1 over a chain of blocks downwards. It is never too low, and
// where the rest is a tree it is exact.
//
// What can follow depends on v and on the vertices that can still be met, and on
// nothing else: where a path comes to such a place that another has come to with as
// many edges, it is given up, too. Of 100 random nets of 30 links on the printed board
// the worst takes 130 such places, of 60 links 2,200, at a microsecond or so each.
func longestPath(next [][]int) int { return newLineSearch(next).run() }

func newLineSearch(next [][]int) *lineSearch {
	n := len(next)
	return &lineSearch{next: next, used: make([]bool, n), num: make([]int, n), low: make([]int, n), hung: make([]int, n), been: map[place]int{}}
}

// run tries the paths from every vertex, starting with those from which most could
// follow.
func (l *lineSearch) run() int {
	type start struct{ at, bound int }
	var starts []start
	for v := range l.next {
		if len(l.next[v]) > 0 {
			starts = append(starts, start{v, l.bound(v)})
		}
	}
	slices.SortStableFunc(starts, func(a, b start) int { return cmp.Compare(b.bound, a.bound) })
	for _, s := range starts {
		if s.bound <= l.best {
			break
		}
		l.extend(s.at, 0)
	}
	return l.best
}

type lineSearch struct {
	next [][]int
	used []bool // vertices on the path
	best int
	been map[place]int // edges of the longest path that reached a place

	// the blocks of the rest, by a walk through it: the time at which a vertex is met, the earliest vertex met
	// from below it, and the bound for its subtree
	time  int
	num   []int
	low   []int
	hung  []int
	stack []int
}

// place is the end of a path and the vertices that can still be visited, a bit each.
type place struct {
	at   int
	rest uint64
}

// placeBits is the number of vertices up to which places are remembered; beyond it the
// search is exact but slower.
const placeBits = 64

// extend tries all ways on from v, after length edges.
func (l *lineSearch) extend(v, length int) {
	l.best = max(l.best, length)
	if length+l.bound(v) <= l.best || l.known(v, length) {
		return
	}
	l.used[v] = true
	for _, w := range l.fewestFirst(v) {
		if !l.used[w] {
			l.extend(w, length+1)
		}
	}
	l.used[v] = false
}

// known reports whether a path at least this long has reached the same place, and
// remembers this one. It uses the walk that computed the bound at v.
func (l *lineSearch) known(v, length int) bool {
	if len(l.next) > placeBits {
		return false
	}
	p := place{at: v}
	for w, met := range l.num {
		if met > 0 {
			p.rest |= 1 << w
		}
	}
	if before, ok := l.been[p]; ok && before >= length {
		return true
	}
	l.been[p] = length
	return false
}

// fewestFirst sorts the ways on by the number of ways after them: a vertex that is hard to reach is better
// visited early, and a long path found early cuts off more.
func (l *lineSearch) fewestFirst(v int) []int {
	free := func(w int) (n int) {
		return engine.Count(l.next[w], func(x int) bool { return !l.used[x] })
	}
	list := slices.Clone(l.next[v])
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(free(a), free(b)) })
	return list
}

// bound returns the largest number of edges that can follow at v.
func (l *lineSearch) bound(v int) int {
	clear(l.num)
	l.time, l.stack = 0, l.stack[:0]
	l.hang(v)
	return l.hung[v]
}

// hang walks the rest below u and computes the bound of what hangs at it. The vertices
// of a block that are met below its top are the last on the stack when the walk returns
// to the top (Tarjan's way to find blocks).
func (l *lineSearch) hang(u int) {
	l.time++
	l.num[u], l.low[u], l.hung[u] = l.time, l.time, 0
	l.stack = append(l.stack, u)
	for _, w := range l.next[u] {
		switch {
		case l.used[w]:
		case l.num[w] > 0:
			l.low[u] = min(l.low[u], l.num[w])
		default:
			at := len(l.stack)
			l.hang(w)
			l.low[u] = min(l.low[u], l.low[w])
			if l.low[w] < l.num[u] {
				continue // the block continues above u
			}
			deepest := 0
			for _, x := range l.stack[at:] {
				deepest = max(deepest, l.hung[x])
			}
			l.hung[u] = max(l.hung[u], len(l.stack)-at+deepest)
			l.stack = l.stack[:at]
		}
	}
}
