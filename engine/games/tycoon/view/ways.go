package view

import (
	"cmp"
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
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
