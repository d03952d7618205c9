package route

import "math/bits"

// hopeful reports whether the unfinished route, which ends at a stop, may still reach the wanted worth.
//
// It can only visit stops that are not shut and that its open arms can reach (near), no more than the range has
// room for, and at most one dead end for each open arm. The best choice under these conditions ignores most of
// the track, so no route exceeds it: the bound is admissible. The conditions are nested (stops, cities among
// them, dead ends among the cities); with nested conditions, repeatedly taking the most valuable stop still
// allowed gives the best choice.
func (w *walk) hopeful(at int, second bool) bool {
	open := 0
	if !w.stops[at].Ends {
		open++
	}
	if !second && !w.stops[w.root].Ends {
		open++
	}
	if !w.reaches(&w.all, open) { // the same without near, which costs more
		return false
	}
	if open == 0 {
		return true
	}
	near := w.near(at, second)
	return w.reaches(&near, open)
}

// near are the stops that the open arms can reach over stops that are not shut. The range bounds the distance;
// if it has no room for a city, none is passed.
func (w *walk) near(at int, second bool) (met set) {
	var front set
	if !w.stops[at].Ends {
		front = w.next[at]
	}
	if !second && !w.stops[w.root].Ends {
		front = front.or(&w.next[w.root])
	}
	shut := w.shut
	if w.taken == w.Range {
		shut = shut.or(&w.cities)
	}
	front = front.without(&shut)
	for moves := w.limit - w.total + len(w.need[0]) - 1 - w.extras; moves > 0; moves-- {
		met = met.or(&front)
		var more set
		for i := range w.size {
			for x := front[i] & w.passed[i]; x != 0; x &= x - 1 {
				next := &w.next[i<<6+bits.TrailingZeros64(x)]
				for j := range w.size {
					more[j] |= next[j]
				}
			}
		}
		more = more.without(&shut)
		if front = more.without(&met); front == (set{}) {
			break
		}
	}
	return met
}

// reaches reports whether the best choice of some stops gives the route the wanted worth.
func (w *walk) reaches(some *set, open int) bool {
	needShort, needLong := w.need[0][w.extras], w.need[1][w.extras]
	if w.Express {
		return w.mostExpress(some, open) >= needShort
	}
	short, long := w.normal-w.total, w.limit-w.total
	cities := w.Range - w.taken
	sum, more := w.value, 0
	if short >= 0 && sum >= needShort || sum >= needLong {
		return true
	}
	for i := range w.size {
		for x := w.counts[i] & some[i] &^ w.shut[i]; x != 0 && more < long; x &= x - 1 {
			s := i<<6 + bits.TrailingZeros64(x)
			if w.cities.has(s) && !room(w.ends.has(s), &cities, &open) {
				continue
			}
			sum += w.stops[s].Value
			more++
			if more <= short && sum >= needShort || sum >= needLong {
				return true
			}
		}
	}
	return false
}

// room takes a place for a city, and an open arm if a route has to end there.
func room(ends bool, cities, open *int) bool {
	if *cities == 0 || ends && *open == 0 {
		return false
	}
	*cities--
	if ends {
		*open--
	}
	return true
}

// mostExpress is the same bound for an Express: the most valuable stops that it can count, of those visited and
// those within reach. More cities leave no more room for towns.
func (w *walk) mostExpress(some *set, open int) (value int) {
	places, towns, cities := w.Range, w.towns(w.taken), w.Range-w.taken
	for i := range w.size {
		for x := w.counts[i] & (w.seen[i] | some[i]&^w.shut[i]); x != 0 && places > 0; x &= x - 1 {
			s := i<<6 + bits.TrailingZeros64(x)
			switch {
			case !w.cities.has(s):
				if towns == 0 {
					continue
				}
				towns--
			case !w.seen.has(s) && !room(w.ends.has(s), &cities, &open):
				continue
			}
			places--
			value += w.stops[s].Value
		}
	}
	return value
}

// counted is the value that an Express counts for some stops.
func (w *walk) counted(seen *set) (value int) {
	places, towns := w.Range, w.towns(w.taken)
	for i := range w.size {
		for x := seen[i] & w.counts[i]; x != 0 && places > 0; x &= x - 1 {
			s := i<<6 + bits.TrailingZeros64(x)
			if !w.cities.has(s) {
				if towns == 0 {
					continue
				}
				towns--
			}
			places--
			value += w.stops[s].Value
		}
	}
	return value
}

// ceiling is the bound before the first stop: no route of the class exceeds it.
func (w *walk) ceiling(long bool) (value int) {
	if w.Express {
		return w.mostExpress(&w.all, 2)
	}
	places, cities, open := w.normal, w.Range, 2
	if long {
		places = w.long
	}
	for s := range w.counts.all() {
		if places > 0 && (!w.cities.has(s) || room(w.ends.has(s), &cities, &open)) {
			value += w.stops[s].Value
			places--
		}
	}
	return value
}
