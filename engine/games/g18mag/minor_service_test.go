package g18mag

import (
	"fmt"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// Prices by order of purchase, paid to the sellers (VI.3.7, R-43).
func TestServicePrices(t *testing.T) {
	idle := func(s *State) { s.Rules.IdleServices = true }
	lines := laid(t, "57 H17 2", "57 G16 2")
	for _, c := range []struct {
		phase, sum int
		paid       [3]int
	}{{0, 60, [3]int{30, 10, 20}}, {1, 60, [3]int{30, 10, 20}}, {2, 90, [3]int{40, 20, 30}}, {3, 90, [3]int{40, 20, 30}}} {
		s := turnOf(t, 3, 10, lines, idle, inPhase(c.phase), owns(100, 2), atStep(StepRun))
		s = after(t, s, "service g&c", "service snw", "service rába")
		if got := [3]int{s.Purse(Raba), s.Purse(Ganz), s.Purse(SNW)}; got != c.paid || s.Purse(9) != 100-c.sum {
			t.Errorf("phase %d: RÁBA, G&C and SNW have %v, the minor %d", c.phase, got, s.Purse(9))
		}
		expect.Same(t, "the step is", s.Turn.Step, StepRun)
	}
	for phase, price := range []int{10, 10, 20} {
		s := turnOf(t, 2, 6, idle, inPhase(phase), laid(t, "57 A12 0", "57 B11 0"), owns(100, 2), atStep(StepRun))
		s = after(t, s, "service raba")
		expect.Same(t, fmt.Sprintf("two players, phase %d: RÁBA", phase), s.Purse(Raba), price)
		refusalCase{s: s, line: "service plus", rule: "VI.3.7", key: "service-twice"}.check(t)
	}
}

func TestServiceNames(t *testing.T) {
	idle := func(s *State) { s.Rules.IdleServices = true }
	s := turnOf(t, 3, 10, laid(t, "57 H17 2", "57 G16 2"), idle, atStep(StepRun))
	for _, c := range []struct{ line, want string }{
		{"service RÁBA", "service raba"}, {"service red", "service raba"}, {"wagon raba", "service raba"},
		{"service G&C", "service g&c"}, {"service ganz", "service g&c"}, {"service plus", "service g&c"},
		{"service mine", "service snw"}, {"service s", "service snw"},
	} {
		expect.Same(t, c.line, played(t, s, c.line).Line, c.want)
	}
}

func TestServiceRefusals(t *testing.T) {
	at := atStep(StepRun)
	lines := laid(t, "57 H17 2", "57 G16 2")
	idle := func(s *State) { s.Rules.IdleServices = true }
	bought := func(list ...Company) func(*State) { return func(s *State) { s.Turn.Services = list } }
	for _, c := range []refusalCase{
		{name: "twice", s: turnOf(t, 3, 10, lines, at, bought(Raba)), line: "service raba", rule: "VI.3.7", key: "service-twice"},
		{name: "too dear", s: turnOf(t, 3, 10, lines, at, idle, owns(19, 2), bought(Raba)), line: "service g&c", rule: "VI.3.7", key: "service-dear"},
		{name: "no use", s: turnOf(t, 3, 10, lines, at), line: "service snw", rule: "R-06", key: "service-useless"},
		{name: "no train", s: turnOf(t, 3, 10, lines, owns(50)), line: "service snw", rule: "VI.3.7", key: "no-train"},
	} {
		t.Run(c.name, c.check)
	}
	if _, refusal, _ := try(turnOf(t, 2, 6, at), "service snw"); refusal == nil || refusal.Kind != engine.NotUnderstood {
		t.Errorf("SNW with two players: %v", refusal)
	}
}

// Version 2 sells no service where no run is possible, unused services or not
// version 1 takes the money.
func TestServiceNeedsRun(t *testing.T) {
	idle := func(s *State) { s.Rules.IdleServices = true }
	mended := func(s *State) { s.Rules.mend(2) }
	alone, joined := []func(*State){idle}, []func(*State){idle, laid(t, "57 H17 2", "57 G16 2")}
	refusalCase{s: turnOf(t, 3, 10, append(alone, mended)...), line: "service raba", rule: "R-16", key: "service-no-run"}.check(t)
	for _, changes := range [][]func(*State){append(joined, mended), joined, alone} {
		expect.Same(t, "RÁBA has", after(t, turnOf(t, 3, 10, changes...), "service raba").Purse(Raba), 10)
	}
}

// A minor loses one train of a size, and lists that copies share stay as they are.
func TestMinorTrains(t *testing.T) {
	m := Minor{Trains: []int{2, 3, 2}}
	before := m
	m.Lose(2)
	m.Gain(4)
	if !slices.Equal(m.Trains, []int{3, 2, 4}) || !slices.Equal(before.Trains, []int{2, 3, 2}) {
		t.Errorf("%v, before %v", m.Trains, before.Trains)
	}
}

// István's plans know which entry comes next without a game.
func TestNextEntry(t *testing.T) {
	card := &Solo.Companies[0]
	a := Alone{Level: card.Level, Plans: []Plan{{Minor: Company(card.Number - 1)}}}
	for i := range card.Entries {
		if got := a.NextEntry(a.Plans[0].Minor); got != &card.Entries[i] {
			t.Fatalf("entry %d: %v", i, got)
		}
		a.progress(a.Plans[0].Minor).Done++
	}
	expect.Same(t, "after the last entry", a.NextEntry(a.Plans[0].Minor), nil)
}

// A service gives a train the advantages for that number of players (VI.3.7, X).
func TestService(t *testing.T) {
	all, one := Goods{Services: []Company{Raba, Ganz, SNW}, Bonus: map[string]int{Yellow: 10}}, Goods{Services: []Company{Raba}}
	if s := all.service(Raba, Yellow, true); s.Bonus != 10 || s.Longer || !s.Must {
		t.Errorf("RÁBA of several: %+v", s)
	}
	if s := one.service(Raba, Yellow, false); !s.Longer || s.Must {
		t.Errorf("RÁBA alone: %+v", s)
	}
	if !all.service(Ganz, Yellow, true).Longer || !all.service(SNW, Yellow, true).Extra {
		t.Error("Ganz and SNW")
	}
}

// Services are bought in any order, which decides their sellers' income: one that needs another may come first,
// if the other can still be paid. Then the trains wait for that other (VI.3.7, R-06).
func TestServiceOrder(t *testing.T) {
	// A 2-train comes from H23 over the town G24 to the red area I26 as 2+2 only.
	base := func(money int) *State {
		return turnOf(t, 3, 12, laid(t, "5 H23 2", "3 G24 5", "9 H25 2"), atStep(StepRun), owns(money, 2))
	}
	area := base(0).Board.Stops(base(0).World(), hexOn(t, base(0), "I26"))[0]
	worth := 20 + 10 + area.Worth(Yellow) + 20 // the city, the town, the area, the bonus
	for _, c := range []struct {
		lines      []string
		raba, ganz int
	}{
		{[]string{"service raba", "service g&c"}, 10, 20},
		{[]string{"service g&c", "service raba"}, 20, 10},
	} {
		s := after(t, base(30), append(c.lines, "run best")...)
		if s.Purse(Raba) != c.raba || s.Purse(Ganz) != c.ganz || s.Runs[0].Revenue != worth {
			t.Errorf("%v: RÁBA has %d, G&C %d, %+v", c.lines, s.Purse(Raba), s.Purse(Ganz), s.Runs)
		}
	}
	refusalCase{"the other is too dear", base(29), "service raba", "R-06", "service-useless", ""}.check(t)
	refusalCase{"no use with any other", base(60), "service snw", "R-06", "service-useless", ""}.check(t)
	first := after(t, base(30), "service raba")
	for _, line := range []string{"run best", "run nothing"} {
		refusalCase{"the other is still missing", first, line, "R-06", "run-idle-service", ""}.check(t)
	}
	refusalCase{"without it", first, "run H23-G24", "R-06", "run-idle-service", ""}.check(t)
}
