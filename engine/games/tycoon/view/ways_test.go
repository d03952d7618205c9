package view

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/tycoon"
	"railpost/engine/rail/hex"
)

// allWays calls f for every legal complete chain from an origin of up to most tracks,
// with its hexes: a plain walk, which the searches are held against. Of the tracks the
// first grant ones are laid with cards.
func allWays(s *tycoon.State, seat engine.Seat, o origin, u tycoon.Use, most int, f func(w tycoon.Way, hexes []tycoon.Spot, to tycoon.City, cost int)) {
	var hexes []tycoon.Spot
	if o.Open != tycoon.NoOpen {
		hexes = s.Book().ChainSpots(&s.Open[o.Open])
	}
	own := len(hexes)
	var grow func(w tycoon.Way, at tycoon.Spot, cost int)
	grow = func(w tycoon.Way, at tycoon.Spot, cost int) {
		in := w.Last()
		next := s.Book().Hexes[at].Next[in]
		if w.Tracks() == most || slices.Contains(hexes, next) {
			return
		}
		hexes = append(hexes, next)
		with := u
		if w.Tracks() >= s.Book().MostTracks(u) {
			with = tycoon.Use{}
		}
		for out := range hex.Edge(hex.Edges) {
			if !s.MayLay(next, in.Opposite(), out) {
				continue
			}
			sum := cost + s.Book().StepCost(at, in) + s.TrackCost(next, in.Opposite(), out, with).Total()
			to := tycoon.NoCity
			what, there, open := s.Ahead(seat, next, out)
			switch what {
			case tycoon.Gate:
				to = s.Book().Hexes[there].City
			case tycoon.OwnEnd:
				twice := func(at tycoon.Spot) bool { return slices.Contains(hexes, at) }
				if !slices.ContainsFunc(s.Book().ChainSpots(&s.Open[open]), twice) {
					to = s.Open[open].From
				}
			case tycoon.Country:
				grow(w.Then(out), next, sum)
			}
			if to != tycoon.NoCity && to != o.City && !s.Linked(seat, o.City, to) {
				f(w.Then(out), hexes[own:], to, sum+s.Book().StepCost(next, out))
			}
		}
		hexes = hexes[:len(hexes)-1]
	}
	for e := range hex.Edge(hex.Edges) {
		if o.Open != tycoon.NoOpen && s.Open[o.Open].Way.Last() == e || o.Open == tycoon.NoOpen && s.MayLeave(o.City, e) {
			grow(tycoon.Way("").Then(e), o.Spot, 0)
		}
	}
}

// plainWay is a complete way as allWays finds it.
type plainWay struct {
	way    tycoon.Way
	hexes  []tycoon.Spot
	cost   int
	tracks int
}

func comparePlain(a, b plainWay) int {
	if a.cost != b.cost {
		return a.cost - b.cost
	}
	if a.tracks != b.tracks {
		return a.tracks - b.tracks
	}
	return slices.Compare(a.hexes, b.hexes)
}

// plainWays are all ways from an origin by city, the best first.
func plainWays(s *tycoon.State, seat engine.Seat, o origin, u tycoon.Use, most int) map[tycoon.City][]plainWay {
	all := map[tycoon.City][]plainWay{}
	allWays(s, seat, o, u, most, func(w tycoon.Way, hexes []tycoon.Spot, to tycoon.City, cost int) {
		all[to] = append(all[to], plainWay{w, slices.Clone(hexes), cost, w.Tracks()})
	})
	for _, list := range all {
		slices.SortFunc(list, comparePlain)
	}
	return all
}

// holdBoth gives a player both cards for building.
func holdBoth(s *tycoon.State, seat engine.Seat) {
	for id := range s.Book().Cards {
		if k := s.Book().Cards[id].Kind; (k == tycoon.LandGrant || k == tycoon.PerfectEngineering) && len(s.Players[seat].Cards) < 8 {
			s.Players[seat].Cards = append(s.Players[seat].Cards, id)
		}
	}
}

func anyUse(rng *rand.Rand) tycoon.Use {
	return tycoon.Use{Grant: rng.IntN(2) == 0, Engineering: rng.IntN(2) == 0}
}

// TestNear compares the ways of one action with all that exist.
func TestNear(t *testing.T) {
	growths(t, func(t *testing.T, s *tycoon.State, rng *rand.Rand) {
		seat := engine.Seat(rng.IntN(s.Seats))
		u := anyUse(rng)
		for _, o := range origins(s, seat) {
			all := plainWays(s, seat, o, u, s.Book().MostTracks(u))
			got := map[tycoon.City][]plainWay{}
			for _, w := range explore(s, seat, []origin{o}, u, 1, 0) {
				got[w.To] = append(got[w.To], plainWay{way: w.Plan.Way, cost: w.Cost, tracks: w.Tracks})
			}
			same := func(a, b plainWay) bool { return a.way == b.way && a.cost == b.cost && a.tracks == b.tracks }
			for to := range s.Book().Cities {
				if got, want := got[tycoon.City(to)], all[tycoon.City(to)]; !slices.EqualFunc(got, want, same) {
					t.Fatalf("from %+v to %d: %v; there are %v", o, to, got, want)
				}
			}
		}
	})
}

// TestCheapest compares the summary for each pair of cities with all ways.
func TestCheapest(t *testing.T) {
	growths(t, func(t *testing.T, s *tycoon.State, rng *rand.Rand) {
		seat := engine.Seat(rng.IntN(s.Seats))
		holdBoth(s, seat)
		u := anyUse(rng)
		want := map[[2]tycoon.City]plainWay{}
		for _, o := range origins(s, seat) {
			for to, list := range plainWays(s, seat, o, u, s.Book().MostTracks(u)) {
				pair := [2]tycoon.City{min(o.City, to), max(o.City, to)}
				if old, ok := want[pair]; !ok || cmp.Or(cmp.Compare(list[0].cost, old.cost), cmp.Compare(list[0].tracks, old.tracks)) < 0 {
					want[pair] = list[0]
				}
			}
		}
		got := cheapest(s, seat, u)
		for _, r := range got {
			if c := want[[2]tycoon.City{min(r.From, r.To), max(r.From, r.To)}]; c.cost != r.Cost || c.tracks != r.Tracks {
				t.Errorf("%+v: the cheapest way is %+v", r, c)
			}
			bill, err := s.Check(seat, r.Plan, u)
			if err != nil || bill.Total != r.Cost || len(bill.Tracks) != r.Tracks || bill.To == tycoon.NoCity {
				t.Errorf("%+v: %+v %v", r, bill, err)
			}
		}
		expect.Same(t, "pairs", len(got), len(want))
	})
}

// TestFar compares the ways of several actions with all that there are: each is one of
// them, nearly every city is found, and nearly always by the cheapest way.
func TestFar(t *testing.T) {
	cities, cheapest := 0, 0
	growths(t, func(t *testing.T, s *tycoon.State, rng *rand.Rand) {
		seat := engine.Seat(rng.IntN(s.Seats))
		from := origins(s, seat)
		for range 4 {
			o, u, actions := from[rng.IntN(len(from))], anyUse(rng), 2
			if rng.IntN(4) == 0 {
				u, actions = tycoon.Use{}, 3
			}
			first := s.Book().MostTracks(u)
			got := slices.DeleteFunc(explore(s, seat, []origin{o}, u, actions, 1), func(w way) bool { return w.Actions == 1 })
			for to, list := range plainWays(s, seat, o, u, first+(actions-1)*tycoon.BuildTracks) {
				list = slices.DeleteFunc(list, func(w plainWay) bool { return w.tracks <= first })
				if len(list) == 0 {
					continue
				}
				cities++
				i := slices.IndexFunc(got, func(w way) bool { return w.To == to })
				if i < 0 {
					continue
				}
				w := got[i]
				if !slices.ContainsFunc(list, func(l plainWay) bool {
					return l.way[:first+1] == w.Plan.Way && l.cost == w.Cost && l.tracks == w.Tracks
				}) {
					t.Errorf("seat %d from %+v to %d with %+v: %+v is not among %v", seat, o, to, u, w, list)
				}
				if w.Cost == list[0].cost {
					cheapest++
				}
			}
		}
	})
	expect.True(t, cheapest*100 >= cities*98, "the cheapest way is found to %d of %d cities", cheapest, cities)
}
