package titles_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
)

// TestLinesStayInTheirTurn: no line of a message is played as an order of a company, a round or a step named
// neither by the question nor by a head.
func TestLinesStayInTheirTurn(t *testing.T) {
	level.Sequential(t)
	met := map[string]int{}
	for _, x := range []struct {
		title string
		seats int
		seed  uint64
	}{{"18mag", 1, 0}, {"18mag", 2, 1}, {"18cz", 2, 2}, {"18cz", 2, 23}, {"russian", 2, 3}, {"tycoon", 2, 4}} {
		rng := rand.New(rand.NewPCG(level.Seed(t, x.seed), 5))
		g, _, err := engine.Begin("winter", titles.Find(x.title), engine.Setup{Seats: x.seats}, []string{"Ana", "Ben"}[:x.seats], engine.Seed("stays"))
		expect.NoError(t, err)
		for n := 0; n < level.Of(150, 500, 3000) && !g.Pos.Over(); n++ {
			seat := g.Waiting()[0]
			line := advise.RandomLine(rng, g.Title, g.Pos, seat)
			if usual := g.Title.Usual(g.Pos.View(seat), seat).Lines; len(usual) > 0 && rng.IntN(4) > 0 {
				line = usual[0]
			}
			r := expect.Get(g.Try(seat, line, false))(t)
			was, now := g.Clone(), g.After(r)
			if !r.Reveal && slices.Contains(now.Waiting(), seat) && asks(was, seat) != asks(now, seat) && asks(was, seat) != "bonus" && asks(now, seat) != "bonus" { // which an order of the turn itself brings
				met[x.title]++
				slides(t, was, now, seat, line)
			}
			g.Take(seat, r)
		}
	}
	for _, title := range []string{"18mag", "18cz", "russian"} {
		expect.True(t, met[title] != 0, "in %s no turn of a seat followed another: %v", title, met)
	}
}

// asks is a seat's question: a company, or the round and the step.
func asks(g *engine.Game, s engine.Seat) string {
	if len(g.Title.Turns()) > 0 {
		return strings.Join(g.Title.Heads(g.Pos, s), " ")
	}
	asked := g.Title.StepOf(g.Pos.View(s), s)
	for _, p := range g.Pos.Prompts(s) {
		if round, ok := p.Ask.Arg("round"); ok {
			asked += fmt.Sprint(round.Int)
		}
	}
	return asked
}

// slides checks that no legal line is played after one that ended a turn, except below a head.
func slides(t *testing.T, was, now *engine.Game, seat engine.Seat, line string) {
	t.Helper()
	for _, c := range advise.List(now.Title, now.Pos, seat, "", 2, 12).Choices {
		out, err := was.Play(seat, []string{line, c.Line}, engine.Mode{Preview: true})
		expect.NoError(t, err)
		if v := out.Verdicts[1]; v.State == engine.Legal || v.State == engine.Stopped {
			t.Errorf("%s: %q, and %q below it: %s, which answers %q after %q", was.Title.Name(), line, c.Line, v.State, asks(now, seat), asks(was, seat))
		}
		heads := now.Title.Heads(now.Pos, seat)
		if len(heads) == 0 {
			continue
		}
		out, err = was.Play(seat, []string{line, heads[0] + ": " + c.Line}, engine.Mode{Preview: true})
		expect.NoError(t, err)
		if v := out.Verdicts[1]; v.Result == nil {
			t.Errorf("%s: %q, and %q for %q below it: %v", was.Title.Name(), line, c.Line, heads[0], v.Refusal)
		}
	}
}
