package view

import (
	"cmp"
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// way is a proposal: a plan for one action, and what the whole link needs.
type way struct {
	Plan    tycoon.Plan
	Bill    tycoon.Bill // of the plan
	To      tycoon.City
	Tracks  int // of the whole; more than those of Plan if one action is not enough
	Cost    int // of the whole
	Actions int
}

// compareWays sorts the cheaper first, then the one with fewer tracks.
func compareWays(a, b way) int {
	return cmp.Or(cmp.Compare(a.Cost, b.Cost), cmp.Compare(a.Tracks, b.Tracks))
}

// Bounds of proposals and lists.
const (
	waysAsked   = 5  // ways to a city that answer a question
	citiesAsked = 12 // cities that answer a question
	waysEach    = 1  // ways from a start to a city in lists of legal lines
)

// ways returns the cheapest ways from a start to a city; those of the fewest actions,
// where one is not enough. Perfect Engineering is used only where it saves an action
// (see needed). With NoCity it returns the cheapest ways to the cities that can be
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
		if bill, err := s.Check(seat, w.Plan, s.Needed(w.Plan)); err == nil {
			w.Bill = bill
			legal = append(legal, w)
		}
	}
	return legal
}

// waysTo returns the n cheapest ways to a city, among those of the fewest actions.
func waysTo(s *tycoon.State, seat engine.Seat, start tycoon.Spot, to tycoon.City, n int) []way {
	from := originsAt(s, seat, start)
	uses := []tycoon.Use{{}}
	if s.EngineeringCard(seat) != 0 {
		uses = append(uses, tycoon.Use{Engineering: true})
	}
	for actions := 1; actions <= actionsAhead(s); actions++ {
		for _, u := range uses {
			var list []way
			if actions == 1 {
				list = direct(s, seat, from, to, u, n)
			} else {
				list = searchAcross(s, seat, from, to, u, actions, n)
			}
			if len(list) > 0 {
				return list
			}
		}
	}
	return nil
}

// countWays returns the number of ways of one action from a start to a city.
func countWays(s *tycoon.State, seat engine.Seat, start tycoon.Spot, to tycoon.City, u tycoon.Use) (n int) {
	for _, o := range originsAt(s, seat, start) {
		if !mayLink(s, seat, o.City, to) {
			continue
		}
		newWalker(s, seat, u, func(t tip) {
			if t.to == to {
				n++
			}
		}).walk(o)
	}
	return n
}

// actionsAhead returns how many actions a way may take: open links last to the end of
// the turn.
func actionsAhead(s *tycoon.State) int { return max(tycoon.Rounds, tycoon.Rounds-s.Round+s.Due) }

// originsAt returns the origins that an order may mean by its start.
func originsAt(s *tycoon.State, seat engine.Seat, start tycoon.Spot) []origin {
	city := s.Book().Hexes[start].City
	return slices.DeleteFunc(origins(s, seat), func(o origin) bool {
		return o.Spot != start && (city == tycoon.NoCity || o.City != city)
	})
}

// direct returns the n cheapest ways of one action.
func direct(s *tycoon.State, seat engine.Seat, from []origin, to tycoon.City, u tycoon.Use, n int) []way {
	var list []way
	for _, o := range from {
		top := newBest(len(s.Book().Cities), n)
		newWalker(s, seat, u, func(t tip) {
			if t.to == to {
				top.add(t)
			}
		}).walk(o)
		for _, c := range top.to(to) {
			list = append(list, c.way(o))
		}
	}
	slices.SortStableFunc(list, compareWays)
	return list[:min(n, len(list))]
}

// waysAnywhere returns the cheapest ways to cities, those of one action first.
func waysAnywhere(s *tycoon.State, seat engine.Seat, start tycoon.Spot) []way {
	v, from := newSurvey(s, seat, tycoon.Use{}, 1), originsAt(s, seat, start)
	var one, two []way
	for i, o := range v.from {
		if !slices.Contains(from, o) {
			continue
		}
		for _, c := range v.near[i] {
			one = append(one, c.way(o))
		}
		two = append(two, v.far(i)...)
	}
	one, two = eachCity(one, nil), eachCity(two, one)
	list := append(one, two...)
	return list[:min(citiesAsked, len(list))]
}

// eachCity sorts ways and keeps the best one to each city that is not in others.
func eachCity(list, others []way) (kept []way) {
	slices.SortStableFunc(list, compareWays)
	for _, w := range list {
		same := func(o way) bool { return o.To == w.To }
		if !slices.ContainsFunc(kept, same) && !slices.ContainsFunc(others, same) {
			kept = append(kept, w)
		}
	}
	return kept
}
