// Package runningtest tests how the companies of a title run: best routes of route problems, reading orders
// back, and refusals.
package runningtest

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/rail/route"
	"railpost/engine/rail/route/routetest"
	"railpost/engine/rail/running"
	"railpost/engine/rail/track"
)

// Load returns the company of a route problem.
type Load func(testing.TB, *routetest.Problem) *running.Runner

// Forget drops results computed from a board.
func Forget(b *track.Board) { *b = track.Board{Laid: b.Laid, Stations: b.Stations, Left: b.Left} }

// Read returns the meaning of an order to run, with its text in the log, or its refusal.
func Read(r *running.Runner, line string) (p running.Plan, text string, refusal *engine.Refusal) {
	d := r.Routes()
	tokens := engine.Tokenize(line)
	tokens.Next()
	v, err := d.Read(tokens)
	if err == nil {
		err = d.Rule(v)
	}
	if err != nil {
		refusal, _ = engine.AsRefusal(err)
		return running.Plan{}, "", refusal
	}
	return v.(running.Plan), d.(engine.Recorder).Record(v), nil
}

// Solve solves the route problems of a title as "run best" does. name is the title's,
// title that of the problems.
func Solve(t *testing.T, name, title string, load Load) {
	var slow Compared
	routetest.Run(t, name, title, func(t *testing.T, p *routetest.Problem) (func() routetest.Found, func()) {
		r := load(t, p)
		solve := func() routetest.Found {
			Forget(r.Board)
			best := r.Search()
			return routetest.Found{Total: best.Revenue, Bound: best.Bound, Proven: best.Proven}
		}
		return solve, func() {
			checkBest(t, p.ID, r)
			if wrong := slow.Check("the best run", r, r.Search().Revenue); wrong != "" {
				t.Errorf("%s: %s", p.ID, wrong)
			}
			checkTheirs(t, p, r)
		}
	})
	slow.Enough(t, 10)
}

// checkBest reads the best routes as the log has them: they are legal, worth the same, and have the same text.
func checkBest(t *testing.T, name string, r *running.Runner) {
	t.Helper()
	best, text, refusal := Read(r, "run best")
	if refusal != nil || r.Routes().Text(best) != "best" {
		t.Errorf("%s: run best: %v, %q", name, refusal, text)
		return
	}
	again, same, refusal := Read(r, "run "+text)
	if refusal != nil || again.Revenue != best.Revenue || again.Extra != best.Extra || same != text {
		t.Errorf("%s: run %s: %d and %d, not %d and %d; %q, %v", name, text, again.Revenue, again.Extra, best.Revenue, best.Extra, same, refusal)
	}
}

// checkTheirs reads the best set that is in the problem.
func checkTheirs(t *testing.T, p *routetest.Problem, r *running.Runner) {
	t.Helper()
	n := r.Network()
	var texts []string
	for _, theirs := range p.Routes {
		i := slices.IndexFunc(p.Trains, func(k routetest.Train) bool { return k.ID == theirs.Train })
		at := stopOf(t, n, theirs.Stops[0])
		names := []string{n.City(n.Graph.Stops[at])}
		for i, hexes := range theirs.Connections {
			to := stopOf(t, n, theirs.Stops[i+1])
			for _, h := range n.Between(linkOf(t, n, at, to, hexes), at) {
				names = append(names, n.Hex(h))
			}
			names = append(names, n.City(n.Graph.Stops[to]))
			at = to
		}
		texts = append(texts, p.Trains[i].Name+": "+strings.Join(names, "-"))
	}
	if found, _, refusal := Read(r, "run "+strings.Join(texts, ", ")); refusal != nil || found.Revenue != p.Best {
		t.Errorf("%s: their routes %s: %d, not %d; %v", p.ID, texts, found.Revenue, p.Best, refusal)
	}
}

// stopOf finds the stop "E12-1" on a network.
func stopOf(t *testing.T, n *running.Network, node string) int {
	t.Helper()
	hex, number, _ := strings.Cut(node, "-")
	id, _ := n.World.Map.Find(hex)
	stop, err := strconv.Atoi(number)
	at, ok := n.Graph.Find(track.Place{Hex: id, Stop: stop})
	if err != nil || !ok {
		t.Fatalf("no stop %s", node)
	}
	return at
}

// linkOf finds the link between two stops that leads over some hexes, either way round.
func linkOf(t *testing.T, n *running.Network, a, b int, hexes []string) int {
	t.Helper()
	for i := range n.Graph.Links {
		l := &n.Graph.Links[i]
		there := engine.Each(l.Hexes, n.Hex)
		back := slices.Clone(there)
		slices.Reverse(back)
		if l.A == min(a, b) && l.B == max(a, b) && (slices.Equal(there, hexes) || slices.Equal(back, hexes)) {
			return i
		}
	}
	t.Fatalf("no link %v", hexes)
	return -1
}

// Benchmark solves the route problems of a title, each from the bare board.
func Benchmark(b *testing.B, title string, load Load) {
	by := map[string][]*running.Runner{}
	var categories []string
	for _, p := range routetest.Problems(b, title) {
		if by[p.Category] == nil {
			categories = append(categories, p.Category)
		}
		by[p.Category] = append(by[p.Category], load(b, &p))
	}
	for _, category := range categories {
		b.Run(category, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, r := range by[category] {
					Forget(r.Board)
					if best := r.Search(); !best.Proven {
						b.Fatalf("not proven: %+v", best)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(by[category])), "ns/position")
		})
	}
}

// lines is the number of routes that TextIsClear draws.
const lines = 1000

// TextIsClear checks that a route is spelt so that it reads as itself, with any track near it.
func TextIsClear(t *testing.T, title string, load Load) {
	networks := engine.Each(routetest.Problems(t, title), func(p routetest.Problem) *running.Network {
		return load(t, &p).Network()
	})
	rng := rand.New(rand.NewPCG(18, 1))
	for range lines {
		n := networks[rng.IntN(len(networks))]
		r, ok := drawLine(rng, n)
		if !ok {
			continue
		}
		text := n.Text(&r)
		if again, ok := n.Line(text); !ok || !slices.Equal(again.Links, r.Links) || !slices.Equal(again.Stops, r.Stops) {
			t.Fatalf("%q: %v; want %v", text, again, r)
		}
	}
}

// drawLine draws a line of links that visits no stop twice; ok is false at a stop without
// links.
func drawLine(rng *rand.Rand, n *running.Network) (r route.Route, ok bool) {
	at := rng.IntN(len(n.Graph.Stops))
	r = route.Route{Train: route.Idle, Stops: []int{at}}
	for range 1 + rng.IntN(8) {
		var open []int
		for i := range n.Graph.Links {
			l := &n.Graph.Links[i]
			if (l.A == at || l.B == at) && !slices.Contains(r.Stops, l.A+l.B-at) {
				open = append(open, i)
			}
		}
		if len(open) == 0 || len(r.Links) > 0 && n.Problem.Stops[at].Ends {
			break
		}
		link := open[rng.IntN(len(open))]
		at = n.Graph.Links[link].A + n.Graph.Links[link].B - at
		r.Links, r.Stops = append(r.Links, link), append(r.Stops, at)
	}
	return r, len(r.Links) > 0
}

// ReadsAgain reads anything: accepted text is spelt so that it reads as the same.
func ReadsAgain(t *testing.T, r *running.Runner, lines ...string) {
	for _, line := range lines {
		p, text, refusal := Read(r, line)
		if refusal != nil {
			continue
		}
		again, same, refusal := Read(r, "run "+text)
		if refusal != nil || same != text || again.Revenue != p.Revenue || again.Extra != p.Extra {
			t.Errorf("%q is %q, which is %q, %v", line, text, same, refusal)
		}
	}
}

// Refused is an order to run and its refusal: an unnamed type, for rows without names of fields.
type Refused = struct {
	Name, Line     string
	Rule, Key      string // without "TITLE.no."
	Column, Length int
}

// Refuses checks refusals: each names its rule and the place in the line, and has a
// sentence in the texts that say reads. load returns the company that runs, each time in
// a fresh position.
func Refuses(t *testing.T, load func() *running.Runner, say func(engine.Message) string, cases []Refused) {
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			runner := load()
			_, text, r := Read(runner, c.Line)
			if r == nil {
				t.Fatalf("%q is accepted: %s", c.Line, text)
			}
			if key := strings.TrimPrefix(r.Why.Key, runner.Title+".no."); r.Rule != c.Rule || key != c.Key || r.Column != c.Column || r.Length != c.Length {
				t.Errorf("%q: %s %s at %d, %d long; want %s %s at %d, %d long", c.Line, r.Rule, key, r.Column, r.Length, c.Rule, c.Key, c.Column, c.Length)
			}
			if said := say(r.Why); said == "" || strings.ContainsAny(said, "[{") {
				t.Errorf("%+v is said as %q", r.Why, said)
			}
		})
	}
}
