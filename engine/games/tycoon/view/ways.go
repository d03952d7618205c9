package view

import (
	"cmp"
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/rail/hex"
)

// way is a proposal: a plan for one action, and the needs of the whole link.
type way struct {
	From, To tycoon.City
	Plan     tycoon.Plan
	Done     bool // the plan completes the link
	Tracks   int  // of the whole; more than those of Plan if one action is not enough
	Cost     int  // of the whole
	Actions  int
}

// compareWays sorts the cheaper first, then the one with fewer tracks.
func compareWays(a, b way) int {
	return cmp.Or(cmp.Compare(a.Cost, b.Cost), cmp.Compare(a.Tracks, b.Tracks))
}

// Bounds of proposals.
const (
	waysAsked   = 5  // ways to a city that answer a question
	citiesAsked = 12 // cities that answer a question
)

// ways returns the cheapest ways from a start to a city; those of the fewest actions,
// where one is not enough. Perfect Engineering is used only where it saves an action
// (State.Needed). With NoCity it returns the cheapest ways to the cities that can be
// reached in one or two actions, one to each.
//
// The best come first; equal ones are sorted by their tracks, then by their hexes. From a
// city a way may also go on from an own open end that comes from it.
func ways(s *tycoon.State, seat engine.Seat, start tycoon.Spot, to tycoon.City) []way {
	var list []way
	if to == tycoon.NoCity {
		list = waysAnywhere(s, seat, start)
	} else {
		list = waysTo(s, seat, start, to, waysAsked)
	}
	legal := list[:0]
	for _, w := range list {
		if bill, err := s.Check(seat, w.Plan, w.Plan.Needed()); err == nil {
			w.Done = bill.Completes()
			legal = append(legal, w)
		}
	}
	return legal
}

// waysTo returns the n cheapest ways to a city, among those of the fewest actions.
func waysTo(s *tycoon.State, seat engine.Seat, start tycoon.Spot, to tycoon.City, n int) []way {
	for actions := 1; actions <= actionsAhead(s); actions++ {
		for _, u := range uses(s, seat) {
			list := explore(s, seat, originsAt(s, seat, start), u, actions, n)
			list = slices.DeleteFunc(list, func(w way) bool { return w.To != to })
			if len(list) > 0 {
				return list[:min(n, len(list))]
			}
		}
	}
	return nil
}

// uses are the cards with which a seat finds different ways: none, and Perfect Engineering.
func uses(s *tycoon.State, seat engine.Seat) []tycoon.Use {
	if s.Hand(seat).Engineering() == 0 {
		return []tycoon.Use{{}}
	}
	return []tycoon.Use{{}, {Engineering: true}}
}

// direct returns the ways of one action from a start to a city, the cheapest first.
func direct(s *tycoon.State, seat engine.Seat, start tycoon.Spot, to tycoon.City, u tycoon.Use) []way {
	list := explore(s, seat, originsAt(s, seat, start), u, 1, 0)
	return slices.DeleteFunc(list, func(w way) bool { return w.To != to })
}

// actionsAhead returns the most actions that a way may take: open links last to the end of the turn.
func actionsAhead(s *tycoon.State) int { return max(tycoon.Rounds, tycoon.Rounds-s.Round+s.Due) }

// waysAnywhere returns the cheapest ways to cities, those of one action first.
func waysAnywhere(s *tycoon.State, seat engine.Seat, start tycoon.Spot) []way {
	list := explore(s, seat, originsAt(s, seat, start), tycoon.Use{}, 2, 1)
	one := firstToEach(list, false, nil)
	one = append(one, firstToEach(list, true, one)...)
	return one[:min(citiesAsked, len(one))]
}

// firstToEach returns the first way to each city, of one action or of more, without some cities.
func firstToEach(list []way, more bool, without []way) (first []way) {
	for _, w := range list {
		there := func(o way) bool { return o.To == w.To }
		if (w.Actions > 1) == more && !slices.ContainsFunc(first, there) && !slices.ContainsFunc(without, there) {
			first = append(first, w)
		}
	}
	return first
}

// cheapest returns the cheapest way of one action to link each pair of cities that a
// player may link.
func cheapest(s *tycoon.State, seat engine.Seat, u tycoon.Use) (list []way) {
	found := map[[2]tycoon.City]int{}
	for _, one := range waysFrom(s, seat, u).one {
		for _, w := range one {
			pair := [2]tycoon.City{min(w.From, w.To), max(w.From, w.To)}
			i, known := found[pair]
			switch {
			case !known:
				found[pair] = len(list)
				list = append(list, w)
			case compareWays(w, list[i]) < 0:
				list[i] = w
			}
		}
	}
	return list
}

// Plans returns the plans that lists show, by the hex where they begin: the cheapest way to each city; then the
// cheapest to cities that only Perfect Engineering reaches in one action; then, from cities with own links and
// own open ends, the first parts of ways of two actions to further cities. Any other legal chain may be
// written, too.
func (Lists) Plans(s *tycoon.State, seat engine.Seat) map[tycoon.Spot][]tycoon.Plan {
	plans, each := map[tycoon.Spot][]tycoon.Plan{}, waysFrom(s, seat, tycoon.Use{})
	one, more := each.one, each.further(s, seat, tycoon.Use{})
	var longer *eachOrigin
	if s.Hand(seat).Engineering() != 0 {
		longer = waysFrom(s, seat, tycoon.Use{Engineering: true})
	}
	for i, o := range each.from {
		list := append(plans[o.Spot], engine.Each(one[i], func(w way) tycoon.Plan { return eitherWay(s, seat, w, one) })...)
		if longer != nil {
			for _, w := range longer.one[i] {
				if !slices.ContainsFunc(one[i], func(r way) bool { return r.To == w.To }) {
					list = append(list, w.Plan)
				}
			}
		}
		for _, w := range more[i] {
			if !slices.Contains(list, w.Plan) { // a first part may lead to two cities
				list = append(list, w.Plan)
			}
		}
		plans[o.Spot] = list
	}
	return plans
}

// eitherWay returns the plan of a way. Of two equal ways between the same cities it is the one that the list
// also has from the first of them, so that the same effect is shown once.
func eitherWay(s *tycoon.State, seat engine.Seat, w way, one [][]way) tycoon.Plan {
	comes := func(l tycoon.Link) bool { return l.Owner == seat && (l.From == w.From || l.From == w.To) }
	if w.Plan.Open != tycoon.NoOpen || w.To > w.From || slices.ContainsFunc(s.Open, comes) {
		return w.Plan
	}
	for _, other := range one[w.To] {
		if other.To == w.From && compareWays(other, w) == 0 {
			return backwards(other)
		}
	}
	return w.Plan
}

// backwards returns the plan of a way between two cities from its other end.
func backwards(w way) tycoon.Plan {
	return tycoon.FromCity(w.To, tycoon.Way("").Then(w.Plan.Way.Last().Opposite())+w.Plan.Way.Reversed())
}

// origin is a city or an own open end where chains begin.
type origin struct {
	City tycoon.City // where the whole chain begins
	Open int         // index into State.Open, or NoOpen
	Spot tycoon.Spot
}

// origins returns all places where a player may begin a chain: the cities, then the own
// open ends.
func origins(s *tycoon.State, seat engine.Seat) []origin {
	list := make([]origin, 0, len(s.Book().Cities)+len(s.Open))
	for c := range s.Book().Cities {
		list = append(list, origin{tycoon.City(c), tycoon.NoOpen, s.Book().Cities[c].Spot})
	}
	for i := range s.Open {
		if l := &s.Open[i]; l.Owner == seat {
			list = append(list, origin{l.From, i, s.OpenAt(i)})
		}
	}
	return list
}

// originsAt returns the origins that an order may mean by its start.
func originsAt(s *tycoon.State, seat engine.Seat, start tycoon.Spot) []origin {
	city := s.Book().Hexes[start].City
	return slices.DeleteFunc(origins(s, seat), func(o origin) bool {
		return o.Spot != start && (city == tycoon.NoCity || o.City != city)
	})
}

// plan returns a plan from an origin.
func (o origin) plan(w tycoon.Way) tycoon.Plan {
	if o.Open == tycoon.NoOpen {
		return tycoon.FromCity(o.City, w)
	}
	return tycoon.FromEnd(o.Open, w)
}

// byHex lists the sides of a hex in the order of the hexes beyond them: row by row from
// north to south, west to east.
var byHex = [hex.Edges]hex.Edge{2, 3, 1, 4, 0, 5}

// sidesOut returns the sides over which a chain may leave an origin, in the order of
// the hexes beyond them.
func sidesOut(s *tycoon.State, o origin) []hex.Edge {
	if o.Open != tycoon.NoOpen {
		return []hex.Edge{s.Open[o.Open].Way.Last()}
	}
	return slices.DeleteFunc(slices.Clone(byHex[:]), func(e hex.Edge) bool { return !s.MayLeave(o.City, e) })
}
