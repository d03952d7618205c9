package view

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18mag"
)

// storyOf is a line's story in letters, with marks for weight: "!" changes the game, "=" is a heading.
func storyOf(t *testing.T, s *g18mag.State, line string) (told []string) {
	t.Helper()
	g := &engine.Game{Name: "story", Title: whole, Pos: s}
	r, err := g.Try(s.Actor, line, true)
	expect.NoError(t, err, line)
	reports := engine.Each(r.Reports, func(rep engine.Report) engine.Message { return rep.Message })
	say := reader(t, "Ana", "Ben", "Cleo").Say
	for _, p := range whole.Tell(reports) {
		mark := map[engine.Weight]string{engine.Event: "!", engine.Round: "="}[p.Weight]
		told = append(told, mark+say(p.Say))
	}
	return told
}

func TestStory(t *testing.T) {
	for _, c := range []struct {
		actions int
		line    string
		want    []string
	}{
		{18, "lay 3 D13 E12-E14", nil},
		{18, "pass", nil},
		{20, "run best", []string{"minor 1 earns 30 Ft, 15 for Ana"}},
		{75, "buy RÁBA", []string{"Ana pays 60 Ft and now owns 20 %", "!Ana becomes director of RÁBA"}},
		{79, "pass", []string{"Cleo gets the priority deal", "=operating round 2.1"}},
		{185, "buy 3", []string{"minor 11 buys a 3-train for 120 Ft, 60 of it to MÁVAG", "!the green phase begins; a stock round follows this operating round"}},
		{194, "pay 30", []string{"SIK pays 30 Ft (Ben 6), price 85 to 90", "LdStEG pays nothing, price 65 to 60", "RÁBA pays 30 Ft (Ana 3), price 65 to 70", "SNW pays nothing, price 60 to 55", "G&C pays 20 Ft (Ben 2), price stays 55"}},
	} {
		expect.Same(t, []any{c.actions, c.line}, storyOf(t, traced(t, "18Mag-3p-314000", c.actions), c.line), c.want)
	}
}
