package tycoon

import (
	"math/rand/v2"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/rail/hex"
)

// randomTrack lays legal chains of all players on an empty board until there are so
// many links; what is incomplete stays.
func randomTrack(rng *rand.Rand, s *State, chains int) {
	for range chains {
		seat := engine.Seat(rng.IntN(s.Seats))
		if p, bill, ok := randomPlan(rng, s, seat, BuildTracks); ok {
			layDown(s, &engine.Tx{Pos: s, Seat: seat}, p, &bill)
		}
	}
}

// randomPlan walks at random from a start, for this many tracks at most, and answers
// with a legal plan met on the way: the last one, so that most are long.
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

// beginnings are plans without tracks by which a chain of a player may leave a city
// or the hex of own open ends: Way has one side only.
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

// TestBuildProperties lays random track and holds random plans on it to what must be
// true of all.
func TestBuildProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
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
			u := s.Needed(p)
			sumsUp(t, s, p, u, &bill)
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

// sumsUp: the total is that of the hexes, each as "Build track" counts it, written out anew.
func sumsUp(t *testing.T, s *State, p Plan, u Use, bill *Bill) {
	t.Helper()
	total, at := 0, s.Start(p)
	for k := range p.Way.Tracks() {
		a, b := p.Way.Side(k), p.Way.Side(k+1)
		h := &s.book.Hexes[at]
		at = h.Next[a]
		if h.Ridge.Has(a) {
			total += 4
		}
		total += map[Terrain]int{Open: 2, Hill: 4}[s.book.Hexes[at].Terrain]
		total += riverByHand(s.book.Hexes[at].River, a.Opposite(), b)
		if len(s.Pieces(at)) > 0 {
			total += s.Rules.CrossingCost
		}
	}
	if (bill.Completes()) && s.book.Hexes[at].Ridge.Has(p.Way.Last()) {
		total += 4
	}
	sum := bill.Ridge
	for _, i := range bill.Tracks {
		sum += i.Total() + i.Ridge
	}
	if bill.Total != total || sum != total || len(bill.Tracks) != p.Way.Tracks() {
		t.Errorf("%s costs %d, hex by hex %d, by hand %d", s.BuildLine(p, u), bill.Total, sum, total)
	}
	free, err := s.Check(0, p, Use{Grant: true, Engineering: u.Engineering})
	if err != nil {
		t.Fatal(err)
	}
	for i := range free.Tracks {
		f, full := free.Tracks[i], bill.Tracks[i]
		if s.Rules.FreeRivers && s.book.Hexes[f.At].Terrain == Open { // R18
			full.River = 0
		}
		if f.River != full.River || f.Ridge != full.Ridge || f.Crossing != full.Crossing ||
			f.Terrain != map[Terrain]int{Hill: 4}[s.book.Hexes[f.At].Terrain] {
			t.Errorf("%s: with a grant %s costs %+v", s.BuildLine(p, u), s.HexName(f.At), f)
		}
	}
}

// riverByHand walks round the hex both ways.
func riverByHand(river Sides, a, b hex.Edge) int {
	count := 0
	for e := range hex.Edge(hex.Edges) {
		if river.Has(e) {
			count++
		}
	}
	switch {
	case count < 2, river.Has(a) && river.Has(b):
		return 0
	case river.Has(a) || river.Has(b):
		return 1
	}
	met := func(from, to hex.Edge) bool {
		for e := from; e != to; e = e.Turn(1) {
			if river.Has(e) {
				return true
			}
		}
		return false
	}
	if met(a, b) && met(b, a) {
		return 1
	}
	return 0
}

// readsAsItself: the canonical line of a plan reads as the plan, and does what it says.
func readsAsItself(t *testing.T, g *engine.Game, p Plan, u Use) {
	t.Helper()
	s := stateOf(g)
	line := s.BuildLine(p, u)
	back, use := planOf(t, s, 0, line[len(buildWord)+1:])
	if back != p || use != u {
		t.Errorf("%s is read as %+v %+v, not as %+v %+v", line, back, use, p, u)
	}
	r, err := g.Try(0, line, true)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	if r.Line != line {
		t.Errorf("%s stands in the log as %s", line, r.Line)
	}
	after := r.Pos.(*State)
	if len(after.Links)+len(after.Open) > len(s.Links)+len(s.Open)+1 {
		t.Errorf("%s makes more than one link", line)
	}
	chainsHoldTogether(t, after)
}

// chainsHoldTogether holds what lies on the board to "Build track".
func chainsHoldTogether(t *testing.T, s *State) {
	t.Helper()
	type pair struct {
		owner engine.Seat
		a, b  City
	}
	pairs := map[pair]bool{}
	for _, list := range [][]Link{s.Links, s.Open} {
		for i := range list {
			l := &list[i]
			spots := s.book.ChainSpots(l)
			slices.Sort(spots)
			if len(slices.Compact(slices.Clone(spots))) != len(spots) {
				t.Errorf("a link from %s uses a hex twice", s.book.Cities[l.From].Name)
			}
			for k := range l.Way.Tracks() {
				if !shapely(l.Way.Side(k).Opposite(), l.Way.Side(k+1)) {
					t.Errorf("a link from %s has a sharp curve", s.book.Cities[l.From].Name)
				}
			}
			if l.To == NoCity {
				continue
			}
			last := s.book.Cities[l.From].Spot
			for k := range len(l.Way) {
				last = s.book.Hexes[last].Next[l.Way.Side(k)]
			}
			if last != s.book.Cities[l.To].Spot {
				t.Errorf("the link %s - %s does not lead there", s.book.Cities[l.From].Name, s.book.Cities[l.To].Name)
			}
			p := pair{l.Owner, min(l.From, l.To), max(l.From, l.To)}
			if p.a == p.b || pairs[p] {
				t.Errorf("the link %s - %s is a loop or a second one", s.book.Cities[l.From].Name, s.book.Cities[l.To].Name)
			}
			pairs[p] = true
		}
	}
	for at := range s.book.Hexes {
		list := s.Pieces(Spot(at))
		if len(list) > 2 || s.book.Hexes[at].Track() && s.used(Spot(at)).Count() != 2*len(list) || len(list) > 0 && !s.book.Hexes[at].Track() {
			t.Errorf("%s holds %v", s.HexName(Spot(at)), list)
		}
	}
}

// partsCostTheSame: laid in two actions, a chain costs what it costs in one; the
// ridge ahead of an open end is paid by who goes on (R10).
func partsCostTheSame(t *testing.T, s *State, p Plan, bill *Bill) {
	t.Helper()
	for n := 1; n < p.Way.Tracks(); n++ {
		first := p
		first.Way = p.Way[:n+1]
		one, err := s.Check(0, first, Use{})
		if err != nil {
			t.Fatalf("%s: the first %d tracks may not stand alone: %v", s.BuildLine(p, Use{}), n, err)
		}
		c := s.Clone().(*State)
		layDown(c, &engine.Tx{Pos: c, Seat: 0}, first, &one)
		open := len(c.Open) - 1
		if p.Open != NoOpen {
			open = p.Open
		}
		two, err := c.Check(0, FromEnd(open, p.Way[n:]), Use{})
		if err != nil {
			t.Fatalf("%s: the tracks behind the first %d may not follow: %v", s.BuildLine(p, Use{}), n, err)
		}
		if one.Total+two.Total != bill.Total {
			t.Errorf("%s costs %d, in two parts %d and %d", s.BuildLine(p, Use{}), bill.Total, one.Total, two.Total)
		}
	}
}

// costsTheSameBack: from city to city a chain costs the same both ways.
func costsTheSameBack(t *testing.T, s *State, p Plan, u Use, bill *Bill) {
	t.Helper()
	back := FromCity(bill.To, Way("").Then(p.Way.Last().Opposite())+p.Way.Back())
	other, err := s.Check(0, back, u)
	if err != nil {
		t.Fatalf("%s: not from the other end: %v", s.BuildLine(p, u), err)
	}
	if other.Total != bill.Total || other.To != p.From {
		t.Errorf("%s costs %d, from the other end %d", s.BuildLine(p, u), bill.Total, other.Total)
	}
}
