package g18mag

import (
	"strconv"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/route/routetest"
	"railpost/engine/rail/running"
	"railpost/engine/rail/running/runningtest"
	"railpost/engine/rail/track"
)

// TestRoutes solves the route problems of 18Mag as "run best" does.
func TestRoutes(t *testing.T) { runningtest.Solve(t, "18mag", "18Mag", runnerOf) }

func BenchmarkBestRun(b *testing.B) { runningtest.Benchmark(b, "18Mag", runnerOf) }

// runnerOf is the minor of a problem.
func runnerOf(t testing.TB, p *routetest.Problem) *running.Runner {
	s := positionOf(t, p)
	return s.Runner(s.Company(), s.Turn.Services)
}

// positionOf is the position of a problem: a minor that may run.
func positionOf(t testing.TB, p *routetest.Problem) *State {
	t.Helper()
	number := expect.Get(strconv.Atoi(p.Company))(t)
	c := Company(number - 1)
	s := &State{Seats: p.Players, Stage: Operating, Phase: len(p.Colours) - 1, Order: []Company{c}, Minors: make([]Minor, MinorsMost)}
	s.Turn = Turn{Step: StepRun}
	for _, k := range p.Trains {
		s.Minors[c].Trains = append(s.Minors[c].Trains, k.Cities)
	}
	for _, power := range p.Powers {
		s.Turn.Services = append(s.Turn.Services, MajorOf(power))
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
				continue // no station: the site's mark for a mine
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
	return MajorOf(name)
}

// BenchmarkCanUse asks whether services can be used, from the bare board.
func BenchmarkCanUse(b *testing.B) {
	var positions []*State
	for _, p := range routetest.Problems(b, "18Mag") {
		if p.Category == "played" {
			positions = append(positions, positionOf(b, &p))
		}
	}
	for b.Loop() {
		for _, s := range positions {
			runningtest.Forget(&s.Board)
			if !s.canUse(s.Company(), s.Turn.Services) {
				b.Fatal("services of a run cannot be used")
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(positions)), "ns/position")
}
