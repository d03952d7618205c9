package view

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
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

// acting is a game in the first round of its second turn; seat 0 is to act.
func acting(t testing.TB, seats int, options map[string]string) *engine.Game {
	t.Helper()
	setup := expect.Get(engine.CheckSetup(New(), engine.Setup{Seats: seats, Options: options}))(t)
	g, _, err := engine.Begin("view", New(), setup, []string{"Ann", "Ben", "Cleo", "Dag", "Eve", "Fay"}[:seats], engine.Seed("a seed for scenes of the tests.."))
	expect.NoError(t, err)
	s := g.Pos.(*tycoon.State)
	s.Turn, s.Stage, s.Round, s.First, s.Moved, s.Due = 2, tycoon.StageActions, 1, 0, 0, 1
	s.Auction = tycoon.Auction{Leader: engine.Nobody}
	s.Up, s.Deck, s.Fresh = nil, nil, nil
	return g
}

// grown is a position with this many tries at random tracks on the board: half of them links, the others lays
// of random actions. Of each player at most two links are incomplete.
func grown(t testing.TB, seats, tries int, rng *rand.Rand) *tycoon.State {
	t.Helper()
	g := acting(t, seats, nil)
	g.Pos.(*tycoon.State).Rules.CrossingCost = 2 * rng.IntN(2)
	for range tries {
		growOne(t, g, engine.Seat(rng.IntN(seats)), rng)
	}
	s := g.Pos.(*tycoon.State)
	s.Moved, s.Due = 0, 1
	return s
}

// growOne lays a random chain.
func growOne(t testing.TB, g *engine.Game, seat engine.Seat, rng *rand.Rand) {
	t.Helper()
	s := g.Pos.(*tycoon.State)
	list := origins(s, seat)
	own := len(list) - len(s.Book().Cities)
	o := list[rng.IntN(len(list))]
	if own > 0 && rng.IntN(3) == 0 {
		o = list[len(s.Book().Cities)+rng.IntN(own)]
	}
	whole := rng.IntN(2) == 0 || o.Open == tycoon.NoOpen && own >= 2
	var plans []tycoon.Plan
	x := newSearch(s, seat, []origin{o}, tycoon.Use{}, 1, 0)
	x.each(func(c *chain) {
		if c.to != tycoon.NoCity || !whole && c.tracks > 0 {
			plans = append(plans, c.plan(x.first))
		}
	})
	if len(plans) == 0 {
		return
	}
	s.Moved, s.Due = int(seat), 2 // so that it continues
	r, err := g.Try(seat, s.BuildLine(plans[rng.IntN(len(plans))], tycoon.Use{}), false)
	expect.NoError(t, err, "a plan of the search is refused")
	g.Take(seat, r)
}

// growths are positions for tests, from an empty board to a full one.
func growths(t *testing.T, do func(t *testing.T, s *tycoon.State, rng *rand.Rand)) {
	for i, tries := range []int{0, 10, 30, 60, 100, 200, 400} {
		seats := 2 + i%5
		t.Run(fmt.Sprintf("%d-tries-%d-players", tries, seats), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(tries), 7))
			do(t, grown(t, seats, tries, rng), rng)
		})
	}
}

// New returns the title as players get it.
func New() engine.Title {
	return struct {
		tycoon.Rules
		View
	}{Rules: tycoon.Rules{Lister: Lists{}}}
}

// TestToCities compares the ways to each city with the first ones of all.
func TestToCities(t *testing.T) {
	growths(t, func(t *testing.T, s *tycoon.State, rng *rand.Rand) {
		seat := engine.Seat(rng.IntN(s.Seats))
		holdBoth(s, seat)
		u := anyUse(rng)
		for _, o := range origins(s, seat) {
			list := explore(s, seat, []origin{o}, u, 2, 1)
			one := firstToEach(list, false, nil)
			more := firstToEach(list, true, one)
			got := fromOrigin(s, seat, o, u, 1, nil)
			expect.Must(t, o, got, one)
			expect.Must(t, o, fromOrigin(s, seat, o, u, 2, one), more)
		}
	})
}

// TestWaysKept compares ways kept while track is laid elsewhere with newly computed ones.
func TestWaysKept(t *testing.T) {
	g, _, err := engine.Begin("kept", New(), engine.Setup{Seats: 3}, make([]string, 3), engine.Seed("kept"))
	rng := rand.New(rand.NewPCG(3, 7))
	for n := 0; err == nil && n < 150; n++ {
		s := g.Pos.(*tycoon.State)
		anew, no := New().Decode(engine.Setup{Seats: 3}, engine.Encode(s))
		if no != nil {
			t.Fatal(no)
		}
		seat := engine.Seat(rng.IntN(3))
		of := func(s *tycoon.State) []any {
			each := waysFrom(s, seat, tycoon.Use{})
			return []any{each.one, each.further(s, seat, tycoon.Use{})}
		}
		expect.Must(t, fmt.Sprintf("after %d orders", n), of(s), of(anew.(*tycoon.State)))
		lines := New().Usual(s, s.Actor()).Lines
		if s.Stage == tycoon.StageActions {
			all := advise.List(New(), s, s.Actor(), "build", 0, 0).Choices
			lines = []string{all[rng.IntN(len(all))].Line}
		}
		var out *engine.Outcome
		if out, err = g.Play(s.Actor(), lines, engine.Mode{}); err == nil {
			g = out.Game
		}
	}
	expect.NoError(t, err)
}
