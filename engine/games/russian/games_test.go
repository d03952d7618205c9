package russian

import (
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
)

// TestFinishedGames replays the games kept of every version that ever ran.
func TestFinishedGames(t *testing.T) {
	enginetest.FinishedGames{Title: bare, Version: 1, Dir: "testdata/games/russian.v1", Seed: testSeed, Line: thoughtful}.Test(t)
	enginetest.FinishedGames{Title: bare, Version: 2, Dir: "testdata/games/russian.v2", Seed: testSeed, Line: thoughtful}.Test(t)
}

// thoughtful picks the best of a few random lines: such games go further along
// the railways than purely random ones.
func thoughtful(rng *rand.Rand, s engine.Position, seat engine.Seat) string {
	best, line := -1, ""
	for range 8 {
		l := advise.RandomLine(rng, bare, s, seat)
		if l == "pass" && line != "" {
			continue
		}
		g := &engine.Game{Name: "think", Title: bare, Pos: s, Drawn: map[string]int{}}
		r, err := g.Try(seat, l, true)
		if err != nil {
			continue
		}
		if v := worth(&r.Pos.(*State).Players[seat]); v > best {
			best, line = v, l
		}
	}
	return line
}

func worth(p *Player) int {
	v := 2*p.Score + 6*p.Scoring().Total() + 10*p.Gained + 8*len(p.Engineers) + 2*p.Rubles + 4*p.Doublers + 20*len(p.Cards)
	for r := range Railway(Railways) {
		v += 3*p.Reach(r) + 2*p.Track[r][Black]
	}
	for _, f := range p.Factories {
		v += f
	}
	if p.Passed {
		return 1
	}
	return v
}

// middle plays a game half way and returns the position.
func middle(b *testing.B) *State {
	b.Helper()
	rng := rand.New(rand.NewPCG(7, 7))
	g, _ := expect.Get2(engine.Begin("bench", bare, engine.Setup{Seats: 4}, []string{"A", "B", "C", "D"}, testSeed))(b)
	for g.Pos.(*State).Round < 5 {
		seat := g.Waiting()[0]
		r := expect.Get(g.Try(seat, advise.RandomLine(rng, g.Title, g.Pos, seat), false))(b)
		g.Take(seat, r)
	}
	return g.Pos.(*State)
}

func BenchmarkClone(b *testing.B) {
	s := middle(b)
	for b.Loop() {
		s.Clone()
	}
}

func BenchmarkReplay(b *testing.B) {
	g, records := playRandom(b, 4, 3)
	_ = g
	b.ReportMetric(float64(len(records)), "records")
	for b.Loop() {
		expect.Get(engine.Replay(func(string) engine.Title { return bare }, records, nil))(b)
	}
}
