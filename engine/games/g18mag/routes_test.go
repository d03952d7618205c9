package g18mag

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/rail/route"
	"railpost/engine/rail/route/routetest"
	"railpost/engine/rail/running"
	"railpost/engine/rail/track"
)

// TestRoutes solves the route problems of 18Mag as "run best" does.
func TestRoutes(t *testing.T) {
	routetest.Run(t, "18mag", "18Mag", func(t *testing.T, p *routetest.Problem) (func() routetest.Found, func()) {
		s := positionOf(t, p)
		solve := func() routetest.Found {
			s.Board = track.Board{Laid: s.Board.Laid, Stations: s.Board.Stations, Left: s.Board.Left} // nothing is kept
			best := s.BestRun(s.Company())
			return routetest.Found{Total: best.Revenue, Bound: best.Bound, Proven: best.Proven}
		}
		return solve, func() {
			checkBest(t, p.ID, s)
			checkTheirs(t, p, s)
		}
	})
}

// positionOf is the position of a problem: a minor that may run.
func positionOf(t *testing.T, p *routetest.Problem) *State {
	t.Helper()
	number, err := strconv.Atoi(p.Company)
	if err != nil {
		t.Fatal(err)
	}
	c := Company(number - 1)
	s := &State{Seats: p.Players, Stage: Operating, Phase: len(p.Colours) - 1, Order: []Company{c}, Minors: make([]Minor, MinorsMost)}
	s.Turn = Turn{Step: StepRun}
	for _, k := range p.Trains {
		s.Minors[c].Trains = append(s.Minors[c].Trains, k.Cities)
	}
	for _, power := range p.Powers {
		s.Turn.Services = append(s.Turn.Services, mustMajor(power))
	}
	s.Board = s.newBoard()
	for name, h := range p.Board {
		id, ok := s.World().Map.Find(name)
		if !ok {
			t.Fatalf("%s: no hex %s", p.ID, name)
		}
		if h.Tile != "" {
			tile, ok := s.World().Set.Find(h.Tile)
			if !ok {
				t.Fatalf("%s: no tile %s", p.ID, h.Tile)
			}
			s.Board.Laid[id] = track.Laid{Tile: int(tile) + 1, Turn: h.Rotation}
		}
		for _, k := range h.Tokens {
			if k.Owner == "mine" {
				continue // not a station: the site marks mines so
			}
			s.Board.Stations = append(s.Board.Stations, track.Station{Owner: Owner(stationOwner(k.Owner)), Hex: id, Stop: k.City, Slot: k.Slot})
		}
	}
	return s
}

func stationOwner(name string) Company {
	if number, err := strconv.Atoi(name); err == nil {
		return Company(number - 1)
	}
	return mustMajor(name)
}

// checkBest reads the best routes as the log has them: they are legal, worth the
// same, and spelt so again.
func checkBest(t *testing.T, name string, s *State) {
	t.Helper()
	d := s.Runner(s.Company(), s.Turn.Services).Routes()
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
	if other.Revenue != one.Revenue || other.Extra != one.Extra || d.Text(again) != text {
		t.Errorf("%s: run %s: %d and %d, not %d and %d; %s", name, text, other.Revenue, other.Extra, one.Revenue, one.Extra, d.Text(again))
	}
	c := s.Company()
	if err := route.Check(&s.Runner(c, s.Turn.Services).Network().Problem, one.Lines); err != nil {
		t.Errorf("%s: run %s: %v", name, text, err)
	}
}

// checkTheirs reads the best set that stands in the problem.
func checkTheirs(t *testing.T, p *routetest.Problem, s *State) {
	t.Helper()
	var texts []string
	for _, r := range p.Routes {
		size, _, _ := strings.Cut(r.Train, "-")
		text := size + ": " + s.nodeName(t, r.Stops[0])
		at := hexPart(r.Stops[0])
		for i, hexes := range r.Connections {
			between := hexes[1 : len(hexes)-1]
			for j := range between {
				h := between[j]
				if hexes[0] != at {
					h = between[len(between)-1-j]
				}
				text += "-" + h
			}
			text += "-" + s.nodeName(t, r.Stops[i+1])
			at = hexPart(r.Stops[i+1])
		}
		texts = append(texts, text)
	}
	d := s.Runner(s.Company(), s.Turn.Services).Routes()
	v, err := d.Read(engine.Tokenize(strings.Join(texts, ", ")))
	if err != nil || d.Rule(v) != nil || v.(running.Plan).Revenue != p.Best {
		t.Errorf("%s: their routes %s: %v, %v, %+v, not %d", p.ID, texts, err, d.Rule(v), v, p.Best)
	}
}

// hexPart is the hex of "E12-1".
func hexPart(node string) string {
	hex, _, _ := strings.Cut(node, "-")
	return hex
}

// nodeName is "E12-1" as orders name it.
func (s *State) nodeName(t *testing.T, node string) string {
	t.Helper()
	hex, number, _ := strings.Cut(node, "-")
	id, ok := s.World().Map.Find(hex)
	n, err := strconv.Atoi(number)
	if !ok || err != nil {
		t.Fatalf("no stop %s", node)
	}
	return s.StopName(track.Place{Hex: id, Stop: n})
}

// BenchmarkBestRun solves the problems that were played, each from the bare board.
func BenchmarkBestRun(b *testing.B) {
	var positions []*State
	for _, p := range routetest.Problems(b, "18Mag") {
		if p.Category == "played" {
			positions = append(positions, positionOf(&testing.T{}, &p))
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range positions {
			s.Board = track.Board{Laid: s.Board.Laid, Stations: s.Board.Stations, Left: s.Board.Left}
			if best := s.BestRun(s.Company()); !best.Proven {
				b.Fatal(fmt.Errorf("not proven: %+v", best))
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(positions)), "ns/position")
}

// BenchmarkCanUse asks whether services can be used, from the bare board.
func BenchmarkCanUse(b *testing.B) {
	var positions []*State
	for _, p := range routetest.Problems(b, "18Mag") {
		if p.Category == "played" {
			positions = append(positions, positionOf(&testing.T{}, &p))
		}
	}
	for b.Loop() {
		for _, s := range positions {
			s.Board = track.Board{Laid: s.Board.Laid, Stations: s.Board.Stations, Left: s.Board.Left}
			if !s.canUse(s.Company(), s.Turn.Services) {
				b.Fatal("services of a run cannot be used")
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(positions)), "ns/position")
}
