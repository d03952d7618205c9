package enginetest

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/golden"
)

const (
	perftPositions = 4  // of a game, for each number of seats
	perftWidth     = 10 // lines counted behind each first answer
)

// perft compares the counts of legal lines in fixed positions with those in
// testdata/perft.golden: a rule that changes by accident changes a count. The
// digest tells whether it is the position that has changed.
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

func count(b *strings.Builder, seats int, s sample) {
	list := advise.List(s.game.Title, s.game.Pos, s.seat, "", perftWidth, 0)
	first := map[string]bool{}
	for _, c := range list.Choices {
		first[c.First] = true
	}
	fmt.Fprintf(b, "seats %d record %d seat %d position %.8s: %d first answers, %d lines, %d more, capped %v\n",
		seats, s.game.Seq, s.seat, s.game.Digest(), len(first), len(list.Choices), list.More, list.Capped)
}
