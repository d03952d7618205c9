package route

// class is a kind of train: all trains of a class have the same routes.
type class struct {
	Train
	normal, long int // most stops in all, without and with a service that lengthens
}

func newClass(t Train) class {
	if t.Express {
		return class{t, unlimited, unlimited}
	}
	return class{t, t.Range + t.Towns, 2*t.Range + t.Towns}
}

const unlimited = 1 << 30

// walk finds the routes of a class of train that have at least the wanted worth, by depth-first search.
//
// Every route is met once: it is rooted in the first own station on it (earlier roots are closed) and grows
// from there by one arm; then, wherever the first arm ends, by a second arm out of the root. The second arm
// leaves by a later hop than the first, so the two cannot change roles.
//
// A route is cut off when it cannot reach the wanted worth in any way of using services (bound.go).
type walk struct {
	*network
	class
	ways   []way
	wanted []int // by way
	found  func(way, value int)
	budget *budget

	limit int      // most stops in all, with all services
	need  [2][]int // [long][extras]: the lowest of wanted, without the bonus

	used, shut set   // elements in use, stops that may not be visited
	seen       set   // stops of the route
	links      []int // of the first arm, then of the second
	first      int   // number of links in the first arm, once there is a second
	root       int   // the start of both arms
	opening    int   // first hop of the first arm

	total, taken  int // stops that count for the range; cities and areas among them
	extras, areas int
	value         int // sum of the stops that count
}

// aim makes a new wanted hold.
func (w *walk) aim() {
	extras := 0
	for i := range w.ways {
		extras = max(extras, w.ways[i].extras)
	}
	w.limit = w.normal
	for l := range w.need {
		if w.need[l] == nil {
			w.need[l] = make([]int, extras+1)
		}
		for x := range w.need[l] {
			w.need[l][x] = unlimited
		}
	}
	for i := range w.ways {
		y := &w.ways[i]
		need := w.need[0]
		if y.long {
			need = w.need[1]
			w.limit = w.long
		}
		for x := range y.extras + 1 {
			need[x] = min(need[x], w.wanted[i]-y.bonus)
		}
	}
}

// run finds all routes. It returns false if the budget is spent.
func (w *walk) run() bool {
	before := w.shut
	defer func() { w.shut = before }()
	for i := range w.stops {
		if !w.stops[i].Own {
			continue
		}
		closed := w.shut
		w.root = i
		w.enter(i)
		for h := range w.hops[i] {
			w.opening = h
			if !w.try(&w.hops[i][h], false) {
				return false
			}
		}
		w.leave(i)
		w.shut = closed
		w.shut.add(i)
	}
	return true
}

// try takes a hop if it is free, and returns from it.
func (w *walk) try(h *hop, second bool) bool {
	if w.shut.has(h.to) || w.used.meets(&h.uses) || !w.fits(h.to) {
		return true
	}
	used, shut := w.used, w.shut
	w.used = used.or(&h.uses)
	w.enter(h.to)
	w.links = append(w.links, h.link)
	ok := w.grow(h.to, second)
	w.links = w.links[:len(w.links)-1]
	w.leave(h.to)
	w.used, w.shut = used, shut
	return ok
}

// fits reports whether the range and the services allow one more stop.
func (w *walk) fits(i int) bool {
	switch w.stops[i].Class {
	case Extra:
		return w.extras+1 < len(w.need[0])
	case Town:
		return w.total < w.limit
	default:
		return w.taken < w.Range && w.total < w.limit
	}
}

func (w *walk) enter(i int) {
	w.shut = w.shut.or(&w.closes[i])
	w.seen.add(i)
	w.tally(&w.stops[i], 1)
}

func (w *walk) leave(i int) {
	w.seen.drop(i)
	w.tally(&w.stops[i], -1)
}

func (w *walk) tally(s *Stop, by int) {
	if s.Class == Extra {
		w.extras += by
		return
	}
	w.total += by
	w.value += by * s.Value
	if s.Class != Town {
		w.taken += by
	}
	if s.Class == Area {
		w.areas += by
	}
}

// grow offers the route that ends at a stop, and extends it.
func (w *walk) grow(at int, second bool) bool {
	if !w.budget.spend(1) {
		return false
	}
	if !w.hopeful(at, second) {
		return true
	}
	w.offer(at)
	if !w.stops[at].Ends {
		for i := range w.hops[at] {
			if !w.try(&w.hops[at][i], second) {
				return false
			}
		}
	}
	if second || w.stops[w.root].Ends {
		return true
	}
	w.first = len(w.links)
	opening := w.opening
	for i := opening + 1; i < len(w.hops[w.root]); i++ {
		if !w.try(&w.hops[w.root][i], true) {
			return false
		}
	}
	w.first = 0
	return true
}

// offer reports the route for every way in which it has the wanted worth.
func (w *walk) offer(at int) {
	if w.total < 2 {
		return
	}
	value := w.value
	if w.Express {
		value = w.counted(&w.seen)
		if w.stops[at].Class == Town && w.total > 2 {
			rest := w.seen
			rest.drop(at)
			if w.counted(&rest) == value {
				return // without its end it has the same worth and less track
			}
		}
	}
	long := w.total > w.normal
	for i := range w.ways {
		y := &w.ways[i]
		if y.suits(long, w.extras, w.areas) && value+y.bonus >= w.wanted[i] {
			w.found(i, value+y.bonus)
		}
	}
}

// line is the route as its links in order.
func (w *walk) line() (links []int) {
	first := w.first
	if first == 0 {
		first = len(w.links)
	}
	for i := first - 1; i >= 0; i-- {
		links = append(links, w.links[i])
	}
	return append(links, w.links[first:]...)
}

// budget counts steps of search: visits of stops by a walk, tests of candidates.
type budget struct{ spent, most int }

// spend returns false when the budget is used up.
func (b *budget) spend(steps int) bool {
	b.spent += steps
	return b.left()
}

func (b *budget) left() bool { return b.most == 0 || b.spent <= b.most }
