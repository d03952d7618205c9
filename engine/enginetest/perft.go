package enginetest

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/golden"
)

const (
	perftPositions = 4   // positions of a game, for each number of seats
	perftBudget    = 100 // answers tried after each first one
)

// perft compares the counts of legal lines in fixed positions with those in
// testdata/perft.golden: a rule that changes by accident changes a count. The digest shows
// whether it is the position that changed.
func perft(t *testing.T, title engine.Title, o Options) {
	var b strings.Builder
	for _, seats := range o.Seats {
		fixed := o
		fixed.Seed, fixed.Samples = 1, perftPositions
		g := playSeed(title, fixed, seats, 0)
		if g.fault != nil {
			t.Fatal(g.fault)
		}
		for _, s := range g.samples {
			count(&b, seats, s)
		}
	}
	golden.Check(t, "testdata/perft.golden", b.String())
}

// count walks the legal lines by the rules alone: it does not matter which ones a list omits, ranks or counts.
func count(b *strings.Builder, seats int, s sample) {
	tx := engine.Trial(s.game.Pos, s.seat)
	firsts, lines, cut := 0, 0, 0
	for _, verb := range engine.OpenVerbs(tx, engine.OpenPrompts(tx.Pos, tx.Seat, true)) {
		for first := range verb.Complete() {
			found := 0
			search := &engine.Search{Budget: perftBudget, Yield: func(engine.Choice) bool { found++; return true }}
			search.Lines(tx, first)
			lines += found
			if found > 0 {
				firsts++
			}
			if search.Spent {
				cut++
			}
		}
	}
	fmt.Fprintf(b, "seats %d record %d seat %d position %.8s: %d first answers, %d lines, %d cut\n",
		seats, s.game.Seq, s.seat, s.game.Digest(), firsts, lines, cut)
}
