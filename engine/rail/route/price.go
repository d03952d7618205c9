package route

import (
	"math"
	"slices"
)

// candidate is a route that may belong to the best set, with just enough to find compatible others. Its links
// are found again when it is chosen.
type candidate struct {
	uses  set
	value int
	net   int // value less the prices of its elements, in grains
}

// grain is the number of price steps in a unit of money.
const grain = 1024

// rounds is how often prices are changed at most; speed, in parts of 256 of the
// usual stride, is halved after patience rounds without much progress, down to
// slowest.
const (
	rounds   = 400
	speed    = 256
	slowest  = 4
	patience = 12
)

// market finds prices for elements that several trains want.
//
// Every route pays for the elements it uses. With any prices that are not negative, a legal set is worth no
// more than the sum of all prices plus, for each train, the best net worth of a route: each element is used at
// most once, so the routes together pay at most that sum. The lower this bound, the better. Low bounds are
// found by raising the price of elements that several trains want, and lowering that of elements that none
// wants (Lagrange's multipliers, the subgradient method). All in whole numbers.
//
// A candidate that does not reach the target under the bound, even with the best net worths of all other
// trains, is in no better set: it is dropped.
type market struct {
	*solver
	price []int // by element, in grains
	sum   int   // sum of the prices
	table [most / 8][256]int
	worth [][]int // best net worth of a candidate, by class and way
	tops  [][]int // its index; -1: none
}

// prices drops the candidates that are in no better set than the known one, and gives the others their net
// worth under the best prices, whose sum it returns.
func (s *solver) prices() (sum int) {
	m := &market{solver: s, price: make([]int, s.net.elements)}
	m.worth, m.tops = make([][]int, len(s.lists)), make([][]int, len(s.lists))
	for k := range s.lists {
		m.worth[k], m.tops[k] = make([]int, len(s.ways)), make([]int, len(s.ways))
	}
	best, lowest := slices.Clone(m.price), math.MaxInt
	pace, stale := speed, 0
	for round := range rounds {
		bound := m.evaluate()
		if bound < lowest {
			if bound < lowest-lowest/2048 {
				stale = 0
			}
			lowest = bound
			copy(best, m.price)
			s.lower(bound / grain)
			m.drop()
		}
		if s.proven() || !s.budget.left() {
			return m.sum
		}
		if stale++; stale > patience {
			stale = 0
			if pace /= 2; pace < slowest {
				break
			}
			copy(m.price, best)
			m.evaluate()
		}
		wanted := m.demand()
		if round%4 == 0 {
			m.settle(slices.Clone(wanted))
		}
		if !m.change(wanted, bound, pace) {
			break
		}
	}
	copy(m.price, best)
	m.evaluate()
	m.drop()
	return m.sum
}

// evaluate computes the net worth of all candidates, and the bound, in grains.
func (m *market) evaluate() (bound int) {
	m.sum = 0
	for _, p := range m.price {
		m.sum += p
	}
	chunks := m.tabulate()
	for k := range m.lists {
		for y, list := range m.lists[k] {
			m.budget.spend(len(list)/4 + 1)
			top, most := -1, never
			for i := range list {
				c := &list[i]
				c.net = c.value * grain
				for j := range chunks {
					c.net -= m.table[j][byte(c.uses[j>>3]>>(j&7*8))]
				}
				if c.net > most {
					top, most = i, c.net
				}
			}
			m.worth[k][y], m.tops[k][y] = most, top
		}
	}
	return m.sum + m.rest(m.worth, 0, -1)[m.all]
}

// tabulate sums the prices of all sets of eight neighbouring elements.
func (m *market) tabulate() (chunks int) {
	chunks = (len(m.price) + 7) / 8
	for c := range chunks {
		t := &m.table[c]
		for b, p := range m.price[c*8 : min(c*8+8, len(m.price))] {
			for i := range 1 << b {
				t[1<<b+i] = t[i] + p
			}
		}
	}
	return chunks
}

// drop forgets candidates that are in no better set than the known one.
func (m *market) drop() {
	for k := range m.lists {
		others := m.rest(m.worth, 0, slices.Index(m.kinds, k))
		for y, list := range m.lists[k] {
			least := m.target()*grain - m.sum - others[m.all&^int(m.ways[y].services)]
			kept := list[:0]
			top := -1
			for i := range list {
				if list[i].net >= least {
					if i == m.tops[k][y] {
						top = len(kept)
					}
					kept = append(kept, list[i])
				}
			}
			m.lists[k][y], m.tops[k][y] = kept, top
		}
	}
}

// demand returns the best candidate for each train, on which the bound is based.
func (m *market) demand() (wanted []pick) {
	left := m.all
	for t, k := range m.kinds {
		y := m.claim(m.worth[k], m.rest(m.worth, t+1, -1), left)
		if y < 0 || m.tops[k][y] < 0 {
			continue
		}
		wanted = append(wanted, pick{t, y, m.lists[k][y][m.tops[k][y]]})
		left &^= int(m.ways[y].services)
	}
	return wanted
}

// settle makes a legal set from the wanted candidates: it replaces a route that conflicts with an earlier one
// by the best that does not.
func (m *market) settle(picks []pick) {
	var used set
	for i := range picks {
		p := &picks[i]
		if p.uses.meets(&used) {
			list := m.lists[m.kinds[p.train]][p.way]
			at, most := -1, never
			for j := range list {
				if c := &list[j]; c.net > most && !c.uses.meets(&used) {
					at, most = j, c.net
				}
			}
			if at < 0 {
				return
			}
			p.candidate = list[at]
		}
		used = used.or(&p.uses)
	}
	m.keep(picks)
}

// change adjusts the prices; it returns false if nothing is wanted twice, nor priced without need.
func (m *market) change(wanted []pick, bound, pace int) bool {
	excess := make([]int, len(m.price))
	norm := 0
	for e := range excess {
		excess[e] = -1
		for i := range wanted {
			if wanted[i].uses.has(e) {
				excess[e]++
			}
		}
		if excess[e] < 0 && m.price[e] == 0 {
			excess[e] = 0
		}
		norm += excess[e] * excess[e]
	}
	if norm == 0 {
		return false
	}
	gap := int64(bound - m.target()*grain + grain) // multiplied by pace, it may need more than 32 bits
	stride := max(int(gap*int64(pace)/speed/int64(norm)), 1)
	for e := range excess {
		m.price[e] = max(m.price[e]+stride*excess[e], 0)
	}
	return true
}
