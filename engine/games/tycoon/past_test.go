package tycoon

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/sheet/sheettest"
)

// The past is read from the reports of a whole game: the sources add up to the scores, and the last row of the
// points by turn equals the table of players.
func TestChronicle(t *testing.T) {
	chronicler := New().(engine.Chronicler)
	g, _ := expect.Get2(engine.Begin("past", New(), engine.Setup{Seats: 3}, sceneNames[:3], sceneSeed))(t)
	var past []engine.Message
	for g.Pos.(*State).Stage != StageOver {
		seat := g.Pos.(*State).Actor()
		out := expect.Get(g.Play(seat, New().Usual(g.Pos, seat).Lines, engine.Mode{}))(t)
		for _, r := range out.Records {
			for _, rep := range r.Reports {
				if rep.To == nil && chronicler.Recalls(rep.Key) {
					past = append(past, rep.Message)
				}
			}
		}
		g = out.Game
	}
	s := g.Pos.(*State)
	blocks := chronicler.Chronicle(s, 0, past, true)
	if len(blocks) != 4 || len(chronicler.Chronicle(s, 0, past, false)) != 1 {
		t.Fatalf("%d blocks", len(blocks))
	}
	last := func(b engine.Block, seat engine.Seat) int {
		a, _ := b.Rows[len(b.Rows)-1][1+seat].Say.Arg("n")
		return a.Int
	}
	for i, score := range New().Scores(s) {
		row := blocks[0].Rows[i]
		if all, _ := row[len(row)-1].Say.Arg("n"); all.Int != score.Points {
			t.Errorf("seat %d: the sources add up to %d, not %d:\n%s", score.Seat, all.Int, score.Points, said(blocks[:1]))
		}
		p := s.Player(score.Seat)
		expect.Same(t, score.Seat, last(blocks[1], score.Seat), p.Position+p.Shares*SharePoints)
		expect.Same(t, score.Seat, last(blocks[2], score.Seat), p.Shares)
	}
	for i, b := range blocks[1:] {
		expect.Same(t, fmt.Sprintf("table %d has rows for turns:\n%s", i, said(blocks[1+i:2+i])), len(b.Rows), s.Turn)
	}
	if got := said(blocks); !strings.HasPrefix(got, "== where the points come from\nplayer | links | hotels | lines | awards | shares | baron | all\nAnn | ") {
		t.Errorf("told as\n%s", got)
	}
}

func said(blocks []engine.Block) string {
	return sheettest.Blocks(blocks, func(m engine.Message) string { return spoken.Say("en", sceneNames, nil, m) })
}
