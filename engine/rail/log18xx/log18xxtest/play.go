package log18xxtest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
)

// OwnGame is a game that began here, played at random: whole turns in one order,
// purchases by agreement, moves taken back. It has at most this many orders.
func OwnGame(tb testing.TB, t engine.Title, number uint64, seats, orders int, options map[string]string) []*engine.Record {
	tb.Helper()
	g, first, err := engine.Begin("own", t, engine.Setup{Seats: seats, Options: options}, names(seats), engine.Seed(fmt.Sprint("own game ", number)))
	if err != nil {
		tb.Fatal(err)
	}
	records := []*engine.Record{first}
	rng := rand.New(rand.NewPCG(number, 18))
	var kept *engine.Game // a position to come back to
	for n := 0; n < orders && !g.Pos.Over(); n++ {
		if n%40 == 30 {
			kept = g.Clone()
		}
		if n%40 == 37 {
			records = append(records, g.UndoTo(kept, 0))
			continue
		}
		seat := g.Waiting()[0]
		line := advise.RandomLine(rng, g.Title, g.Pos, seat)
		if strings.HasPrefix(line, "end") { // it would end by agreement: the game is to go on
			continue
		}
		r, err := g.Try(seat, line, false)
		if err != nil {
			tb.Fatalf("%q: %v", line, err)
		}
		records = append(records, g.Take(seat, r))
	}
	return records
}
