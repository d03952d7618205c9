package tycoon

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/hex"
)

// randomTrack lays legal chains of all players on an empty board until there are so many links; incomplete ones stay.
func randomTrack(rng *rand.Rand, s *State, chains int) {
	for range chains {
		seat := engine.Seat(rng.IntN(s.Seats))
		if p, bill, ok := randomPlan(rng, s, seat, BuildTracks); ok {
			layDown(s, &engine.Tx{Pos: s, Seat: seat}, p, &bill)
		}
	}
}

// randomPlan walks at random from a start, for at most this many tracks, and returns the last legal plan on the
// way, so that most are long.
func randomPlan(rng *rand.Rand, s *State, seat engine.Seat, most int) (p Plan, bill Bill, ok bool) {
	starts := startNames{s, seat}.starts()
	list := s.beginnings(seat, starts[rng.IntN(len(starts))])
	if len(list) == 0 {
		return p, bill, false
	}
	at := list[rng.IntN(len(list))]
	for range most {
		sides := rng.Perm(hex.Edges)
		i := slices.IndexFunc(sides, func(e int) bool {
			longer := at
			longer.Way = at.Way.Then(hex.Edge(e))
			b, err := s.Check(seat, longer, Use{Engineering: most > BuildTracks})
			if err == nil {
				p, bill, ok = longer, b, true
			}
			return err == nil
		})
		if i < 0 || bill.Completes() {
			break
		}
		at = p
	}
	return p, bill, ok
}

// beginnings are plans without tracks by which a chain of a player may leave a city or the hex of own open
// ends: Way has one side only.
func (s *State) beginnings(seat engine.Seat, start Spot) (list []Plan) {
	if city := s.book.Hexes[start].City; city != NoCity {
		for e := range hex.Edge(hex.Edges) {
			if s.MayLeave(city, e) {
				list = append(list, FromCity(city, Way("").Then(e)))
			}
		}
		return list
	}
	for _, open := range s.ownEnds(seat, start) {
		list = append(list, FromEnd(open, Way("").Then(s.Open[open].Way.Last())))
	}
	return list
}

// TestBuildProperties lays random track and checks the laws of all plans on random ones.
func TestBuildProperties(t *testing.T) {
	rng, o := rand.New(rand.NewPCG(5, 1)), readOracle(t)
	seen := struct{ plans, complete, joined, goesOn, crossing, ridge, mirrored int }{}
	for round := range 60 {
		g := building(t, nil, func(s *State) {
			s.Rules.CrossingCost, s.Rules.FreeRivers = round%2*2, round%3 > 0
			holding(0, cardOf(LandGrant, 0), cardOf(PerfectEngineering, 0))(s)
		})
		s := stateOf(g)
		randomTrack(rng, s, 10+round)
		for range 30 {
			p, bill, ok := randomPlan(rng, s, 0, BuildTracks+round%2)
			if !ok {
				continue
			}
			seen.plans++
			u := p.Needed()
			costsAsTold(t, o, s, p, u)
			readsAsItself(t, g, p, u)
			partsCostTheSame(t, s, p, &bill)
			if bill.Joins != NoOpen {
				seen.joined++
			}
			if p.Open != NoOpen {
				seen.goesOn++
			}
			for _, i := range bill.Tracks {
				if i.Crossing > 0 {
					seen.crossing++
				}
				if i.Ridge > 0 {
					seen.ridge++
				}
			}
			if bill.Completes() {
				seen.complete++
				if p.Open == NoOpen && bill.Joins == NoOpen {
					seen.mirrored++
					costsTheSameBack(t, s, p, u, &bill)
				}
			}
		}
	}
	if seen.joined == 0 || seen.goesOn == 0 || seen.crossing == 0 || seen.ridge == 0 || seen.mirrored == 0 || seen.complete == seen.plans {
		t.Errorf("something is never tried: %+v", seen)
	}
	t.Logf("%+v", seen)
}

// costsAsTold: with and without a grant, a plan costs the same by the second reading of the rules, and the bill
// adds up to it.
func costsAsTold(t *testing.T, o *oracle, s *State, p Plan, u Use) {
	t.Helper()
	for _, u.Grant = range []bool{false, true} {
		bill, err := s.Check(0, p, u)
		legal, cost, completes := o.judge(s, 0, o.planned(s, p, u))
		sum := bill.Ridge
		for _, i := range bill.Tracks {
			sum += i.Total() + i.Ridge
		}
		if err != nil || !legal || bill.Total != cost || sum != cost || bill.Completes() != completes || len(bill.Tracks) != p.Way.Tracks() {
			t.Errorf("%s: %+v (%v), by the oracle %v, %d, %v", s.BuildLine(p, u), bill, err, legal, cost, completes)
		}
	}
}

// readsAsItself: the canonical line of a plan reads as the plan, and has its effect.
func readsAsItself(t *testing.T, g *engine.Game, p Plan, u Use) {
	t.Helper()
	s := stateOf(g)
	line := s.BuildLine(p, u)
	back, use := planOf(t, s, 0, line[len(buildWord)+1:])
	expect.Same(t, line, back, p)
	expect.Same(t, line, use, u)
	r, err := g.Try(0, line, true)
	expect.NoError(t, err, line)
	expect.Same(t, "line in the log", r.Line, line)
	after := r.Pos.(*State)
	expect.True(t, len(after.Links)+len(after.Open) <= len(s.Links)+len(s.Open)+1, "%s makes more than one link", line)
	expect.Same(t, line, append(faultsOfTrack(after), faultsOfLinks(after)...), nil)
}

// partsCostTheSame: a chain costs the same in two actions as in one; the player who continues an open end pays
// the ridge ahead of it (R10).
func partsCostTheSame(t *testing.T, s *State, p Plan, bill *Bill) {
	t.Helper()
	for n := 1; n < p.Way.Tracks(); n++ {
		first := p
		first.Way = p.Way[:n+1]
		one, err := s.Check(0, first, Use{})
		expect.NoError(t, err, fmt.Sprintf("%s: the first %d tracks may not stand alone", s.BuildLine(p, Use{}), n))
		c := s.Clone().(*State)
		layDown(c, &engine.Tx{Pos: c, Seat: 0}, first, &one)
		open := len(c.Open) - 1
		if p.Open != NoOpen {
			open = p.Open
		}
		two, err := c.Check(0, FromEnd(open, p.Way[n:]), Use{})
		expect.NoError(t, err, fmt.Sprintf("%s: the tracks behind the first %d may not follow", s.BuildLine(p, Use{}), n))
		expect.Same(t, []any{s.BuildLine(p, Use{}), one.Total, two.Total}, one.Total+two.Total, bill.Total)
	}
}

// costsTheSameBack: from city to city a chain costs the same both ways.
func costsTheSameBack(t *testing.T, s *State, p Plan, u Use, bill *Bill) {
	t.Helper()
	back := FromCity(bill.To, Way("").Then(p.Way.Last().Opposite())+p.Way.Reversed())
	other, err := s.Check(0, back, u)
	expect.NoError(t, err, s.BuildLine(p, u))
	expect.Same(t, s.BuildLine(p, u), other.Total, bill.Total)
	expect.Same(t, s.BuildLine(p, u), other.To, p.From)
}
