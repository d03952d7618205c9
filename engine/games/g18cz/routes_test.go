package g18cz

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/route/routetest"
	"railpost/engine/rail/running"
	"railpost/engine/rail/running/runningtest"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trains"
)

// TestRoutes solves the route problems of 18CZ as "run best" does.
func TestRoutes(t *testing.T) { runningtest.Solve(t, "18cz", "18CZ", runnerOf) }

func BenchmarkBestRun(b *testing.B) { runningtest.Benchmark(b, "18CZ", runnerOf) }

// runnerOf is the corporation of a problem.
func runnerOf(t testing.TB, p *routetest.Problem) *running.Runner {
	s := positionOf(t, p)
	return s.Runner(s.Company())
}

// forgetNetwork drops results computed from the board.
func forgetNetwork(s *State) { runningtest.Forget(&s.Board) }

// positionOf is the position of a problem: a corporation that may run. The
// problems count E trains as the public engine does.
func positionOf(t testing.TB, p *routetest.Problem) *State {
	t.Helper()
	s := expect.Get(begin(&engine.Tx{}, seating(p.Players)))(t)
	c := mustCompany(p.Company)
	expect.Must(t, []any{p.ID, p.Company, p.Kind}, c.Size(), Size(slices.Index(SizeNames[:], p.Kind)))
	s.Stage, s.Order, s.At, s.Turn = Operating, []Company{c}, 0, Turn{Step: StepRun}
	s.Rules.EngineCount = true
	s.Phase = slices.IndexFunc(Book.Phases, func(x trains.Phase) bool { return x.Name == p.Phase })
	if s.Phase < 0 || s.PhaseRules().Colour() != p.Colours[len(p.Colours)-1] && s.PhaseRules().Colour() != "" {
		t.Fatalf("%s: phase %s with %v, red tiles %q", p.ID, p.Phase, p.Colours, s.PhaseRules().Colour())
	}
	trains := engine.Each(p.Trains, func(k routetest.Train) string { return k.Name })
	s.Companies[c].Trains = cards(strings.Join(trains, " "))
	for name, h := range p.Board {
		tilesOf(s, t, p.ID, name, h)
	}
	return s
}

// tilesOf lays a problem's tile on a hex.
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
