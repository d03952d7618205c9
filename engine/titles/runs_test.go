package titles

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/log18xx/log18xxtest"
)

// ran is a recorded run and the best one in the same position.
type ran struct {
	action *log18xx.Action
	theirs int
	best   int
	routes string // best routes, as an order
}

// TestRecordedRuns finds the best routes in every position in which trains ran in
// a trace: no recorded run is worth more. What players of public games missed is
// printed; random play misses it on purpose.
func TestRecordedRuns(t *testing.T) {
	for _, name := range traceFiles(t) {
		t.Run(log18xxtest.ShortName(name), func(t *testing.T) {
			t.Parallel()
			file := log18xxtest.ReadTrace(t, name)
			title := siteTitle(file.Title)
			if title == nil {
				t.Skipf("no title here is %q", file.Title)
			}
			list := recordedRuns(t, title, file)
			var below, missed, sum int
			var lines []string
			for _, r := range list {
				sum += r.theirs
				if r.theirs > r.best && !trusted[log18xxtest.ShortName(name)][r.action.ID] {
					t.Errorf("%s: recorded %d, the best is %d (%s)", r.action, r.theirs, r.best, r.routes)
				}
				if r.theirs < r.best {
					below, missed = below+1, missed+r.best-r.theirs
					lines = append(lines, fmt.Sprintf("%s: ran for %d, best %d: %s", r.action, r.theirs, r.best, r.routes))
				}
			}
			if strings.Contains(filepath.Base(name), "-fixture-") {
				fmt.Printf("runs: %s: runs=%d below the best=%d missed=%d of %d\n%s", log18xxtest.ShortName(name), len(list), below, missed, sum, indented(lines))
			}
		})
	}
}

// trusted are the recorded runs that break a rule of today: by trace and action.
var trusted = map[string]map[int]bool{"18CZ-fixture-29247": {345: true}} // R28: two cities of Praha

func indented(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, "runs:   %s\n", l)
	}
	return b.String()
}

// recordedRuns plays a trace and finds the best routes before each run.
func recordedRuns(t *testing.T, title log18xx.Title, file *log18xx.File) (list []ran) {
	t.Helper()
	start := *file
	start.Actions, start.Status, start.Result = nil, "active", nil
	g := expect.Get(log18xx.Import("runs", title, &start, engine.Seed("runs")))(t)
	for _, a := range file.Actions {
		if a.Type == "run_routes" {
			if r, ok := bestBefore(t, g, a); ok {
				list = append(list, r)
			}
		}
		expect.NoError(t, g.Take(a))
	}
	return list
}

// bestBefore returns what "run best" would earn instead of a recorded run; ok is false if nothing can be run.
func bestBefore(t *testing.T, g *log18xx.Foreign, a *log18xx.Action) (r ran, ok bool) {
	t.Helper()
	order := expect.Get(g.Translator.Order(g.Game.Pos, a))(t)
	game := g.Game.Clone()
	out, err := game.Try(order.Seat, "run best", false)
	if _, refused := engine.AsRefusal(err); refused {
		return ran{}, false
	}
	expect.NoError(t, err)
	record := game.Take(order.Seat, out)
	actions, err := g.Translator.Actions(g.Game.Pos, game.Pos, log18xx.Order{Seat: record.Seat, Line: record.Line, Acts: out.Acts})
	expect.NoError(t, err, record.Line)
	r = ran{action: a, theirs: worth(a), routes: record.Line}
	for _, best := range actions {
		r.best += worth(best)
	}
	return r, true
}

// worth returns the value of routes without money of mines: the best routes are found without it (18Mag VI.3.7).
func worth(a *log18xx.Action) (n int) {
	for _, r := range a.Routes {
		n += r.Revenue
	}
	return n
}
