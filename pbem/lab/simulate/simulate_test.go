package simulate_test

import (
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
	"railpost/pbem/lab/simulate"
)

func init() { level.CollectLate() }

// options of a simulation of all titles; its findings go to the list.
func options(tables, days int, findings *[]string) simulate.Options {
	o := simulate.Options{Titles: titles.Find, Tables: tables, Days: days, Seed: 1,
		Find: func(f string) { *findings = append(*findings, f) }}
	for _, t := range titles.All() {
		o.Names = append(o.Names, t.Name())
	}
	return o
}

// small are the options for one fast table and few days.
func small(findings *[]string) simulate.Options {
	o := options(1, 5, findings)
	o.Names = []string{"russian"}
	return o
}

func run(t *testing.T, o simulate.Options) simulate.Report {
	t.Helper()
	r := expect.Get(simulate.Run(t.Context(), o))(t)
	t.Logf("%s mails=%d open=%d", r, r.Mails, r.Open)
	return r
}

// weeks are the options for four weeks of tables, until after the clocks have changed: of two fast titles; in
// the full level of all titles, in the long one a year of 200 tables.
func weeks(findings *[]string) simulate.Options {
	o := options(level.Of(2, 4, 200), level.Of(29, 29, 365), findings)
	if !level.Full() {
		o.Names = []string{"18mag", "russian"}
	}
	return o
}

func TestEveryLetterIsAccountedFor(t *testing.T) {
	level.Sequential(t)
	var findings []string
	r := run(t, weeks(&findings))
	if !r.Clean() {
		t.Errorf("found:\n%s", strings.Join(findings[:min(len(findings), 40)], "\n"))
	}
	expect.True(t, r.Finished >= level.Of(2, 4, 400) && r.Open == 0,
		"%d games were finished, %d are still open", r.Finished, r.Open)
}

// TestTheSeedDecides: the same seed gives the same line.
func TestTheSeedDecides(t *testing.T) {
	level.Sequential(t)
	var findings []string
	o := small(&findings)
	first, again := run(t, o), run(t, o)
	expect.Same(t, []any{first.Mails, first.File, again.Mails, again.File}, first, again)
	if o.Seed = 2; run(t, o).String() == first.String() {
		t.Error("another seed gave the same")
	}
	expect.Same(t, "found", findings, nil)
}
