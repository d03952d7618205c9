package tycoon

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/games/tycoon/key"
)

// A network consists of a player's own links; others' links between them do not count.
func TestNetwork(t *testing.T) {
	links := []Link{{Owner: 0, From: 0, To: 1}, {Owner: 1, From: 1, To: 2}, {Owner: 0, From: 3, To: 4}, {Owner: 0, From: 1, To: 3}}
	own, other := Network{seat: 0, links: links, cities: 6}, Network{seat: 1, links: links, cities: 6}
	for name, got := range map[string][2]int{
		"links": {own.Links(), 3}, "links of the other": {other.Links(), 1},
		"from 1": {own.From(1), 2}, "from 2": {own.From(2), 0},
		"joined 0 and 3": {own.connectedBy(0, 3), 4}, "joined 3 and 4": {own.connectedBy(3, 4), 3}, "never 0 and 2": {own.connectedBy(0, 2), 0},
		"largest": {own.Largest(), 4}, "largest of the other": {other.Largest(), 2}, "longest": {own.Longest(), 3},
	} {
		expect.Same(t, name, got[0], got[1])
	}
	if parts := other.Parts(); len(parts) != 1 || !slices.Equal(parts[0], []City{1, 2}) {
		t.Errorf("parts of the other: %v", parts)
	}
}

// A hand distinguishes a card used this turn from an absent one.
func TestHand(t *testing.T) {
	book := &Book{}
	book.Cards = []Card{{}, {Kind: LandGrant}, {Kind: PerfectEngineering}, {Kind: PerfectEngineering}}
	for _, c := range []struct {
		cards, used        []int
		grant, engineering int
		lacks              string // Perfect Engineering and Land Grant
	}{
		{nil, nil, 0, 0, key.NoBuildNoGrant},
		{[]int{1}, nil, 1, 0, key.NoBuildNoEngineering},
		{[]int{1, 2, 3}, []int{2}, 1, 3, ""},
		{[]int{1, 2}, []int{2}, 1, 0, key.NoBuildEngineeringUsed},
	} {
		h := Hand{book, &Player{Cards: c.cards, Used: c.used}}
		expect.Same(t, fmt.Sprintf("%v, used %v", c.cards, c.used), h.Grant(), c.grant)
		expect.Same(t, fmt.Sprintf("%v, used %v", c.cards, c.used), h.Engineering(), c.engineering)
		no := h.lacks(Use{Grant: true, Engineering: true})
		if no == nil && c.lacks != "" || no != nil && no.Why.Key != c.lacks {
			t.Errorf("%v, used %v: %v", c.cards, c.used, no)
		}
	}
}

// bruteLongest looks at every path.
func bruteLongest(next [][]int) int {
	used := make([]bool, len(next))
	var from func(v int) int
	from = func(v int) int {
		used[v] = true
		best := 0
		for _, w := range next[v] {
			if !used[w] {
				best = max(best, 1+from(w))
			}
		}
		used[v] = false
		return best
	}
	best := 0
	for v := range next {
		best = max(best, from(v))
	}
	return best
}

// randomGraph has n vertices and up to m edges, none twice.
func randomGraph(rng *rand.Rand, n, m int) [][]int {
	next := make([][]int, n)
	for range m {
		a, b := rng.IntN(n), rng.IntN(n)
		if a != b && !slices.Contains(next[a], b) {
			next[a], next[b] = append(next[a], b), append(next[b], a)
		}
	}
	return next
}

// End of the game, R35: a line meets no city twice.
func TestLongestPath(t *testing.T) {
	graph := func(n int, edges ...[2]int) [][]int {
		next := make([][]int, n)
		for _, e := range edges {
			next[e[0]], next[e[1]] = append(next[e[0]], e[1]), append(next[e[1]], e[0])
		}
		return next
	}
	for name, c := range map[string]struct {
		next [][]int
		want int
	}{
		"nothing":           {graph(3), 0},
		"one link":          {graph(2, [2]int{0, 1}), 1},
		"ring of three":     {graph(3, [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 0}), 2},
		"star":              {graph(4, [2]int{0, 1}, [2]int{0, 2}, [2]int{0, 3}), 2},
		"two rings, joined": {graph(5, [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 0}, [2]int{2, 3}, [2]int{3, 4}, [2]int{4, 2}), 4},
		"two parts":         {graph(6, [2]int{0, 1}, [2]int{1, 2}, [2]int{3, 4}, [2]int{4, 5}, [2]int{5, 3}), 2},
	} {
		expect.Same(t, name, longestPath(c.next), c.want)
	}
}

func TestLongestPathIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 35))
	for i := range 4000 {
		n := 2 + rng.IntN(10)
		next := randomGraph(rng, n, rng.IntN(2*n))
		if got, want := longestPath(next), bruteLongest(next); got != want {
			t.Fatalf("graph %d: %d links, by trying all %d: %v", i, got, want, next)
		}
	}
	for i := range 60 {
		next := realNetwork(rng, 20, 4)
		if got, want := longestPath(next), bruteLongest(next); got != want {
			t.Fatalf("net %d of the printed board: %d links, by trying all %d: %v", i, got, want, next)
		}
	}
}

// realNetwork is a network of a player as the printed board has it: links between
// cities that lie near each other, most of them in one net.
func realNetwork(rng *rand.Rand, links, near int) [][]int {
	b := PrintedBook()
	type pair struct{ a, b, d int }
	var pairs []pair
	for a := range b.Cities {
		var mine []pair
		for c := range b.Cities {
			if a != c {
				mine = append(mine, pair{a, c, b.Hexes[b.Cities[a].Spot].At.Distance(b.Hexes[b.Cities[c].Spot].At)})
			}
		}
		slices.SortFunc(mine, func(x, y pair) int { return x.d - y.d })
		pairs = append(pairs, mine[:near]...)
	}
	next := make([][]int, len(b.Cities))
	in := map[int]bool{rng.IntN(len(b.Cities)): true}
	for tries := 0; links > 0 && tries < 100_000; tries++ {
		p := pairs[rng.IntN(len(pairs))]
		exits := func(at int) int {
			n := 0
			for e := range 6 {
				if b.Cities[at].Exits>>e&1 != 0 {
					n++
				}
			}
			return n
		}
		if !in[p.a] && !in[p.b] || slices.Contains(next[p.a], p.b) || len(next[p.a]) >= exits(p.a) || len(next[p.b]) >= exits(p.b) {
			continue
		}
		next[p.a], next[p.b] = append(next[p.a], p.b), append(next[p.b], p.a)
		in[p.a], in[p.b] = true, true
		links--
	}
	return next
}

// A player does 3 actions a turn, or a few more: 30 links are more than a game of
// usual length lets anybody own, 60 more than any.
func BenchmarkLongestPath(b *testing.B) {
	for _, links := range []int{20, 30, 40, 60} {
		for _, near := range []int{3, 5} {
			rng := rand.New(rand.NewPCG(1, uint64(links)))
			var nets [][][]int
			for range 100 {
				nets = append(nets, realNetwork(rng, links, near))
			}
			b.Run(fmt.Sprintf("links=%d/near=%d", links, near), func(b *testing.B) {
				places := 0
				for b.Loop() {
					for _, next := range nets {
						l := newLineSearch(next)
						l.run()
						places = max(places, len(l.been))
					}
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(nets)), "µs/net")
				b.ReportMetric(float64(places), "places-worst")
			})
		}
	}
}
