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

// problem is the position of a route problem, counted by the text (R7).
func problem(t testing.TB, id string, changes ...func(*State)) *State {
	t.Helper()
	for _, p := range routetest.Problems(t, "18CZ") {
		if p.ID != id {
			continue
		}
		s := positionOf(t, &p)
		s.Rules.EngineCount = false
		for _, change := range changes {
			change(s)
		}
		return s
	}
	t.Fatalf("no route problem %s", id)
	return nil
}

// BY has two 3Ed. Of the stops of its network B9.1 and E12.3 are full of others; F3 is its red tile, which no
// track leaves, I18 that of kk.
const (
	twoExpress = "18CZ-6p-1600@555"
	bestOfTwo  = "3Ed: B9.1-C10-C8-B9.2, 3Ed: I10-G12-F11-F13-E12.2"
)

// NWB has a 3+3d and a 3+3e, a station in C8.2 and E12.3.
const twoPlus = "18CZ-3p-1310@408"

// PR has a 5Eh and a 4Eg, and its red tile in B19.
const redHome = "18CZ-6p-11610@594"

// asked returns the result of an order to run: its text in the log, or its refusal.
func asked(s *State, line string) (p running.Plan, text string, refusal *engine.Refusal) {
	return runningtest.Read(s.Runner(s.Company()), line)
}

func TestRunReads(t *testing.T) {
	for _, c := range []struct {
		name, problem, line, want string
		revenue                   int
	}{
		{"best", twoExpress, "run best", bestOfTwo, 250},
		{"as the log has it", twoExpress, "run " + bestOfTwo, bestOfTwo, 250},
		{"short names of trains", twoExpress, "run 3E: I10-G12-F11-F13-E12.2; 3e-train B9.1-C10-C8-B9.2", "3Ed: I10-G12-F11-F13-E12.2, 3Ed: B9.1-C10-C8-B9.2", 250},
		{"without trains and cities", twoExpress, "run B9 > C10 > C8 > B9, i10-g12-f11-f13-e12", bestOfTwo, 250},
		{"both cities of an OO", twoExpress, "run B9.2-C8-C10-B9.1", "3Ed: B9.2-C8-C10-B9.1", 140},
		{"towns in places of cities", twoPlus, "run C8-C6-D5-E4-D3-D1", "3+3d: C8.2-C6-D5-E4-D3-D1", 150},
		{"by the later train", twoPlus, "run 3+3e: D3-E2", "3+3e: D3-E2", 50},
		{"its red tile", redHome, "run B19-C20-E22", "5Eh: B19-C20-E22", 160},
		{"another's red tile", redHome, "run F3-E4-E2-D3", "5Eh: F3-E4-E2-D3", 120},
		{"one link of two", redHome, "run F3-F5-E4-E2-D3", "5Eh: F3-F5-E4-E2-D3", 120},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, text, refusal := asked(problem(t, c.problem), c.line)
			if refusal != nil || text != c.want || p.Revenue != c.revenue {
				t.Errorf("%q: %q, %d, %v; want %q, %d", c.line, text, p.Revenue, refusal, c.want, c.revenue)
			}
		})
	}
}

func TestRunRefuses(t *testing.T) {
	load := func() *running.Runner {
		s := problem(t, twoExpress)
		return s.Runner(s.Company())
	}
	say := func(m engine.Message) string { return texts.Say("en", nil, nil, m) }
	runningtest.Refuses(t, load, say, []runningtest.Refused{
		{"nothing said", "run", "VIII.7", "run-what", 4, 0},
		{"no hex", "run E12-Z99", "II", "no-hex", 9, 3},
		{"no city", "run E12.5-F13", "VIII.7", "run-which", 5, 5},
		{"no stop", "run D21-E22", "VIII.7", "run-no-stop", 5, 3},
		{"not reached", "run C24-C26", "VIII.7", "run-not-reached", 5, 3},
		{"one stop", "run E12.2", "VIII.7", "run-one-stop", 5, 5},
		{"no track", "run F13-E16-E22", "VIII.7", "run-no-track", 13, 3},
		{"blocked", "run F11-E12.3-F13", "VIII.7", "run-blocked", 9, 5},
		{"red tile", "run G18-H17-I18-H17", "VIII.7", "run-area", 13, 3},
		{"no such train", "run 4Ef: E16-F13", "VIII.7", "run-no-train", 10, 7},
		{"three of a name", "run 3Ed: E16-F13, 3E: E22-F23, 3Ed: D3-E2", "VIII.7", "run-no-train", 37, 5},
		{"too many", "run E16-F13, E22-F23, D3-E2", "VIII.7", "run-too-many", 23, 5},
		{"too many cities", "run E22-F23-G24-G22-G20", "VIII.7", "run-too-long", 5, 19},
		{"no station", "run C8-C10", "VIII.7", "run-no-station", 5, 6},
		{"stop twice", "run G20-G22-F21.2-G20", "VIII.7", "run-stop-twice", 19, 3},
		{"Praha to Praha", "run E12.2-F13-F11-E12.3", "VIII.7", "run-group", 19, 5},
		{"track twice", "run E16-F13, F13-E16", "VIII.7", "run-track-twice", 14, 3},
		{"not recorded", "run recorded E16-F13", "II", "no-hex", 5, 8},
		{"nothing", "run nothing", "VIII.7", "run-must", 0, 0},
	})
}

// A line that goes to and fro over links that lie side by side, and ends nowhere,
// is refused all the same.
func TestRunToAndFro(t *testing.T) {
	s := problem(t, redHome)
	line := "run " + strings.Repeat("E14-E16-", 100)
	if _, _, r := asked(s, line+"A8"); r == nil || r.Why.Key != "18cz.no.run-no-track" {
		t.Errorf("%v", r)
	}
	if _, _, r := asked(s, line+"E14"); r == nil || r.Why.Key != "18cz.no.run-stop-twice" {
		t.Errorf("%v", r)
	}
}

// A corporation runs trains of its own size only, even if it owns others.
func TestRunOwnSize(t *testing.T) {
	s := problem(t, twoExpress, owns("BY", "5j 3Ed 5+5j"))
	if p, text, r := asked(s, "run best"); r != nil || text != "B9.1-C10-C8-B9.2" || p.Revenue != 140 {
		t.Errorf("%q, %d, %v", text, p.Revenue, r)
	}
	for id, want := range map[string]string{"EKJ": "5j", "BN": "5+5j", "BY": "3Ed"} {
		s := newGame(t, 3, owns(id, "5j 3Ed 5+5j"))
		expect.Same(t, id+" runs", names(s.RunningTrains(mustCompany(id))), want)
	}
	if _, _, r := asked(s, "run 5+5j: E16-F13"); r == nil || r.Why.Key != "18cz.no.run-no-train" {
		t.Errorf("%v", r)
	}
}

// inPlaceOf gives a corporation the stations of another, and trains.
func inPlaceOf(other, id, trains string) func(*State) {
	return func(s *State) {
		for i := range s.Board.Stations {
			if s.Board.Stations[i].Owner == Owner(mustCompany(other)) {
				s.Board.Stations[i].Owner = Owner(mustCompany(id))
			}
		}
		s.Order = []Company{mustCompany(id)}
		owns(id, trains)(s)
		forgetNetwork(s)
	}
}

// Counts of E4-E2-D1-D3-D5-C6-C8.2 by trains: cities of 30, 30, 40 and towns of 20, 20, 10, 20.
func TestRunCounts(t *testing.T) {
	byEngine := under(func(r *Rulings) { r.EngineCount = true })
	for _, c := range []struct {
		id, train string
		count     func(*State)
		revenue   int // 0: too long
	}{
		{"EKJ", "5j", nil, 0},          // seven stops
		{"NWB", "4+4f", nil, 170},      // a town in a place of a city
		{"NWB", "3+3d", nil, 0},        // four towns, no free place
		{"PR", "3Ed", nil, 100},        // the cities alone
		{"PR", "5Eh", nil, 140},        // and the two best towns
		{"PR", "8Ej", nil, 170},        // all
		{"PR", "5Eh", byEngine, 140},   // R7
		{"PR", "8Ej", byEngine, 160},   // three towns at most (R7)
		{"EKJ", "5j", byEngine, 0},     // no E train
		{"NWB", "5+5j", byEngine, 170}, // no E train
	} {
		s := problem(t, twoPlus, inPlaceOf("NWB", c.id, c.train))
		if c.count != nil {
			c.count(s)
		}
		p, text, r := asked(s, "run E4-E2-D1-D3-D5-C6-C8.2")
		if c.revenue == 0 && (r == nil || r.Why.Key != "18cz.no.run-too-long") || c.revenue > 0 && (r != nil || p.Revenue != c.revenue) {
			t.Errorf("%s %s: %q, %d, %v; want %d", c.id, c.train, text, p.Revenue, r, c.revenue)
		}
	}
}

// A plus train counts no town in place of a city that is too many (R8): of the five stops four are cities.
func TestRunPlusCities(t *testing.T) {
	s := problem(t, twoExpress, inPlaceOf("BY", "NWB", "3+3d"))
	if p, _, r := asked(s, "run E22-F23-G24-G22-G20"); r == nil || r.Why.Key != "18cz.no.run-too-long" {
		t.Errorf("counts %d, %v", p.Revenue, r)
	}
}

// A city with a free circle is passed, by track and by trains, with any stations in it; a full one is not
// (VIII.5, VIII.7).
func TestOpenCity(t *testing.T) {
	s := turn(t, "EKJ", linked(laid("14 D3 1"), stations("VBW", "D3"), owns("EKJ", "3d"))...)
	full := changed(s, placed("BTE", "D3"))
	if p, _, r := asked(s, "run D1-D3-D5"); r != nil || p.Revenue != 60 || !slices.Contains(lines(s, "lay"), "lay 4 E4 D3-F5") {
		t.Errorf("past the open city: %d, %v, %q", p.Revenue, r, lines(s, "lay"))
	}
	if _, _, r := asked(full, "run D1-D3-D5"); r == nil || r.Why.Key != "18cz.no.run-not-reached" || slices.Contains(lines(full, "lay"), "lay 4 E4 D3-F5") {
		t.Errorf("past the full city: %v, %q", r, lines(full, "lay"))
	}
}

// A city that is worth less than a town counts before it; the public engine counts
// what is worth most (R7).
func TestRunCitiesFirst(t *testing.T) {
	cheap := func(s *State) { // E10 is a city of 20, and E4 becomes a town of 30
		inPlaceOf("NWB", "PR", "3Ed")(s)
		id, _ := s.World().Map.Find("E4")
		tile, ok := s.World().Set.Find("889p")
		if !ok {
			t.Fatal("no tile 889p")
		}
		s.Board.Laid[id] = track.Laid{Tile: int(tile) + 1, Turn: 3}
		forgetNetwork(s)
	}
	for _, c := range []struct {
		engine  bool
		revenue int
	}{{false, 30 + 30 + 20}, {true, 30 + 30 + 30}} {
		s := problem(t, twoPlus, cheap, under(func(r *Rulings) { r.EngineCount = c.engine }))
		p, text, r := asked(s, "run E10-D5-E4-D3")
		if r != nil || p.Revenue != c.revenue {
			t.Errorf("as the engine counts %t: %q, %d, %v; want %d", c.engine, text, p.Revenue, r, c.revenue)
		}
	}
}

// Where an empty run is allowed it need not be the best; a run of a recorded game
// may join two cities of Praha, when it is marked as one.
func TestRunOptions(t *testing.T) {
	s := problem(t, twoExpress, under(func(r *Rulings) { r.AllowNothing, r.TrustRoutes = true, true }))
	if p, text, r := asked(s, "run nothing"); r != nil || p.Revenue != 0 || text != "nothing" {
		t.Errorf("run nothing: %q, %v", text, r)
	}
	if _, _, r := asked(s, "run E12.2-F13-F11-E12.3"); r == nil || r.Why.Key != "18cz.no.run-group" {
		t.Errorf("Praha to Praha: %v", r)
	}
	const recorded = "recorded 3Ed: E12.2-F13-F11-E12.3"
	for _, line := range []string{"run " + recorded, "run recorded E12-F13-F11-E12"} {
		if p, text, r := asked(s, line); r != nil || p.Revenue != 100 || text != recorded {
			t.Errorf("%q: %q, %d, %v", line, text, p.Revenue, r)
		}
	}
	if _, _, r := asked(s, "run recorded E22-F23-G24-G22-G20"); r == nil || r.Why.Key != "18cz.no.run-too-long" {
		t.Errorf("a recorded run that is too long: %v", r)
	}
}

// "run" in a turn: its report, the revenue that waits for the dividend, the routes kept.
func TestRunOrder(t *testing.T) {
	s := problem(t, twoExpress, founded(0, "BY", 100, 50))
	expect.Same(t, "run best is told as", said(t, s, "run best"), "run")
	r, _, err := try(s, "run best")
	if err != nil || r.Line != "run "+bestOfTwo {
		t.Fatalf("run best: %v, %v", r, err)
	}
	s = r.Pos.(*State)
	want := Run{Company: mustCompany("BY"), Routes: strings.Split(bestOfTwo, ", "), Revenue: 250}
	if s.Turn.Step != StepPayout || s.Turn.Revenue != 250 || len(s.Runs) != 1 || !slices.Equal(s.Runs[0].Routes, want.Routes) || s.Runs[0].Revenue != 250 {
		t.Errorf("%+v, %+v", s.Turn, s.Runs)
	}
	for _, c := range []refusalCase{
		{"no train of its size", problem(t, twoExpress, founded(0, "BY", 100, 50), owns("BY", "5j 4+4g")), "run best", "VIII.7", "run-trains"},
		{"no track", problem(t, twoExpress, founded(0, "BY", 100, 50), func(s *State) {
			s.Board.Stations = nil
			forgetNetwork(s)
		}), "run best", "VIII.7", "run-nowhere"},
		{"nothing", problem(t, twoExpress, founded(0, "BY", 100, 50)), "run nothing", "VIII.7", "run-must"},
		{"no pass", problem(t, twoExpress, founded(0, "BY", 100, 50)), "pass", "VIII.7", "must-run"},
	} {
		c.check(t)
	}
}

// The next search knows the routes of the last run, if they still exist.
func TestBestRunKnows(t *testing.T) {
	s := problem(t, twoExpress)
	best := s.BestRun(s.Company())
	keepRun(s, Run{Company: s.Company(), Routes: []string{"3Ed: E12-Z99", "nonsense", "3Ed: C26-E22"}})
	if again := s.BestRun(s.Company()); again.Revenue != best.Revenue || len(s.Runs) != 1 {
		t.Errorf("with routes that are gone: %d, not %d; %v", again.Revenue, best.Revenue, s.Runs)
	}
}

func TestRunTextIsClear(t *testing.T) { runningtest.TextIsClear(t, "18CZ", runnerOf) }

func TestRunReadsAgain(t *testing.T) {
	s := problem(t, twoExpress, under(func(r *Rulings) { r.AllowNothing, r.TrustRoutes = true, true }))
	runningtest.ReadsAgain(t, s.Runner(s.Company()),
		"run best", "run nothing", "run", "run E16-F13", "run 3Ed: E16-F13, 3E: E22-F23", "run 3Ed:", "run E12.1-E12.2", "run -", "run ,,:", "run B9-C10-C8-B9",
		"run recorded E12-F13-F11-E12", "run recorded", "run recorded best", "run 3+3: E16-F13", "run E12..1-F13", "run E16–F13", "run e16-F13", "run E16-F13-E16",
	)
}

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
