package g18mag

import (
	"strconv"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/route"
	"railpost/engine/rail/route/routetest"
	"railpost/engine/rail/running"
	"railpost/engine/rail/running/runningtest"
	"railpost/engine/rail/track"
)

// problem is the position of a route problem.
func problem(t testing.TB, id string) *State {
	t.Helper()
	for _, p := range routetest.Problems(t, "18Mag") {
		if p.ID == id {
			return positionOf(t, &p)
		}
	}
	t.Fatalf("no route problem %s", id)
	return nil
}

// minorThree has stations in E10, E12 and H17, a 2-train and a 4-train, and has
// bought SNW and G&C.
const minorThree = "18Mag-5p-1510@936"

// asked returns the result of an order to run: its text in the log, or its refusal.
func asked(s *State, line string) (p running.Plan, text string, refusal *engine.Refusal) {
	return runningtest.Read(s.Runner(s.Company(), s.Turn.Services), line)
}

// free lets a minor run with the services it bought left idle.
func free(s *State) *State {
	s.Rules.IdleServices = true
	return s
}

func TestRunReads(t *testing.T) {
	const (
		best = "2: C12-E12, 4: I14-I16-H17-G18-F17-E16-E14-E12-D13-B15-A18"
		turn = "2: E12-C12, 4: A18-B15-D13-E12-E14-E16-F17-G18-H17-I16-I14"
	)
	for _, c := range []struct {
		name, line, want string
		revenue, mine    int
	}{
		{"best", "run best", best, 470, 50},
		{"as the log has it", "run " + best, best, 470, 50},
		{"the other way round", "run " + turn, turn, 470, 50},
		{"without sizes", "run C12-E12, I14-H17-G18-F17-E14-E12-D13-B15-A18", best, 470, 50},
		{"the long route first", "run 4: I14-I16-H17-G18-F17-E16-E14-E12-D13-B15-A18, 2: C12-E12", "4: I14-I16-H17-G18-F17-E16-E14-E12-D13-B15-A18, 2: C12-E12", 470, 50},
		{"signs", "run C12 > E12; 4-train: I14 – H17–G18—F17 E14 e12 - d13 B15 A18", best, 470, 50},
		{"all hexes", "run C12-D11-E12, I14-I16-H17-G18-F17-E16-E14-E12-D13-C14-B15-A16-A18", best, 470, 50},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, text, refusal := asked(problem(t, minorThree), c.line)
			if refusal != nil || text != c.want || p.Revenue != c.revenue || p.Extra != c.mine {
				t.Errorf("%q: %q, %d and %d, %v", c.line, text, p.Revenue, p.Extra, refusal)
			}
		})
	}
}

// Where words leave a choice of track, it is chosen so that the set is allowed.
func TestRunChoosesTrack(t *testing.T) {
	s := free(problem(t, minorThree))
	s.Minors[s.Company()].Trains = []int{4, 4}
	for _, c := range []struct{ line, want string }{
		{"run E12-E14-F17-F19, E10-E12", "4: E12-E14-E16-F17-F19, 4: E10-E12"},
		{"run E10-E12-F13, D9-E10-E12", "4: E10-E12-F13, 4: D9-E10-F11-E12"},
		{"run D9-E10-F11-E12, E10-E12", "4: D9-E10-F11-E12, 4: E10-E12"},
		{"run D9-E10-E12, E10-F11-E12", "4: D9-E10-E12, 4: E10-F11-E12"},
	} {
		if _, text, refusal := asked(s, c.line); refusal != nil || text != c.want {
			t.Errorf("%q: %q, %v; want %q", c.line, text, refusal, c.want)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	load := func() *running.Runner {
		s := problem(t, minorThree)
		return s.Runner(s.Company(), s.Turn.Services)
	}
	say := func(m engine.Message) string { return texts.Say("en", nil, nil, m) }
	runningtest.Refuses(t, load, say, []runningtest.Refused{
		{"nothing said", "run", "VI.3.6", "run-what", 4, 0},
		{"no hex", "run E12-Z99", "III.1", "no-hex", 9, 3},
		{"no city", "run E12.3-D13", "VI.3.6", "run-which", 5, 5},
		{"no stop", "run D11-E12", "VI.2", "run-no-stop", 5, 3},
		{"not reached", "run F23-E12", "VI.2", "run-not-reached", 5, 3},
		{"one stop", "run E12", "VI.2", "run-one-stop", 5, 3},
		{"no track", "run 4: E10-E12-C16", "VI.2", "run-no-track", 16, 3},
		{"a stop skipped", "run 4: H17-F17", "VI.2", "run-no-track", 12, 3},
		{"no such track", "run E12-E14-D15-F17", "VI.2", "run-no-track", 13, 3},
		{"blocked", "run E10-E12-F13-F17", "VI.2", "run-blocked", 13, 3},
		{"area", "run H17-J15-I14", "VI.2", "run-area", 9, 3},
		{"no such train", "run 3: E10-E12", "VI.3.6", "run-no-train", 8, 7},
		{"two of a size", "run 4: E10-E12, 4: E12-E14", "VI.3.6", "run-no-train", 20, 7},
		{"too many", "run E10-E12, E12-E14, H17-G18", "VI.3.6", "run-too-many", 23, 7},
		{"too long", "run E10-E12, 2: E12-E14-F17-F19-G18-H17", "VI.3.6", "run-too-long", 17, 23},
		{"no station", "run D17-D19, E10-E12", "VI.2", "run-no-station", 5, 7},
		{"too short", "run A10-D9", "VI.2", "run-too-short", 5, 6},
		{"stop twice", "run E10-E12-D9-E10", "VI.3.6", "run-stop-twice", 16, 3},
		{"track twice", "run E10-E12, D13-E12-E10-D9", "VI.2", "run-track-twice", 18, 3},
		{"two mines", "run 4: A18-B15-D13-E12-D9-A10", "VI.3.7", "run-mine", 27, 3},
		{"a service left", "run E10-E12", "R-06", "run-idle-service", 0, 0},
		{"nothing", "run nothing", "VI.3.6", "run-must", 0, 0},
	})
}

// A mine needs the service of SNW (VI.3.7).
func TestRunMineShut(t *testing.T) {
	s := problem(t, minorThree)
	s.Turn.Services = nil
	if _, _, r := asked(s, "run E12-D9-A10"); r == nil || r.Why.Key != "18mag.no.run-mine" || r.Column != 12 {
		t.Errorf("%+v", r)
	}
}

// Under R-18 less than the best is refused; under the import profile services may be idle and running is
// optional.
func TestRunOptions(t *testing.T) {
	s := free(problem(t, minorThree))
	if p, text, r := asked(s, "run nothing"); r != nil || p.Revenue != 0 || text != "nothing" {
		t.Errorf("run nothing: %q, %v", text, r)
	}
	if p, text, r := asked(s, "run E10-E12"); r != nil || p.Revenue != 130 || text != "2: E10-E12" {
		t.Errorf("run E10-E12: %d, %q, %v", p.Revenue, text, r)
	}
	s.Rules.BestRoutes = true
	if _, _, r := asked(s, "run E10-E12"); r == nil || r.Why.Key != "18mag.no.run-better" || r.Rule != "R-18" {
		t.Errorf("less than the best: %v", r)
	}
	if _, _, r := asked(s, "run best"); r != nil {
		t.Errorf("the best: %v", r)
	}
}

// No route changes between tracks that cross, or turns back on a switch. Two cities of one tile are two
// locations (VI.2, VI.3.6).
func TestRunTracksOfATile(t *testing.T) {
	at := atStep(StepRun)
	crossing := turnOf(t, 3, 10, laid(t, "57 H17 1", "20 H19 1", "9 H21 1", "57 H23 1", "4 G18 2"), at)
	refusalCase{"crossing", crossing, "run H17-G18", "VI.2", "run-no-track", ""}.check(t)
	back := turnOf(t, 3, 10, southTrack(t), laid(t, "25 F15 3", "57 F13 1"), at)
	refusalCase{"switch", back, "run G16-F13", "VI.2", "run-no-track", ""}.check(t)
	both := turnOf(t, 3, 1, laid(t, "L33 E12 2", "7 D11 4", "7 D13 0"), at)
	for line, s := range map[string]*State{"run H17-H23": crossing, "run H17-G16": back, "run E12.1-E12.2": both} {
		if s = after(t, s, line); len(s.Runs) != 1 || s.Runs[0].Revenue < 40 {
			t.Errorf("%s: %+v", line, s.Runs)
		}
	}
}

// A major's station adds 10 Ft in its own city, not in the other one of its hex, a minor's adds nothing (VI.4.2).
func TestMajorBonus(t *testing.T) {
	s := turnOf(t, 3, 1, laid(t, "L33 E12 2", "14 D17 0"))
	at := func(name string, stop int) track.Place { return track.Place{Hex: hexOn(t, s, name), Stop: stop} }
	s.Station(SIK, at("E12", 1))
	s.Station(SIK, at("D17", 0))
	s.Station(Raba, at("D17", 0))
	for p, want := range map[track.Place]int{at("E12", 0): 0, at("E12", 1): 10, at("D17", 0): 20, at("H17", 0): 0} {
		expect.Same(t, s.StopName(p), s.majorBonus(p), want)
	}
}

// With two players RÁBA's service is the red area bonus or the plus train (X).
func TestRunEitherOr(t *testing.T) {
	s := problem(t, "18Mag-2p-1210@464#dense")
	for _, c := range []struct {
		line    string
		revenue int
	}{
		{"run C8-B9-B5-A4-A2", 190}, // five stops: lengthened, no bonus
		{"run C8-B5-A4-A2", 200},    // four: the bonus
	} {
		if p, _, r := asked(s, c.line); r != nil || p.Revenue != c.revenue {
			t.Errorf("%q: %d, %v", c.line, p.Revenue, r)
		}
	}
	if _, _, r := asked(s, "run C8-B5-A4"); r == nil || r.Why.Key != "18mag.no.run-idle-service" {
		t.Errorf("a service left: %v", r)
	}
}

// The best routes are kept with the network, for clones too, until the board, the
// trains or the services change.
func TestBestRunIsKept(t *testing.T) {
	s := problem(t, minorThree)
	c := s.Company()
	first := &s.BestRun(c).Lines[0]
	same := func(s *State) bool { return &s.BestRun(c).Lines[0] == first }
	clone := s.Clone().(*State)
	if !same(s) || !same(clone) {
		t.Error("searched again in the same position")
	}
	clone.Turn.Services = nil
	expect.True(t, !same(clone), "not searched again without services")
	clone = s.Clone().(*State)
	clone.Minors[c].Trains = []int{4}
	expect.True(t, !same(clone), "not searched again with other trains")
	clone = s.Clone().(*State)
	clone.Board.AddStation(Owner(SIK), clone.Board.Links(s.World(), Owner(c)).Stops[0], 0)
	expect.True(t, !same(clone), "not searched again with another station")
}

// The next search knows the routes of the last run, if they still exist.
func TestBestRunKnows(t *testing.T) {
	s := problem(t, minorThree)
	c := s.Company()
	best := s.BestRun(c)
	s.Runs = []Run{{Minor: c, Routes: best.Routes, Revenue: best.Revenue}}
	n := s.Runner(c, s.Turn.Services).Network()
	for _, text := range best.Routes {
		line, ok := n.Line(text)
		if !ok {
			t.Fatalf("%q is no route any more", text)
		}
		n.Warm = append(n.Warm, line)
	}
	warm := route.Best(&n.Problem)
	n.Warm = nil
	if cold := route.Best(&n.Problem); warm.Total != cold.Total || warm.Steps >= cold.Steps {
		t.Errorf("with known routes %d in %d steps, without %d in %d", warm.Total, warm.Steps, cold.Total, cold.Steps)
	}
	s.Runs[0].Routes = []string{"4: E12-Z99", "nonsense", "2: E10-E12"}
	expect.Same(t, "with routes that are gone", s.BestRun(c).Revenue, best.Revenue)
}

func TestRunTextIsClear(t *testing.T) { runningtest.TextIsClear(t, "18Mag", runnerOf) }

func TestRunReadsAgain(t *testing.T) {
	s := free(problem(t, minorThree))
	runningtest.ReadsAgain(t, s.Runner(s.Company(), s.Turn.Services),
		"run best", "run nothing", "run", "run E10-E12", "run 4: E10-D9-C8, 2: G14-G16", "run 3:", "run E12.1-E12.2", "run -", "run ,,:",
		"run E10-E12, D9-E10-E12", "run 99999999999999999999: E10-E12", "run E12..1-D13", "run E10–E12", "run a11-A12", "run E10-E12-E10",
	)
}

// BenchmarkRunRead reads the routes of a log.
func BenchmarkRunRead(b *testing.B) {
	s := problem(b, minorThree)
	_, text, _ := asked(s, "run best")
	b.ReportAllocs()
	for b.Loop() {
		if _, _, r := asked(s, "run "+text); r != nil {
			b.Fatal(r)
		}
	}
}

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
