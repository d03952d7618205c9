package g18cz_test

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18cz"
)

// storyOf is a line's story in letters, with marks for weight: "!" changes the game, "=" is a heading.
func storyOf(t *testing.T, s *g18cz.State, line string) []string {
	t.Helper()
	r, refusal, err := g18cz.Try(s, line)
	if err != nil || refusal != nil {
		t.Fatalf("%s: %v, %v", line, refusal, err)
	}
	reports := engine.Each(r.Reports, func(rep engine.Report) engine.Message { return rep.Message })
	var told []string
	for _, p := range wired.Tell(reports) {
		mark := map[engine.Weight]string{engine.Event: "!", engine.Round: "="}[p.Weight]
		told = append(told, mark+g18cz.Texts.Say("en", []string{"Ana", "Ben", "Cleo"}, nil, p.Say))
	}
	return told
}

func TestStory(t *testing.T) {
	ready := g18cz.InRound(t, 3, 5, 1, g18cz.Founded(0, "EKJ", 60, 50), g18cz.Holds(1, "EKJ", 25), g18cz.Money(0, 300))
	running := g18cz.After(t, ready, "lay 57 D5 E4-C6", "lay 58 E4 E2-D5", "buy 2a", "done")
	rusting := g18cz.Buyer(t, "EKJ", g18cz.Reaches("e"), g18cz.Treasury("EKJ", 900), g18cz.NoLocals, func(s *g18cz.State) { s.Companies[g18cz.MustCompany("OFE")].Trains = g18cz.Cards("2a 2b") })
	for _, c := range []struct {
		name string
		s    *g18cz.State
		line string
		want []string
	}{
		{"a dividend is one line", g18cz.After(t, running, "run best"), "pay", []string{"EKJ pays 30 K (Ana 15 and Ben 8), price now 60"}},
		{"what is skipped besides is left out", ready, "buy 2a", []string{"EKJ earns nothing, price now 55", "EKJ buys 2a for 70 K"}},
		{"skipping is not told", running, "pass", nil},
		{"a pass says all", g18cz.InStock(t, 3, 3, g18cz.Founded(0, "EKJ", 60, 50)), "pass", []string{}},
		{"a phase with its rust", rusting, "buy 4e", []string{"EKJ buys 4e for 250 K", "!phase e begins: small corporations may own 2 trains", "!trains rust: 2a and 2b of OFE"}},
		{"a round has a heading", g18cz.After(t, g18cz.InStock(t, 3, 3, g18cz.Drafted(0, "S1"), g18cz.Founded(0, "EKJ", 60, 50)), "pass", "pass"), "pass",
			[]string{"playing order: Ana, Ben and Cleo", "=operating round 3.1", "local railways pay Ana 5 K", "EKJ places its home station in D5"}},
	} {
		expect.Same(t, c.name, storyOf(t, c.s, c.line), c.want)
	}
}
