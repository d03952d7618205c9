package russian

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

// bare is the title without a view, which the rules do not need.
var bare = engine.Bare{Rules: Rules{}}

var testSeed = engine.Seed("a seed of thirty-two bytes length")

// playRandom plays a game to its end and returns its records.
func playRandom(t testing.TB, seats int, n uint64) (*engine.Game, []*engine.Record) {
	t.Helper()
	rng := rand.New(rand.NewPCG(n, uint64(seats)))
	names := []string{"Ann", "Ben", "Cleo", "Dag"}[:seats]
	g, first, err := engine.Begin(fmt.Sprintf("random-%d-%d", seats, n), bare, engine.Setup{Seats: seats}, names, testSeed)
	expect.NoError(t, err)
	records := []*engine.Record{first}
	for !g.Pos.Over() {
		waiting := g.Waiting()
		expect.Must(t, g.Seq, len(waiting), 1)
		seat := waiting[0]
		line := advise.RandomLine(rng, g.Title, g.Pos, seat)
		if line == "" {
			t.Fatalf("after record %d seat %d has no legal line", g.Seq, seat)
		}
		r, err := g.Try(seat, line, false)
		expect.NoError(t, err, fmt.Sprintf("record %d: %q of the list is refused", g.Seq+1, line))
		expect.Must(t, g.Seq+1, r.Line, line)
		records = append(records, g.Take(seat, r))
	}
	return g, records
}

func TestRandomGamesEnd(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		for n := range uint64(4) {
			g, records := playRandom(t, seats, n)
			again := expect.Get(engine.Replay(func(string) engine.Title { return bare }, records, testSeed))(t)
			expect.Same(t, fmt.Sprintf("%d seats, game %d: replay ends elsewhere", seats, n), again.Digest(), g.Digest())
			if testing.Verbose() && n == 0 {
				for _, r := range records {
					t.Log(r.Seat, r.Line)
				}
				t.Log(scores(g.Pos.(*State)))
			}
		}
	}
}
