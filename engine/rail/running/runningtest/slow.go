package runningtest

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"railpost/engine/enginetest/level"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/route"
	"railpost/engine/rail/running"
	"railpost/engine/rail/track"
)

// Compared compares best runs with the results of Slow, unless that is too slow.
type Compared struct{ same, given int }

// Check returns an error in the claimed maximum earnings of trains; "" if there is none.
func (c *Compared) Check(what string, r *running.Runner, said int) string {
	switch most, none, ok := Slow(r, level.Of(100_000, 2_000_000, 2_000_000)); {
	case !ok:
		c.given++
	case most != said:
		return fmt.Sprintf("%s: %d said, %d found (none is legal: %v); ", what, said, most, none)
	default:
		c.same++
	}
	return ""
}

// Enough fails a test that compared fewer runs than this.
func (c *Compared) Enough(t *testing.T, least int) {
	t.Helper()
	if t.Logf("a slow search compared %d runs, and gave up %d", c.same, c.given); c.same < least {
		t.Errorf("a slow search compared only %d runs", c.same)
	}
}

// Slow returns the most that a company's trains can earn, found without the search for
// routes and without its network: by walking every trail of the board, tile by tile, and
// by trying every set of them. ok is false if that takes more than this many steps; none is
// true if the services that must be used leave no legal set.
func Slow(r *running.Runner, steps int) (most int, none, ok bool) {
	s := &slow{Runner: r, steps: steps, used: map[track.Side]bool{}}
	for _, w := range r.Services {
		s.longer = s.longer || w.Longer
		if w.Extra {
			s.open++
		}
	}
	for _, p := range s.near() {
		s.grow(trail{stops: []track.Place{p}})
	}
	most = s.share(make([]int, len(r.Services)), 0)
	return max(most, 0), most < 0, s.steps >= 0
}

type slow struct {
	*running.Runner
	steps  int // remaining; below 0: too many
	longer bool
	open   int // extra stops that services open for a train
	used   map[track.Side]bool
	trails []trail
}

// trail is a way over the board that may be a route.
type trail struct {
	stops         []track.Place
	sides         []track.Side
	cities, towns []int // values
	area          bool
	extras        int
}

// near lists the stops that track joins to a station of the company, with anything on the way.
func (s *slow) near() (list []track.Place) {
	for _, st := range s.Board.Stations {
		if st.Owner == s.Owner && !slices.Contains(list, st.Place()) {
			list = append(list, st.Place())
		}
	}
	for i := 0; i < len(list); i++ {
		s.leave(list[i], func(p track.Place, _ []track.Side) {
			if !slices.Contains(list, p) {
				list = append(list, p)
			}
		})
	}
	return list
}

// leave follows each track from a stop to the next stops, over unused sides.
func (s *slow) leave(from track.Place, meet func(track.Place, []track.Side)) {
	var over []track.Side
	var cross func(h track.HexID, e hex.Edge)
	cross = func(h track.HexID, e hex.Edge) {
		to, back := s.World.Map.Hexes[h].Neighbour[e], e.Opposite()
		if to == track.NoHex {
			return
		}
		side := track.Side{Hex: h, Edge: e}
		if to < h { // one name for both directions
			side = track.Side{Hex: to, Edge: back}
		}
		if s.steps--; s.steps < 0 || s.used[side] || slices.Contains(over, side) {
			return
		}
		over = append(over, side)
		shape := s.Board.Shape(s.World, to)
		for i := range s.Board.Stops(s.World, to) {
			if shape.Stops[back]&(1<<i) != 0 {
				meet(track.Place{Hex: to, Stop: i}, slices.Clone(over))
			}
		}
		for f := range hex.Edge(hex.Edges) {
			if shape.Plain[back]&(1<<f) != 0 {
				cross(to, f)
			}
		}
		over = over[:len(over)-1]
	}
	for e := range hex.Edge(hex.Edges) {
		if s.Board.Shape(s.World, from.Hex).Stops[e]&(1<<from.Stop) != 0 {
			cross(from.Hex, e)
		}
	}
}

// grow keeps a trail that may be a route, and continues from its end. A trail is kept in one direction.
func (s *slow) grow(t trail) {
	end := t.stops[len(t.stops)-1]
	stop := s.Board.Stops(s.World, end.Hex)[end.Stop]
	value := stop.Worth(s.Colour)
	if s.Bonus != nil {
		value += s.Bonus(end)
	}
	own := s.owned(end)
	ends := stop.Kind == track.Area || stop.Kind == track.City && stop.Slots > 0 && !own && len(s.Board.In(end)) >= stop.Slots
	switch stop.Kind {
	case track.Town:
		t.towns = append(slices.Clip(t.towns), value)
	case track.Mine:
		t.extras++
	default:
		t.cities, t.area = append(slices.Clip(t.cities), value), t.area || stop.Kind == track.Area
	}
	if !slices.ContainsFunc(s.Trains, func(train running.Train) bool { return s.fits(&train.Train, &t) }) {
		return
	}
	if len(t.cities)+len(t.towns) > 1 && comparePlaces(t.stops[0], end) < 0 && slices.ContainsFunc(t.stops, s.owned) {
		s.trails = append(s.trails, t)
	}
	if ends && len(t.stops) > 1 {
		return
	}
	s.leave(end, func(p track.Place, over []track.Side) {
		group := s.Board.Stops(s.World, p.Hex)[p.Stop].Group
		if slices.ContainsFunc(t.stops, func(q track.Place) bool {
			return p == q || group > 0 && s.Board.Stops(s.World, q.Hex)[q.Stop].Group == group
		}) {
			return
		}
		for _, side := range over {
			s.used[side] = true
		}
		next := t
		next.stops, next.sides = append(slices.Clip(t.stops), p), append(slices.Clip(t.sides), over...)
		s.grow(next)
		for _, side := range over {
			delete(s.used, side)
		}
	})
}

func (s *slow) owned(p track.Place) bool {
	return slices.ContainsFunc(s.Board.In(p), func(st track.Station) bool { return st.Owner == s.Owner })
}

func comparePlaces(a, b track.Place) int {
	return cmp.Or(cmp.Compare(a.Hex, b.Hex), cmp.Compare(a.Stop, b.Stop))
}

// fits reports whether a train might visit these stops with the services there are.
func (s *slow) fits(train *route.Train, t *trail) bool {
	most := train.Range + train.Towns
	if s.longer {
		most += train.Range
	}
	return len(t.cities) <= train.Range && t.extras <= s.open && (train.Express || len(t.cities)+len(t.towns) <= most)
}

// share tries every distribution of the services from i on among the trains (by number, from 1; 0: none), and
// returns the most that the trains earn; below 0: no set of routes is legal.
func (s *slow) share(to []int, i int) (most int) {
	if i == len(to) {
		return s.run(to)
	}
	most = -1
	for to[i] = range len(s.Trains) + 1 {
		if to[i] > 0 || !s.Services[i].Must {
			most = max(most, s.share(to, i+1))
		}
	}
	return most
}

// ride is a trail with its earnings for a train.
type ride struct {
	*trail
	value int
}

// run returns the most that the trains earn with these services; -1: a train cannot use its own.
func (s *slow) run(to []int) int {
	rides, rest := make([][]ride, len(s.Trains)), make([]int, len(s.Trains)+1)
	for t := len(s.Trains) - 1; t >= 0; t-- {
		var services []route.Service
		for i := range to {
			if to[i] == t+1 {
				services = append(services, s.Services[i].Service)
			}
		}
		for i := range s.trails {
			if value, ok := earns(&s.Trains[t].Train, &s.trails[i], services); ok {
				rides[t] = append(rides[t], ride{&s.trails[i], value})
			}
		}
		slices.SortStableFunc(rides[t], func(a, b ride) int { return b.value - a.value })
		if len(services) == 0 {
			rides[t] = append(rides[t], ride{trail: &trail{}}) // the train runs nothing
		}
		if len(rides[t]) == 0 {
			return -1
		}
		rest[t] = rest[t+1] + rides[t][0].value
	}
	most := -1
	clear(s.used)
	var choose func(t, value int)
	choose = func(t, value int) {
		if t == len(rides) {
			most = max(most, value)
			return
		}
		for _, x := range rides[t] {
			if s.steps--; s.steps < 0 || value+x.value+rest[t+1] <= most {
				return
			}
			if slices.ContainsFunc(x.sides, func(side track.Side) bool { return s.used[side] }) {
				continue
			}
			for _, side := range x.sides {
				s.used[side] = true
			}
			choose(t+1, value+x.value)
			for _, side := range x.sides {
				delete(s.used, side)
			}
		}
	}
	choose(0, 0)
	return most
}

// earns is a train's revenue on a trail if it needs each of its services in one of the ways they offer.
func earns(train *route.Train, t *trail, services []route.Service) (value int, ok bool) {
	total := len(t.cities) + len(t.towns)
	if len(t.cities) > train.Range {
		return 0, false
	}
	long := !train.Express && total > train.Range+train.Towns
	if long && total > 2*train.Range+train.Towns {
		return 0, false
	}
	bonus := -1
	var use func(i, lengthen, extras, sum int)
	use = func(i, lengthen, extras, sum int) {
		if i == len(services) {
			if extras == t.extras && (lengthen > 0) == long && lengthen < 2 {
				bonus = max(bonus, sum)
			}
			return
		}
		if services[i].Longer {
			use(i+1, lengthen+1, extras, sum)
		}
		if services[i].Extra {
			use(i+1, lengthen, extras+1, sum)
		}
		if services[i].Bonus > 0 && t.area {
			use(i+1, lengthen, extras, sum+services[i].Bonus)
		}
	}
	use(0, 0, 0, 0)
	if bonus < 0 {
		return 0, false
	}
	cities, towns := slices.Sorted(slices.Values(t.cities)), slices.Sorted(slices.Values(t.towns))
	counted := append(slices.Clone(cities), towns...)
	if train.Express {
		room := train.Towns
		if train.CitiesFirst {
			room = min(room, train.Range-len(cities))
		}
		counted = append(cities, towns[len(towns)-min(room, len(towns)):]...)
		slices.Sort(counted)
		counted = counted[len(counted)-min(train.Range, len(counted)):]
	}
	for _, v := range counted {
		bonus += v
	}
	return bonus, true
}
