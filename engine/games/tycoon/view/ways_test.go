package view

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"railpost/engine"
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
		if w.Tracks() >= s.MostTracks(u) {
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

func anyUse(rng *rand.Rand) tycoon.Use {
	return tycoon.Use{Grant: rng.IntN(2) == 0, Engineering: rng.IntN(2) == 0}
}

// TestDirectWays compares the cheapest ways of one action with all that there are.
func TestDirectWays(t *testing.T) {
	growths(t, func(t *testing.T, s *tycoon.State, rng *rand.Rand) {
		seat := engine.Seat(rng.IntN(s.Seats))
		u := anyUse(rng)
		v := newSurvey(s, seat, u, waysEach)
		for i, o := range v.from {
			all := plainWays(s, seat, o, u, s.MostTracks(u))
			for to := range s.Book().Cities {
				var want, near []tycoon.Way
				for _, w := range all[tycoon.City(to)][:min(5, len(all[tycoon.City(to)]))] {
					want = append(want, w.way)
				}
				var got []tycoon.Way
				for _, w := range direct(s, seat, []origin{o}, tycoon.City(to), u, 5) {
					got = append(got, w.Plan.Way)
					if c := all[tycoon.City(to)][len(got)-1]; w.Cost != c.cost || w.Tracks != c.tracks {
						t.Errorf("%v costs %d, %d tracks; there is %v", w, w.Cost, w.Tracks, c)
					}
				}
				for _, h := range v.near[i] {
					if h.to == tycoon.City(to) {
						near = append(near, h.trail.way())
					}
				}
				if !slices.Equal(got, want) || !slices.Equal(near, want[:min(waysEach, len(want))]) {
					t.Fatalf("from %+v to %d: %v, listed %v; the best are %v", o, to, got, near, want)
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
		want := map[[2]tycoon.City]toll{}
		for _, o := range origins(s, seat) {
			for to, list := range plainWays(s, seat, o, u, s.MostTracks(u)) {
				pair, c := [2]tycoon.City{min(o.City, to), max(o.City, to)}, toll{list[0].cost, list[0].tracks}
				if old, ok := want[pair]; !ok || c.less(old) {
					want[pair] = c
				}
			}
		}
		got := cheapest(s, seat, u)
		for _, r := range got {
			if c := want[[2]tycoon.City{r.From, r.To}]; c.cost != r.Cost || c.tracks != r.Tracks {
				t.Errorf("%+v: the cheapest way is %+v", r, c)
			}
			bill, err := s.Check(seat, r.Plan, u)
			if err != nil || bill.Total != r.Cost || len(bill.Tracks) != r.Tracks || bill.To == tycoon.NoCity {
				t.Errorf("%+v: %+v %v", r, bill, err)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%d pairs, there are %d", len(got), len(want))
		}
	})
}

// TestFarWays compares the cheapest ways of two actions with all that there are: the
// pairs of the survey, and the search track by track.
func TestFarWays(t *testing.T) {
	growths(t, func(t *testing.T, s *tycoon.State, rng *rand.Rand) {
		seat := engine.Seat(rng.IntN(s.Seats))
		u := anyUse(rng)
		v := newSurvey(s, seat, u, waysEach)
		looks := 4
		if os.Getenv("RAILPOST_LONG") == "1" {
			looks = len(v.from)
		}
		for range looks {
			i := rng.IntN(len(v.from))
			if k := len(v.from) - len(s.Book().Cities); k > 0 && rng.IntN(2) == 0 {
				i = len(s.Book().Cities) + rng.IntN(k)
			}
			farFrom(t, v, i)
		}
	})
}

func farFrom(t *testing.T, v *survey, i int) {
	t.Helper()
	o := v.from[i]
	all := plainWays(v.s, v.seat, o, v.use, v.most+tycoon.BuildTracks)
	got := map[tycoon.City]way{}
	for _, w := range v.far(i) {
		got[w.To] = w
	}
	for to := range v.s.Book().Cities {
		list := all[tycoon.City(to)]
		one := slices.ContainsFunc(list, func(w plainWay) bool { return w.tracks <= v.most })
		list = slices.DeleteFunc(list, func(w plainWay) bool { return w.tracks <= v.most })
		across := searchAcross(v.s, v.seat, []origin{o}, tycoon.City(to), v.use, 2, 3)
		sameAcross(t, v, o, tycoon.City(to), across, list)
		w, ok := got[tycoon.City(to)]
		if one || len(list) == 0 {
			if ok {
				t.Errorf("from %+v to %d: %+v; one action %v, ways %d", o, to, w, one, len(list))
			}
			continue
		}
		if w.Plan != across[0].Plan || w.Cost != across[0].Cost || w.Tracks != across[0].Tracks {
			t.Errorf("from %+v to %d: %+v and %+v", o, to, w, across[0])
		}
	}
}

// TestThreeActions compares the cheapest ways of three actions with all that there are.
func TestThreeActions(t *testing.T) {
	growths(t, func(t *testing.T, s *tycoon.State, rng *rand.Rand) {
		seat := engine.Seat(rng.IntN(s.Seats))
		v := newSurvey(s, seat, tycoon.Use{}, waysEach)
		o := v.from[rng.IntN(len(v.from))]
		all := plainWays(s, seat, o, tycoon.Use{}, 3*tycoon.BuildTracks)
		for to, list := range all {
			list = slices.DeleteFunc(list, func(w plainWay) bool { return w.tracks <= v.most })
			sameAcross(t, v, o, to, searchAcross(v.s, seat, []origin{o}, to, tycoon.Use{}, 3, 3), list)
		}
	})
}

// sameAcross holds ways of several actions against all of them, the best first.
func sameAcross(t *testing.T, v *survey, o origin, to tycoon.City, got []way, all []plainWay) {
	t.Helper()
	var want []plainWay
	for _, w := range all {
		first := w.way[:v.most+1]
		if !slices.ContainsFunc(want, func(o plainWay) bool { return o.way == first }) && len(want) < 3 {
			want = append(want, plainWay{way: first, cost: w.cost, tracks: w.tracks})
		}
	}
	same := func(a way, b plainWay) bool { return a.Plan.Way == b.way && a.Cost == b.cost && a.Tracks == b.tracks }
	if !slices.EqualFunc(got, want, same) {
		t.Errorf("seat %d from %+v to %d with %+v: %+v; the best are %+v", v.seat, o, to, v.use, got, want)
	}
}
