package g18mag_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/games/g18mag"
	"railpost/engine/robot"
)

// TestAloneToTheEnd: games against István, of every level, end by themselves, with any orders of the player. It
// logs the results of both sides (-v); in the long level it plays 200 games.
func TestAloneToTheEnd(t *testing.T) {
	games := level.Of(12, 24, 200)
	random := func(rng *rand.Rand, p engine.Position, seat engine.Seat) string {
		return advise.RandomLine(rng, wired, p, seat)
	}
	usual := func(rng *rand.Rand, p engine.Position, seat engine.Seat) string {
		if lines := wired.Usual(p, seat).Lines; len(lines) > 0 {
			return lines[0]
		}
		return random(rng, p, seat)
	}
	for _, player := range []struct {
		name string
		line func(*rand.Rand, engine.Position, engine.Seat) string
	}{{"random", random}, {"usual", usual}} {
		for _, length := range []string{"short", "long"} {
			var sum tally
			for i := range games / 4 {
				sum.add(playAlone(t, i, length, player.line))
			}
			t.Logf("%s player, %s: %v", player.name, length, sum)
		}
	}
}

// TestAloneWon: suggested turns beat István of the first two levels in more than half of the games.
func TestAloneWon(t *testing.T) {
	for _, length := range []string{"short", "long"} {
		for _, against := range []string{"easy", "medium"} {
			var sum tally
			for i := range level.Of(2, 24, 200) {
				setup := engine.Setup{Seats: 1, Options: map[string]string{g18mag.OptLength: length, g18mag.OptLevel: against}}
				name := fmt.Sprintf("won-%d", i)
				g, _, err := engine.Begin(name, wired, setup, []string{"Ana"}, engine.Seed(name))
				expect.NoError(t, err)
				out := tally{}
				for !g.Pos.Over() {
					rng := rand.New(rand.NewPCG(uint64(i), g.Seq))
					lines := expect.Get(robot.Choose(t.Context(), wired, setup, g.Pos.View(g18mag.Player), g18mag.Player, robot.Normal, rng))(t)
					g = expect.Get(g.Play(g18mag.Player, lines, engine.Mode{}))(t).Game
					out.lines += len(lines)
				}
				sum.add(out.scored(g))
			}
			t.Logf("%s, %s: %v", length, against, sum)
			expect.True(t, 2*sum.won > sum.games, "%s, %s: %v", length, against, sum)
		}
	}
}

// tally adds up games against István.
type tally struct{ games, won, own, his, lines int }

func (s *tally) add(g tally) {
	s.games, s.won, s.own, s.his, s.lines = s.games+1, s.won+g.won, s.own+g.own, s.his+g.his, s.lines+g.lines
}

func (s tally) String() string {
	return fmt.Sprintf("%d games, %d won, %d Ft against %d on average, %d lines a game", s.games, s.won, s.own/s.games, s.his/s.games, s.lines/s.games)
}

// playAlone plays a game to its end.
func playAlone(t *testing.T, i int, length string, line func(*rand.Rand, engine.Position, engine.Seat) string) tally {
	t.Helper()
	against := []string{"easy", "medium", "hard"}[i%3]
	setup := engine.Setup{Seats: 1, Options: map[string]string{g18mag.OptLength: length, g18mag.OptLevel: against}}
	g, _, err := engine.Begin(fmt.Sprintf("alone-%d", i), wired, setup, []string{"Ana"}, keptSeed)
	expect.NoError(t, err)
	rng := rand.New(rand.NewPCG(uint64(i), 18))
	out := tally{}
	for ; !g.Pos.Over(); out.lines++ {
		if out.lines > 2000 {
			t.Fatalf("game %d, %s, %s: no end after %d lines", i, length, against, out.lines)
		}
		order := line(rng, g.Pos, g18mag.Player)
		r, err := g.Try(g18mag.Player, order, false)
		expect.NoError(t, err, fmt.Sprintf("game %d, %s, %s: %q", i, length, against, order))
		g.Take(g18mag.Player, r)
	}
	return out.scored(g)
}

// scored adds the scores of a game.
func (out tally) scored(g *engine.Game) tally {
	for _, s := range wired.Scores(g.Pos) {
		if s.Seat == g18mag.Player {
			out.own = s.Points
			if s.Rank == 1 {
				out.won = 1
			}
		} else {
			out.his = s.Points
		}
	}
	return out
}
