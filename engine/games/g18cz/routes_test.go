package g18cz

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/rail/route"
	"railpost/engine/rail/route/routetest"
	"railpost/engine/rail/running"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trains"
)

// TestRoutes solves the route problems of 18CZ as "run best" does.
func TestRoutes(t *testing.T) {
	routetest.Run(t, "18cz", "18CZ", func(t *testing.T, p *routetest.Problem) (func() routetest.Found, func()) {
		s := positionOf(t, p)
		solve := func() routetest.Found {
			forgetNetwork(s)
			best := s.BestRun(s.Company())
			return routetest.Found{Total: best.Revenue, Bound: best.Bound, Proven: best.Proven}
		}
		return solve, func() {
			checkBest(t, p.ID, s)
			checkTheirs(t, p, s)
		}
	})
}

// forgetNetwork forgets what was computed from the board.
func forgetNetwork(s *State) {
	s.Board = track.Board{Laid: s.Board.Laid, Stations: s.Board.Stations, Left: s.Board.Left}
}

// positionOf is the position of a problem: a corporation that may run. The
// problems count E trains as the public engine does.
func positionOf(t testing.TB, p *routetest.Problem) *State {
	t.Helper()
	s, err := begin(&engine.Tx{}, seating(p.Players))
	if err != nil {
		t.Fatal(err)
	}
	c := mustCompany(p.Company)
	if c.Size() != Size(slices.Index(SizeNames[:], p.Kind)) {
		t.Fatalf("%s: %s is not %s", p.ID, p.Company, p.Kind)
	}
	s.Stage, s.Order, s.At, s.Turn = Operating, []Company{c}, 0, Turn{Step: StepRun}
	s.Rules.EngineCount = true
	s.Phase = slices.IndexFunc(Book.Phases, func(x trains.Phase) bool { return x.Name == p.Phase })
	if s.Phase < 0 || s.RedColour() != p.Colours[len(p.Colours)-1] && s.RedColour() != "" {
		t.Fatalf("%s: phase %s with %v, red tiles %q", p.ID, p.Phase, p.Colours, s.RedColour())
	}
	var trains []string
	for _, k := range p.Trains {
		trains = append(trains, k.Name)
	}
	s.Companies[c].Trains = cards(strings.Join(trains, " "))
	for name, h := range p.Board {
		tilesOf(s, t, p.ID, name, h)
	}
	return s
}

// tilesOf puts what lies on a hex there.
func tilesOf(s *State, t testing.TB, problem, name string, h routetest.Hex) {
	t.Helper()
	id, ok := s.World().Map.Find(name)
	if !ok {
		t.Fatalf("%s: no hex %s", problem, name)
	}
	if h.Tile != "" {
		tile, ok := s.World().Set.Find(h.Tile)
		if !ok {
			t.Fatalf("%s: no tile %s", problem, h.Tile)
		}
		s.Board.Laid[id] = track.Laid{Tile: int(tile) + 1, Turn: h.Rotation}
	}
	for _, k := range h.Tokens {
		s.Board.Stations = append(s.Board.Stations, track.Station{Owner: Owner(mustCompany(k.Owner)), Hex: id, Stop: k.City, Slot: k.Slot})
	}
	forgetNetwork(s)
}

// checkBest reads the best routes as the log has them: they are legal, worth the
// same, and spelt so again.
func checkBest(t *testing.T, name string, s *State) {
	t.Helper()
	r := s.Runner(s.Company())
	d := r.Routes()
	best, err := d.Read(engine.Tokenize("best"))
	if err != nil || d.Rule(best) != nil || d.Text(best) != "best" {
		t.Errorf("%s: run best: %v, %v, %q", name, err, d.Rule(best), d.Text(best))
		return
	}
	text := d.(engine.Recorder).Record(best)
	again, err := d.Read(engine.Tokenize(text))
	if err != nil || d.Rule(again) != nil {
		t.Errorf("%s: run %s: %v, %v", name, text, err, d.Rule(again))
		return
	}
	one, other := best.(running.Plan), again.(running.Plan)
	if other.Revenue != one.Revenue || d.Text(again) != text {
		t.Errorf("%s: run %s: %d, not %d; %s", name, text, other.Revenue, one.Revenue, d.Text(again))
	}
	if err := route.Check(&r.Network().Problem, one.Lines); err != nil {
		t.Errorf("%s: run %s: %v", name, text, err)
	}
}

// checkTheirs reads the best set that stands in the problem.
func checkTheirs(t *testing.T, p *routetest.Problem, s *State) {
	t.Helper()
	r := s.Runner(s.Company())
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
	d := r.Routes()
	v, err := d.Read(engine.Tokenize(strings.Join(texts, ", ")))
	if err != nil || d.Rule(v) != nil || v.(running.Plan).Revenue != p.Best {
		t.Errorf("%s: their routes %s: %v, %v, %+v, not %d", p.ID, texts, err, d.Rule(v), v, p.Best)
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

// linkOf finds the link between two stops that leads over some hexes, either way
// round.
func linkOf(t *testing.T, n *running.Network, a, b int, hexes []string) int {
	t.Helper()
	for i := range n.Graph.Links {
		l := &n.Graph.Links[i]
		var there []string
		for _, h := range l.Hexes {
			there = append(there, n.Hex(h))
		}
		back := slices.Clone(there)
		slices.Reverse(back)
		if l.A == min(a, b) && l.B == max(a, b) && (slices.Equal(there, hexes) || slices.Equal(back, hexes)) {
			return i
		}
	}
	t.Fatalf("no link %v", hexes)
	return -1
}

// BenchmarkBestRun solves problems, each from the bare board.
func BenchmarkBestRun(b *testing.B) {
	for _, category := range []string{"played", "hypothetical trains", "hypothetical trains and extra track"} {
		var positions []*State
		for _, p := range routetest.Problems(b, "18CZ") {
			if p.Category == category {
				positions = append(positions, positionOf(b, &p))
			}
		}
		b.Run(category, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, s := range positions {
					forgetNetwork(s)
					if best := s.BestRun(s.Company()); !best.Proven {
						b.Fatal(fmt.Errorf("not proven: %+v", best))
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(positions)), "ns/position")
		})
	}
}
