package orders_test

import (
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/lab/pbemtest"
)

// A mail program may break a long order before a sign ">"; the rest then looks like quoted text and is lost.
// The part before it must not be an order by itself.
func TestFrontOfBrokenLineIsNoOrder(t *testing.T) {
	level.Sequential(t)
	g, _, err := engine.Begin("winter", pbemtest.Find("tycoon"), engine.Setup{Seats: 3, Version: pbemtest.Find("tycoon").Version()}, []string{"Ana", "Ben", "Cleo"}, engine.Seed("fold"))
	expect.NoError(t, err)
	looked := 0
	for range level.Of(12, 40, 400) {
		waiting := g.Waiting()
		if len(waiting) == 0 {
			break
		}
		s := waiting[0]
		for _, verb := range []string{"build", "deliver"} {
			for _, c := range advise.List(g.Title, g.Pos.View(s), s, verb, 0, 60).Choices {
				for _, front := range fronts(c.Line) {
					looked++
					expect.Fails(t, []any{g.Seq, front, c.Line}, expect.Err(g.Try(s, front, true)), "")
				}
			}
		}
		usual := g.Title.Usual(g.Pos.View(s), s).Lines
		if len(usual) == 0 {
			usual = []string{"pass"}
		}
		out := expect.Get(g.Play(s, usual, engine.Mode{}))(t)
		if out.Refused {
			t.Fatalf("%q is refused: %v", usual, out.Verdicts[0].Refusal)
		}
		g = out.Game
	}
	expect.True(t, looked >= 500, "only %d fronts were looked at", looked)
}

// fronts are the parts of a line before each sign ">".
func fronts(line string) (list []string) {
	for i := range line {
		if line[i] == '>' {
			list = append(list, strings.TrimSpace(line[:i]))
		}
	}
	return list
}
