package view

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/russian"
	"railpost/templates"
)

// Every choice of a letter has its effect, and its cost if that is more than a piece.
func TestEveryChoiceHasARemark(t *testing.T) {
	set := expect.Get(templates.New())(t)
	s := inTurn(t)
	said := map[string]string{}
	var all []string
	for _, c := range advise.List(title, s, s.Actor, "", 4, 0).Choices {
		var words []string
		for _, m := range title.Remark(engine.Move{Before: s, After: c.After, Seat: s.Actor, Acts: c.Acts, Reports: c.Reports}) {
			words = append(words, set.Say("en", []string{"Ana", "Ben", "Cleo", "Dan"}, nil, m))
		}
		said[c.Line] = strings.Join(words, "; ")
		all = append(all, c.Line+" # "+said[c.Line])
		expect.True(t, len(words) != 0, "%s # %s", c.Line, said[c.Line])
	}
	for line, want := range map[string]string{
		"place doubler":     "t 1 x2",
		"place rubles":      "+2 rubles",
		"place temps":       "2 temporary workers",
		"place turn-2":      "place 2 next round",
		"place loco-1: fac": "factory 2: a locomotive or a factory",
		"place hire":        "for later (",
		"place ind-2":       "2 workers; ",
		"pass":              "0 points now",
	} {
		expect.Has(t, line, said[line], want)
	}
	if t.Failed() {
		t.Log(strings.Join(all, "\n"))
	}
}

// The letter says how to spend temporary workers first, while there are any.
func TestTemporaryWorkersFirst(t *testing.T) {
	s := inTurn(t)
	const first = "spend them first"
	expect.Lacks(t, "words", words(t, s, "own", ""), first)
	s.Players[s.Actor].Temps = 2
	expect.Has(t, "the letter does not say how", words(t, s, "own", ""), first)
}

// Another player who passes unasked after a line passes for themselves: no choice
// says so of the reader, and the letter says once that the others are out.
func TestOthersOut(t *testing.T) {
	s := inTurn(t)
	const others = "The others are out: you can send all your remaining placements in one message."
	expect.Lacks(t, "nobody is out yet", words(t, s, "own", ""), others)
	me, last := s.Actor, &s.Players[s.Order[2]]
	s.Players[s.Order[1]].Passed, s.Players[s.Order[3]].Passed = true, true
	last.Hand, last.Rubles = 0, 0
	expect.Same(t, "the others are out", strings.Count(words(t, s, "own", ""), others), 1)
	mine := func(list []engine.Message) bool {
		return slices.ContainsFunc(list, func(m engine.Message) bool { return m.Key == "russian.remark.must-pass" })
	}
	passed := 0
	for _, c := range advise.List(title, s, me, "", 4, 0).Choices {
		if slices.ContainsFunc(c.Reports, func(r engine.Report) bool { return r.Key == "russian.report.must-pass" }) {
			passed++
			if mine(title.Remark(engine.Move{Before: s, After: c.After, Seat: me, Acts: c.Acts, Reports: c.Reports})) {
				t.Errorf("%s: another's pass is told as the reader's", c.Line)
			}
		}
	}
	expect.True(t, passed != 0, "no choice makes another pass")
	out := s.Clone().(*russian.State)
	out.Players[me].Passed = true
	made := []engine.Report{{Message: engine.Msg("russian.report.must-pass", russian.Who(me))}}
	if !mine(title.Remark(engine.Move{Before: s, After: out, Seat: me, Reports: made, Acts: []engine.Act{{Verb: "place", Args: engine.Args{"open", nil, nil}}}})) {
		t.Error("the reader's own pass is not told")
	}
}
