package view

import (
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
	"railpost/templates"
)

// The end of a round: one sentence names the players who pass automatically, the scoring is a table, and news
// are under the heading of the next round.
func TestStoryOfARound(t *testing.T) {
	set := expect.Get(templates.New())(t)
	ana, ben := russian.Who(0), russian.Who(1)
	scoring := func(who engine.Arg) engine.Message {
		return engine.Msg(key.ReportScoring, who, engine.Int("t", 1), engine.Int("p", 2), engine.Int("k", 3), engine.Int("industry", 4), engine.Int("total", 10), engine.Int("score", 20))
	}
	told := title.Tell([]engine.Message{
		engine.Msg(key.ReportPass, ana),
		engine.Msg(key.ReportPoints, ana, engine.Int("n", 2), engine.Int("score", 9)),
		engine.Msg(key.ReportMustPass, ben),
		engine.Msg(key.ReportPoints, ben, engine.Int("n", 3), engine.Int("score", 8)),
		scoring(ana), scoring(ben),
		engine.Msg(key.ReportEngineerHire, russian.EngineerSay("engineer", 3)),
		engine.Msg(key.ReportLastRound, engine.Int("round", 6)),
	})
	var lines []string
	for _, p := range told {
		if p.Block != nil {
			expect.Must(t, "rows", len(p.Block.Rows), 2)
			expect.Same(t, "columns", len(p.Block.Columns), len(p.Block.Rows[1]))
			lines = append(lines, "TABLE")
			continue
		}
		lines = append(lines, strings.Repeat("#", int(p.Weight))+set.Say("en", []string{"Ana", "Ben"}, nil, p.Say))
	}
	want := []string{
		"Ana scores 2 (9 in all)", "- Ben has nothing left and passes: 3 points", "TABLE", "###Round 6, the last",
		"#this is the last round: the space last gives 3 industry advances, and nobody claims a place in the turn order",
		"engineer 3 (1 doubler and 3 points) can be hired now",
	}
	expect.Same(t, "told", strings.Join(lines, "\n"), strings.Join(want, "\n"))
}
