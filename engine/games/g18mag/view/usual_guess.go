package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/track"
)

// Estimates for the usual turn and the order of lists: fast and rough. No rule depends
// on them.

// worth estimates how good a position is for a seat (see engine.Adviser): money, shares
// at market price, treasuries, and what the operating minor may earn; other minors are
// nearly the same in all lines of a list.
func worth(s *g18mag.State, seat engine.Seat) int {
	if seat < 0 || int(seat) >= s.Seats {
		return 0
	}
	n := s.WorthOf(seat)
	for _, c := range s.Edition().Majors {
		n += s.Held(c, seat) / g18mag.Book.Structure.Share * promise(s, c)
	}
	for _, c := range s.Edition().Minors {
		switch {
		case s.Minors[c].Owner != seat:
		case c == s.Company():
			n += minorWorth(s, c, guess(s, c))
		default:
			n += s.Purse(c) / 2
		}
	}
	return n
}

// runsAhead estimates the number of remaining operating rounds.
func runsAhead(s *g18mag.State) int {
	if s.EndSet > 0 && s.Set >= s.EndSet {
		return 1 + s.Rounds - s.Round
	}
	return 2 + 2*(len(s.Edition().Phases)-s.Phase)
}

// minorWorth is the owner's half of its trains' possible earnings in the remaining rounds, plus something for
// the treasury, which buys more trains, and for places near its track.
func minorWorth(s *g18mag.State, c g18mag.Company, revenue int) int {
	return revenue*runsAhead(s)/2 + s.Purse(c)/2 + sheet.Chances(s.World(), &s.Board, g18mag.Owner(c), s.PhaseColour())
}

// guess estimates the revenue of a minor's trains. Its routes may share track.
func guess(s *g18mag.State, c g18mag.Company) int {
	trains := s.Minors[c].Trains
	if len(trains) == 0 {
		return 0
	}
	arms := armsOf(s, c)
	sum := 0
	for i, size := range slices.Backward(slices.Sorted(slices.Values(trains))) {
		n := 0
		for _, a := range arms {
			n = max(n, a.best(size))
		}
		if i < len(trains)-1 {
			n = n * 2 / 3 // the better train has taken the better track
		}
		sum += n
	}
	return sum
}

// longestArm caps the stops that are considered on one side of a station.
const longestArm = 4

// arm is the best way to leave a station over one of its neighbours: the value of its
// stops, by their number.
type arm [longestArm + 1]int

// arms are the ways out of one station.
type arms struct {
	value int // of the station's own stop
	ways  []arm
}

// best returns the highest value of a train from stop to stop through the station.
func (a arms) best(size int) int {
	most := 0
	for i, one := range a.ways {
		for n := 1; n <= min(longestArm, size-1); n++ {
			most = max(most, a.value+one[n])
			for _, two := range a.ways[:i] {
				for m := 1; m <= min(longestArm, size-1-n); m++ {
					most = max(most, a.value+one[n]+two[m])
				}
			}
		}
	}
	return most
}

// usualWays is the usual number of neighbours of a stop.
const usualWays = 4

// armsIn is the other facts on which the arms in a network depend.
type armsIn struct{ colour string }

// armsOf follows the track from each station of a minor to the stops around it.
func armsOf(s *g18mag.State, c g18mag.Company) []arms {
	g := s.Board.Links(s.World(), g18mag.Owner(c))
	return g.Memo(armsIn{s.PhaseColour()}, func() any { return followArms(s, c, g) }).([]arms)
}

func followArms(s *g18mag.State, c g18mag.Company, g *track.Graph) []arms {
	w := walker{graph: g}
	w.next = make([][]int, len(w.graph.Stops))
	room := make([]int, usualWays*len(w.next))
	for i := range w.next {
		w.next[i] = room[usualWays*i : usualWays*i : usualWays*(i+1)]
	}
	for _, l := range w.graph.Links {
		if !slices.Contains(w.next[l.A], l.B) {
			w.next[l.A], w.next[l.B] = append(w.next[l.A], l.B), append(w.next[l.B], l.A)
		}
	}
	w.value, w.ends = make([]int, len(w.graph.Stops)), make([]bool, len(w.graph.Stops))
	for i, p := range w.graph.Stops {
		w.value[i], w.ends[i] = stopFor(s, c, p)
	}
	var out []arms
	for _, st := range s.Board.Stations {
		if st.Owner != g18mag.Owner(c) {
			continue
		}
		i, met := w.graph.Find(st.Place())
		if !met {
			continue
		}
		a := arms{value: w.value[i]}
		w.seen = append(w.seen[:0], i)
		for _, to := range w.next[i] {
			w.way = arm{}
			w.walk(to, 1, 0)
			a.ways = append(a.ways, w.way)
		}
		out = append(out, a)
	}
	return out
}

// stopFor returns a stop's present value for a minor, and whether its trains must end there.
func stopFor(s *g18mag.State, c g18mag.Company, p track.Place) (value int, ends bool) {
	stop := &s.Board.Stops(s.World(), p.Hex)[p.Stop]
	value = stop.Worth(s.PhaseColour())
	switch stop.Kind {
	case track.Mine:
		return 0, true
	case track.Area:
		return value, true
	case track.Town:
		return value, false
	}
	taken, own := 0, false
	for _, st := range s.Board.Stations {
		if st.Place() != p {
			continue
		}
		taken++
		own = own || st.Owner == g18mag.Owner(c)
		if !g18mag.Company(st.Owner).Minor() {
			value += 10
		}
	}
	return value, !own && taken >= stop.Slots
}

// walker follows track from stop to stop.
type walker struct {
	graph *track.Graph
	next  [][]int
	value []int
	ends  []bool
	seen  []int
	way   arm
}

func (w *walker) walk(at, n, sum int) {
	if slices.Contains(w.seen, at) {
		return
	}
	sum += w.value[at]
	w.way[n] = max(w.way[n], sum)
	if n == longestArm || w.ends[at] {
		return
	}
	w.seen = append(w.seen, at)
	for _, to := range w.next[at] {
		w.walk(to, n+1, sum)
	}
	w.seen = w.seen[:len(w.seen)-1]
}
