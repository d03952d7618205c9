package example_test

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/example"
)

// The laws of every title, in random games.
func TestLaws(t *testing.T) { enginetest.Run(t, example.Title{}, enginetest.Options{}) }

// Rules of one game are tested by playing them: Ana and Ben take 15 matches.
func TestWhoeverTakesTheLastMatchWins(t *testing.T) {
	g, _, err := engine.Begin("test", example.Title{}, engine.Setup{Seats: 2}, []string{"Ana", "Ben"}, engine.Seed("nim"))
	expect.NoError(t, err)
	take := func(seat engine.Seat, line string) error {
		r, err := g.Try(seat, line, false)
		if err == nil {
			g.Take(seat, r)
		}
		return err
	}
	for n, line := range []string{"take 3", "take 3", "take 3", "take 3", "take 1"} {
		expect.NoError(t, take(engine.Seat(n%2), line))
	}
	err = take(1, "take 3") // two are left
	if refusal, ok := engine.AsRefusal(err); !ok || refusal.Why.Key != "nim.no.heap" || refusal.Rule != "2" {
		t.Errorf("more than there are: %v", err)
	}
	expect.NoError(t, take(1, "take 2"))
	if scores := g.Title.Scores(g.Pos); !g.Pos.Over() || scores[0].Seat != 1 || scores[1].Rank != 2 {
		t.Errorf("over %v, scores %+v", g.Pos.Over(), scores)
	}
}
