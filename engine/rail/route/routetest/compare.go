package routetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// Found is a title's solution of a problem.
type Found struct {
	Total, Bound int
	Proven       bool
}

// Solver solves a problem. load builds the position. The function it returns is timed, from the board to the
// routes; it is called several times, and must start from nothing each time. check, if not nil, is called once
// at the end.
type Solver func(t *testing.T, p *Problem) (solve func() Found, check func())

// targets are the times that a category aims at.
var targets = map[string]struct{ median, worst time.Duration }{
	"played":                              {300 * time.Microsecond, 50 * time.Millisecond},
	"hypothetical trains":                 {0, 250 * time.Millisecond},
	"hypothetical trains and extra track": {0, 2 * time.Second},
}

// repeats is how often a problem is solved; the median time counts, since other programs disturb.
const repeats = 3

// tally sums up the results of some problems.
type tally struct {
	problems, equal, better, worse, unproven int
	times                                    []time.Duration
	slow                                     []string
}

// Run solves all problems of a title and prints a line for it and one for each
// category. Where the best is proven anything else is a failure: less, or more,
// which could only be an illegal set. Elsewhere it must not be less. For the package's own problems the steps of a
// search suffice to prove the best: one that takes more steps than it should leaves some unproven.
func Run(t *testing.T, name, title string, solver Solver) {
	var all tally
	categories := map[string]*tally{}
	for _, p := range Problems(t, title) {
		c := categories[p.Category]
		if c == nil {
			c = &tally{}
			categories[p.Category] = c
		}
		found, took := measure(t, &p, solver)
		all.add(&p, found, took)
		c.add(&p, found, took)
		if found.Total < p.Best || p.Proven && found.Total != p.Best || found.Proven && found.Bound != found.Total || p.own && !found.Proven {
			t.Errorf("%s: found %d to %d (proven: %v), best is %d (proven: %v)", p.ID, found.Total, found.Bound, found.Proven, p.Best, p.Proven)
		}
	}
	if all.problems == 0 {
		t.Fatalf("no route problems of %s", title)
	}
	fmt.Printf("routes: %s problems=%d %s\n", name, all.problems, all.line())
	for _, category := range []string{"played", "hypothetical trains", "hypothetical trains and extra track"} {
		if c := categories[category]; c != nil {
			fmt.Printf("routes: %s, %s: problems=%d %s; %s\n", name, category, c.problems, c.line(), c.aim(category))
		}
	}
}

// measure solves a problem a few times.
func measure(t *testing.T, p *Problem, solver Solver) (found Found, took time.Duration) {
	solve, check := solver(t, p)
	var times []time.Duration
	for range repeats {
		begin := time.Now()
		again := solve()
		times = append(times, time.Since(begin))
		if len(times) > 1 && again != found {
			t.Errorf("%s: solved again it is %+v, before it was %+v", p.ID, again, found)
		}
		found = again
	}
	if check != nil {
		check()
	}
	return found, percentile(times, 50)
}

func (y *tally) add(p *Problem, f Found, took time.Duration) {
	y.problems++
	y.times = append(y.times, took)
	switch {
	case f.Total == p.Best:
		y.equal++
	case f.Total > p.Best:
		y.better++
	default:
		y.worse++
	}
	if !f.Proven {
		y.unproven++
		y.slow = append(y.slow, fmt.Sprintf("%s: at least %d, at most %d", p.ID, f.Total, f.Bound))
	}
	if took > targets[p.Category].worst {
		y.slow = append(y.slow, fmt.Sprintf("%s: %s", p.ID, short(took)))
	}
}

func (y *tally) line() string {
	return fmt.Sprintf("equal=%d better=%d worse=%d unproven=%d p50=%s p99=%s max=%s", y.equal, y.better, y.worse, y.unproven,
		short(percentile(y.times, 50)), short(percentile(y.times, 99)), short(slices.Max(y.times)))
}

// aim says what a category aims at and which problems miss it.
func (y *tally) aim(category string) string {
	want := targets[category]
	text := "target max " + short(want.worst)
	if want.median > 0 {
		text = "target p50 " + short(want.median) + ", max " + short(want.worst)
		if p50 := percentile(y.times, 50); p50 > want.median {
			y.slow = append(y.slow, "p50: "+short(p50))
		}
	}
	if len(y.slow) == 0 {
		return text + ": met"
	}
	return text + ": missed by " + strings.Join(y.slow, ", ")
}

// percentile returns the least time that this percentage does not exceed.
func percentile(times []time.Duration, n int) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[max(0, (len(sorted)*n+99)/100-1)]
}

// short writes a time in milliseconds, with two significant digits.
func short(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	switch {
	case ms < 1:
		return fmt.Sprintf("%.2gms", ms)
	case ms < 10:
		return fmt.Sprintf("%.1fms", ms)
	}
	return fmt.Sprintf("%.0fms", ms)
}
