package view

import (
	"math/rand/v2"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/russian"
)

// The points read out of reports are all that the players have, by round and by source.
func TestChronicle(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		records, g := enginetest.PlayGame(t, title, engine.Setup{Seats: seats}, engine.Seed("a seed of thirty-two bytes length"), rand.New(rand.NewPCG(1, uint64(seats))))
		var past []engine.Message
		for _, r := range records {
			for _, rep := range r.Reports {
				if rep.To == nil && title.Recalls(rep.Key) {
					past = append(past, rep.Message)
				}
			}
		}
		s := g.Pos.(*russian.State)
		blocks := title.Chronicle(s, 0, past, true)
		if in := title.Chronicle(inTurn(t), 0, past, false); in != nil || len(title.Chronicle(s, 0, past, false)) != 1 {
			t.Error("only the last letter has the table of points")
		}
		if len(blocks) != seats+1 || len(blocks[1].Rows) != s.Rounds() {
			t.Fatalf("%d players have %d tables, the second of %d rounds", seats, len(blocks), len(blocks[1].Rows))
		}
		for i, seat := range engine.ByPlace(title.Scores(s)) {
			row := blocks[0].Rows[i]
			last, _ := row[len(row)-1].Say.Arg("n")
			expect.Same(t, seat, len(row), len(blocks[0].Columns))
			expect.Same(t, seat, last.Int, s.Players[seat].Score)
			cards, _ := row[1+fromCards].Say.Arg("n")
			majority, _ := row[1+fromEngineers].Say.Arg("n")
			if p := s.Players[seat]; cards.Int != p.FromCards || majority.Int != p.Majority {
				t.Errorf("seat %d: %d points of cards, %d of engineers", seat, cards.Int, majority.Int)
			}
		}
	}
}

// Points for passing are distinguished from points of a reward that follow, in the re-use.
func TestPointsOfPassing(t *testing.T) {
	ana := russian.Who(0)
	report := func(name string, n int) engine.Message {
		return engine.Msg("russian.report."+name, ana, engine.Int("n", n))
	}
	rounds := pointsByRound([]engine.Message{report("pass", 0), report("points", 2), report("pass", 0), report("order", 0), report("points", 10)}, 1)
	if want := (points{fromPassing: 2, atOnce: 10}); len(rounds) != 1 || !slices.Equal(rounds[0][0][:], want[:]) {
		t.Errorf("told %v", rounds)
	}
}
