package enginetest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
)

// Strategy returns the lines that a seat sends next, from what it sees of a position; nil if
// it has none, and one of the listed choices is drawn.
type Strategy func(view engine.Position, seat engine.Seat) []string

// Usual is the strategy of a title's usual turns.
func Usual(title engine.Title) Strategy {
	return func(view engine.Position, seat engine.Seat) []string { return title.Usual(view, seat).Lines }
}

// Drawn is the strategy of no opinion: every line is drawn, see drawn.
func Drawn(engine.Position, engine.Seat) []string { return nil }

// The sequential test of an arena: that a strategy wins its share of the games against
// arenaEdge times as many, both errors at most arenaError; at most arenaGames games.
const (
	arenaGames = 200
	arenaEdge  = 1.3
	arenaError = 0.05
)

// Tally is what became of the games of an arena.
type Tally struct {
	Games int
	Wins  float64 // a shared victory counts in parts
	Share float64 // the wins to expect from equals
	Sure  float64 // log likelihood that it wins arenaEdge times its share rather than its share
}

// String returns the figures that a report needs.
func (a Tally) String() string {
	return fmt.Sprintf("%.1f wins in %d games, %.2f times the share of %.1f (log likelihood %.2f)", a.Wins, a.Games, a.Wins/a.Share, a.Share, a.Sure)
}

// Arena lets one seat play by a new strategy and the others by an old one, the seat rotating
// and the numbers of players mixed, until a sequential test decides or arenaGames games are
// played. It fails the test unless the new one wins more than its share. Without
// RAILPOST_LONG=1 it is skipped.
func Arena(t *testing.T, title engine.Title, fresh, old Strategy, seats ...int) Tally {
	t.Helper()
	if os.Getenv("RAILPOST_LONG") != "1" {
		t.Skip("RAILPOST_LONG=1 plays the games")
	}
	tally := compete(t, title, fresh, old, seats)
	t.Log(tally)
	if tally.Wins <= tally.Share || tally.Sure < 0 {
		t.Errorf("it is not better: %v", tally)
	}
	return tally
}

func compete(t *testing.T, title engine.Title, fresh, old Strategy, seats []int) (tally Tally) {
	t.Helper()
	bound := math.Log((1 - arenaError) / arenaError)
	for i := 0; i < arenaGames && math.Abs(tally.Sure) < bound; i++ {
		n := seats[i%len(seats)]
		me := engine.Seat(i / len(seats) % n)
		by := func(view engine.Position, seat engine.Seat) []string {
			if seat == me {
				return fresh(view, seat)
			}
			return old(view, seat)
		}
		final := contest(t, title, n, uint64(i), by)
		win, p := won(title.Scores(final), me), 1/float64(n)
		tally.Games++
		tally.Wins += win
		tally.Share += p
		tally.Sure += win*math.Log(arenaEdge) + (1-win)*math.Log((1-arenaEdge*p)/(1-p))
		if testing.Verbose() && tally.Games%10 == 0 {
			t.Log(tally)
		}
	}
	return tally
}

// won returns a seat's part of the victory.
func won(scores []engine.Score, me engine.Seat) float64 {
	first, mine := 0, 0
	for _, s := range scores {
		if s.Rank == 1 {
			first++
			if s.Seat == me {
				mine = 1
			}
		}
	}
	return float64(mine) / float64(first)
}

// contest plays a game to its end and returns the position.
func contest(t *testing.T, title engine.Title, seats int, seed uint64, by Strategy) engine.Position {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, uint64(seats)))
	name := fmt.Sprintf("arena-%d-%d", seats, seed)
	g, _, err := engine.Begin(name, title, engine.Setup{Seats: seats}, make([]string, seats), engine.Seed(name))
	if err != nil {
		t.Fatal(err)
	}
	for turns := 0; !g.Pos.Over(); turns++ {
		if turns > mostTurns {
			t.Fatalf("%s: not over after %d turns", name, turns)
		}
		seat := g.Waiting()[0]
		view := g.Pos.View(seat)
		lines := by(view, seat)
		if len(lines) == 0 {
			lines = []string{drawn(rng, title, view, seat)}
		}
		out, err := g.Play(seat, lines, engine.Mode{})
		if err != nil || out.Refused || len(out.Records) == 0 {
			t.Fatalf("%s after record %d, seat %d: %q: refused %v, %v", name, g.Seq, seat, lines, out.Refused, err)
		}
		g = out.Game
	}
	return g.Pos
}

// drawn draws one of the lines of a letter, weighted by the numbers in its remarks, as the
// robots of the demo do where no turn is usual.
func drawn(rng *rand.Rand, title engine.Title, view engine.Position, seat engine.Seat) string {
	const idle, busy, gain, gains = 1, 50, 20, 20
	list := advise.Remarked(title, view, seat, advise.List(title, view, seat, "", 3, 48).Choices)
	weights, sum := make([]int, len(list)), 0
	for i, c := range list {
		n := 0
		for _, m := range c.Remark {
			n += numbers(m.Args, gains)
		}
		if weights[i] = busy + gain*min(n, gains); c.Line == "pass" {
			weights[i] = idle
		}
		sum += weights[i]
	}
	at := rng.IntN(sum)
	for i, c := range list {
		if at -= weights[i]; at < 0 {
			return c.Line
		}
	}
	return ""
}

// numbers adds the numbers of a message, each at most most.
func numbers(args []engine.Arg, most int) (sum int) {
	for _, a := range args {
		if a.Kind == engine.KindInt {
			sum += min(max(a.Int, -a.Int), most)
		}
		sum += numbers(a.List, most)
	}
	return sum
}
