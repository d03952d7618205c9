package route

import "math/bits"

// hopeful says whether the route that has come to a stop can still come to be
// worth what is wanted.
//
// Whatever it visits further are stops that are not shut, no more than the range
// has room for, and of those where routes end one for each arm that is open. The
// dearest choice under these conditions ignores track, so no route exceeds it:
// the bound is admissible. The conditions are nested (stops, cities among them,
// ends among the cities), and with nested conditions taking the dearest stop that
// is still allowed, one after the other, gives the dearest choice.
func (w *walk) hopeful(at int, second bool) bool {
	open := 0
	if !w.stops[at].Ends {
		open++
	}
	if !second && !w.stops[w.root].Ends {
		open++
	}
	if w.Express {
		return w.mostExpress(open) >= w.need[0][w.extras]
	}
	short, long := w.normal-w.total, w.limit-w.total
	needShort, needLong := w.need[0][w.extras], w.need[1][w.extras]
	cities := w.Range - w.taken
	sum, more := w.value, 0
	if short >= 0 && sum >= needShort || sum >= needLong {
		return true
	}
	for i := 0; i < w.size; i++ {
		for x := w.counts[i] &^ w.shut[i]; x != 0 && more < long; x &= x - 1 {
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

// room takes a place for a city, and an arm if a route has to end there.
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

// mostExpress is the same bound for an Express: of what is visited and what may
// be, the dearest stops that it can count.
func (w *walk) mostExpress(open int) (value int) {
	places, towns, cities := w.Range, w.Towns, w.Range-w.taken
	for i := 0; i < w.size; i++ {
		for x := w.counts[i] & (w.seen[i] | ^w.shut[i]); x != 0 && places > 0; x &= x - 1 {
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

// counted is what an Express counts of some stops.
func (w *walk) counted(seen *set) (value int) {
	places, towns := w.Range, w.Towns
	for i := 0; i < w.size; i++ {
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
