package tycoon

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

// TestBuildsAgainstOracle gives random build orders, most of them illegal, in positions of random games: their
// legality, cost and completions agree with the second reading of the rules.
func TestBuildsAgainstOracle(t *testing.T) {
	o := readOracle(t)
	legal, completed, joined, crossed := 0, 0, 0, 0
	eachPosition(t, func(g *engine.Game, rng *rand.Rand) {
		s := g.Pos.(*State)
		if s.Stage != StageActions {
			return
		}
		seat := s.Actor()
		g = g.Clone()
		s = g.Pos.(*State)
		s.Player(seat).Cards = []int{32, 36}
		s.Player(seat).Used = nil
		for i := range 100 {
			b, cards := o.random(s, seat, rng)
			if i%20 == 0 {
				g = g.Clone() // with two more incomplete links
				s = g.Pos.(*State)
				b, cards = o.gap(&scene{Game: g, fail: t.Fatalf}, seat, rng), ""
			}
			line := o.line(b, cards)
			ok, cost, completes := o.judge(s, seat, b)
			r, err := g.Try(seat, line, true)
			if (err == nil) != ok {
				t.Fatalf("%s: %q: legal by the oracle: %v, the game says: %v", g.Name, line, ok, err)
			}
			if !ok {
				continue
			}
			legal++
			after := r.Pos.(*State)
			expect.Must(t, fmt.Sprintf("%s: %q costs", g.Name, line), spentNow(s, after, seat, r.Reports), cost)
			if got := slices.ContainsFunc(r.Reports, func(r engine.Report) bool {
				return r.Key == "tycoon.report.build-link" || r.Key == "tycoon.report.build-joined"
			}); got != completes {
				t.Fatalf("%s: %q completes a link: %v, by the oracle %v", g.Name, line, got, completes)
			}
			if completes {
				completed++
				if o.names[o.hexOf(b.end)] == "" {
					joined++
				}
			}
			for _, at := range b.way {
				if slices.ContainsFunc(tracksOf(s), func(l laid) bool { return l.at == at }) {
					crossed++
				}
			}
		}
	})
	t.Logf("%d legal builds, %d complete, %d joined, %d crossings", legal, completed, joined, crossed)
	if legal < 1000 || completed < 50 || joined < 20 || crossed < 50 {
		t.Errorf("only %d legal builds, %d complete, %d joined, %d crossings: the test has lost its sense", legal, completed, joined, crossed)
	}
}

// spentNow is the cost of an order; if the turn ended with it, by the report.
func spentNow(before, after *State, seat engine.Seat, reports []engine.Report) int {
	if after.Turn == before.Turn && !slices.ContainsFunc(reports, func(r engine.Report) bool { return r.Key == "tycoon.report.income" }) {
		return spent(before, after, seat)
	}
	n, _ := argOf(reports, "tycoon.report.build", "cost", seat)
	return n
}

// random is a build order from a city or an own open end, of shapes that are mostly
// allowed.
func (o *oracle) random(s *State, seat engine.Seat, rng *rand.Rand) (b try, cards string) {
	b = try{start: s.book.Cities[rng.IntN(len(s.book.Cities))].Name, most: 4}
	at := o.hexOf(b.start)
	side := rng.IntN(6)
	own := engine.Where(s.Open, func(l Link) bool { return l.Owner == seat || rng.IntN(6) == 0 })
	if len(own) > 0 && rng.IntN(2) == 0 {
		l := own[rng.IntN(len(own))]
		b.start = s.book.Hexes[endSpot(s, l)].At.String()
		at = b.start
		if rng.IntN(8) > 0 {
			side = ours[l.Way.Last()]
		}
	}
	n := 1 + rng.IntN(5)
	for {
		next := beside(at, side)
		if o.terrain[next] == 0 {
			return o.random(s, seat, rng)
		}
		city := o.names[next] != ""
		if len(b.way) == n || len(b.way) > 0 && city && rng.IntN(8) > 0 {
			b.end = next
			break
		}
		b.way = append(b.way, next)
		at = next
		turn := 2 + rng.IntN(3)
		if rng.IntN(30) == 0 {
			turn = rng.IntN(6)
		}
		side = (side + 3 + turn) % 6
	}
	if rng.IntN(4) == 0 {
		b.grant = true
		cards = " with grant"
	}
	if rng.IntN(4) == 0 || len(b.way) > 4 && rng.IntN(4) > 0 {
		b.most = 5
		cards = strings.Replace(cards+" with engineering", "grant with ", "grant ", 1)
	}
	return b, cards
}

// gap lays the two ends of a way between two cities, mostly of the same player, and
// is the order that fills the hole.
func (o *oracle) gap(c *scene, seat engine.Seat, rng *rand.Rand) try {
	s := c.pos()
	from, to := City(rng.IntN(len(s.Cities))), City(rng.IntN(len(s.Cities)))
	way, ok := c.freeWay(from, to)
	n := way.Tracks()
	if !ok || from == to || n < 2 || n > 12 {
		return o.gap(c, seat, rng)
	}
	hole := 1 + rng.IntN(min(5, n-1))
	left := rng.IntN(n - hole)
	right := n - hole - left
	chain := []string{s.book.Hexes[s.book.Cities[from].Spot].At.String()}
	back := Way("")
	for i := range len(way) {
		chain = append(chain, beside(chain[i], ours[way.Side(i)]))
		back = back.Then(way.Side(n - i).Opposite())
	}
	other := seat
	if rng.IntN(6) == 0 {
		other = s.After(seat, 1)
	}
	if left > 0 {
		s.Open = append(s.Open, Link{Owner: seat, From: from, To: NoCity, Way: way[:left+1]})
	}
	s.Open = append(s.Open, Link{Owner: other, From: to, To: NoCity, Way: back[:right+1]})
	s.relay()
	return try{start: chain[left], way: chain[left+1 : left+1+hole], end: chain[left+1+hole], most: 4}
}

// eachPosition calls f for positions of random games.
func eachPosition(t *testing.T, f func(g *engine.Game, rng *rand.Rand)) {
	t.Helper()
	for i := level.Of(1, 0, 0); i < level.Of(2, 3, 60); i++ {
		seats := seatsLeast + i*2%(seatsMost-seatsLeast+1)
		g, _, err := engine.Begin(fmt.Sprintf("differ-%d", i), New(), engine.Setup{Seats: seats, Options: map[string]string{optCrossing: []string{"0", "2"}[i%2]}}, sceneNames[:seats], engine.Seed(fmt.Sprintf("seed %d", i)))
		expect.NoError(t, err)
		rng := rand.New(rand.NewPCG(uint64(i), 16))
		for n := 0; !g.Pos.Over(); n++ {
			seat := g.Waiting()[0]
			if n%5 == 0 {
				f(g, rng)
			}
			r := expect.Get(g.Try(seat, advise.RandomLine(rng, g.Title, g.Pos, seat), false))(t)
			g.Take(seat, r)
		}
	}
}

// TestDeliveriesAgainstOracle gives random deliveries, most of them illegal.
func TestDeliveriesAgainstOracle(t *testing.T) {
	legal, long, others := 0, 0, 0
	eachPosition(t, func(g *engine.Game, rng *rand.Rand) {
		s := g.Pos.(*State)
		if s.Stage != StageActions || len(s.Links) == 0 {
			return
		}
		g = g.Clone()
		s = g.Pos.(*State)
		seat := s.Actor()
		s.Player(seat).Engine = 1 + rng.IntN(8)
		for range 90 {
			d := randomDelivery(s, seat, rng)
			_, err := g.Try(seat, d.line(s), true)
			if ok := d.legal(s, seat); (err == nil) != ok {
				t.Fatalf("%s: %q: legal by the oracle: %v, the game says: %v", g.Name, d.line(s), ok, err)
			} else if ok {
				legal++
				if len(d.links) > 2 {
					long++
				}
				for _, l := range d.links {
					if l.Owner != seat {
						others++
						break
					}
				}
			}
		}
	})
	t.Logf("%d legal deliveries, %d over three links or more, %d over links of others", legal, long, others)
	if legal < 100 || long < 10 || others < 20 {
		t.Errorf("only %d legal deliveries, %d over three links or more, %d over links of others: the test has lost its sense", legal, long, others)
	}
}

// carried is a delivery as it may be ordered: over links, in any order.
type carried struct {
	colour Colour
	cities []City
	links  []Link
}

// randomDelivery walks over links at random, mostly until a city of the colour.
func randomDelivery(s *State, seat engine.Seat, rng *rand.Rand) (d carried) {
	own := engine.Where(s.Links, func(l Link) bool { return l.Owner == seat || rng.IntN(8) == 0 })
	if len(own) == 0 {
		own = s.Links
	}
	l := own[rng.IntN(len(own))]
	at := l.From
	if rng.IntN(2) == 0 {
		at = l.To
	}
	d.cities, d.colour = []City{at}, Red+Colour(rng.IntN(Colours))
	for c := Red; c <= Purple; c++ {
		if s.Cities[at].Cubes.Of(c) > 0 && rng.IntN(2) == 0 {
			d.colour = c
		}
	}
	for {
		at = l.From + l.To - at
		d.links, d.cities = append(d.links, l), append(d.cities, at)
		if s.Cities[at].Colour == d.colour && rng.IntN(8) > 0 || len(d.links) > 7 || rng.IntN(6) == 0 {
			return d
		}
		on := engine.Where(s.Links, func(x Link) bool { return x.From == at || x.To == at })
		l = on[rng.IntN(len(on))]
	}
}

func (d carried) line(s *State) string {
	var b strings.Builder
	fmt.Fprintf(&b, "deliver %s %s", d.colour, s.book.Cities[d.cities[0]].Name)
	for i, l := range d.links {
		fmt.Fprintf(&b, " > %s(%d)", s.book.Cities[d.cities[i+1]].Name, l.Owner+1)
	}
	return b.String()
}

// legal is a second implementation of "Deliver one goods cube".
func (d carried) legal(s *State, seat engine.Seat) bool {
	if s.Cities[d.cities[0]].Cubes.Of(d.colour) == 0 || len(d.links) > s.Player(seat).Engine || d.links[0].Owner != seat {
		return false
	}
	for i, at := range d.cities {
		if slices.Contains(d.cities[:i], at) {
			return false
		}
		if is := s.Cities[at].Colour == d.colour; i > 0 && is != (i == len(d.cities)-1) {
			return false
		}
	}
	return true
}
