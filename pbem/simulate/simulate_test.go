package simulate_test

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"railpost/engine/titles"
	"railpost/pbem/simulate"
)

func init() { debug.SetGCPercent(400) }

// options of a simulation of all titles, whose findings go to the list.
func options(tables, days int, findings *[]string) simulate.Options {
	o := simulate.Options{Titles: titles.Find, Mended: "18cz", Tables: tables, Days: days, Seed: 1,
		Find: func(f string) { *findings = append(*findings, f) }}
	for _, t := range titles.All() {
		o.Names = append(o.Names, t.Name())
	}
	return o
}

// small are those of one quick table for six days.
func small(findings *[]string) simulate.Options {
	o := options(1, 6, findings)
	o.Names = []string{"russian"}
	return o
}

func run(t *testing.T, o simulate.Options) simulate.Report {
	t.Helper()
	r, err := simulate.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s mails=%d restarts=%d open=%d", r, r.Mails, r.Restarts, r.Open)
	return r
}

// TestEveryLetterIsAccountedFor: four tables for four weeks, until after the clocks have
// changed; with RAILPOST_LONG=1 a year of 200 tables.
func TestEveryLetterIsAccountedFor(t *testing.T) {
	tables, days, least := 4, 29, 4
	if os.Getenv("RAILPOST_LONG") == "1" {
		tables, days, least = 200, 365, 400
	}
	var findings []string
	r := run(t, options(tables, days, &findings))
	if !r.Clean() {
		t.Errorf("found:\n%s", strings.Join(findings[:min(len(findings), 40)], "\n"))
	}
	if r.Finished < least || r.Open > 0 || r.Restarts == 0 {
		t.Errorf("%d games were finished, %d are still open, the service was restarted %d times", r.Finished, r.Open, r.Restarts)
	}
}

// TestFaultsAreFound: one letter is lost, one comes twice, one player is waited for too
// long; nothing else is found.
func TestFaultsAreFound(t *testing.T) {
	for _, f := range simulate.Faults() {
		t.Run(string(f), func(t *testing.T) {
			var findings []string
			o := small(&findings)
			o.Fault = f
			r := run(t, o)
			found := map[simulate.Fault]int{simulate.Lost: r.Missing, simulate.Twice: r.Doubled, simulate.Overdue: r.Overdue}
			for kind, n := range found {
				if want := map[bool]int{true: 1}[kind == f]; n != want {
					t.Errorf("%s: found %d, want %d:\n%s", kind, n, want, strings.Join(findings, "\n"))
				}
			}
		})
	}
}

// TestTheSeedDecides: the same seed gives the same line.
func TestTheSeedDecides(t *testing.T) {
	var findings []string
	o := small(&findings)
	first, again := run(t, o), run(t, o)
	if first != again {
		t.Errorf("the same seed gave\n%s mails=%d file=%d\n%s mails=%d file=%d", first, first.Mails, first.File, again, again.Mails, again.File)
	}
	if o.Seed = 2; run(t, o).String() == first.String() {
		t.Error("another seed gave the same")
	}
	if len(findings) > 0 {
		t.Errorf("found:\n%s", strings.Join(findings, "\n"))
	}
}

func TestWhatCannotBeSimulated(t *testing.T) {
	var none []string
	for _, o := range []simulate.Options{options(0, 10, &none), options(1, 0, &none)} {
		if _, err := simulate.Run(t.Context(), o); err == nil {
			t.Errorf("%d tables for %d days: no error", o.Tables, o.Days)
		}
	}
	o := options(1, 1, &none)
	o.Fault = "stolen"
	if _, err := simulate.Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "lost") {
		t.Errorf("an unknown fault: %v", err)
	}
}
