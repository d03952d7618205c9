// Package mistakes counts the mistakes of robots, in games that they play for a test or in saved ones.
package mistakes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/robot"
	"railpost/engine/robot/arena"
)

// Game is a game of robots. Saved ones are JSON values of this form.
type Game struct {
	Name    string // also its seed
	Seats   int
	Opening int // so many turns are not judged
	Turns   []Turn
}

// Turn is a message of a robot.
type Turn struct {
	Seat  engine.Seat
	Lines []string
}

// Robots describes games of robots of a level.
type Robots struct {
	Games, Seats, Opening int // so many messages are as easy robots write them: without chance all games are alike

	Level robot.Level
	Until func(engine.Position) bool // the rest is not played; nil: games go on to their ends
}

// Play returns the games, or those of the file that RAILPOST_GAMES names.
func (r Robots) Play(t *testing.T, title engine.Title) (games []Game) {
	t.Helper()
	if path := os.Getenv("RAILPOST_GAMES"); path != "" {
		for file := json.NewDecoder(bytes.NewReader(expect.Get(os.ReadFile(path))(t))); file.More(); {
			var k Game
			expect.NoError(t, file.Decode(&k))
			games = append(games, k)
		}
		return games
	}
	for n := range r.Games {
		games = append(games, r.play(t, title, uint64(n)))
	}
	return games
}

func (r Robots) play(t *testing.T, title engine.Title, n uint64) Game {
	t.Helper()
	k := Game{Name: fmt.Sprintf("mistakes-%d", n), Seats: r.Seats, Opening: r.Opening}
	for g := k.begin(t, title); !g.Pos.Over() && (r.Until == nil || !r.Until(g.Pos)); {
		turn := Turn{Seat: g.Waiting()[0]}
		strength, rng := engine.If(len(k.Turns) < r.Opening, robot.Easy, r.Level), rand.New(rand.NewPCG(n, g.Seq))
		turn.Lines = expect.Get(robot.Choose(t.Context(), title, g.Setup, g.Pos.View(turn.Seat), turn.Seat, strength, rng))(t)
		g, k.Turns = expect.Get(g.Play(turn.Seat, turn.Lines, engine.Mode{}))(t).Game, append(k.Turns, turn)
	}
	return k
}

func (k Game) begin(t *testing.T, title engine.Title) *engine.Game {
	t.Helper()
	g, _ := expect.Get2(engine.Begin(k.Name, title, engine.Setup{Seats: k.Seats}, make([]string, k.Seats), engine.Seed(k.Name)))(t)
	return g
}

// Replay calls see with each line of the game that counts, and the position before it, from the end of the opening on.
// It returns the last position.
func (k Game) Replay(t *testing.T, title engine.Title, see func(seat engine.Seat, was engine.Position, r *engine.Result)) engine.Position {
	t.Helper()
	g := k.begin(t, title)
	for i, turn := range k.Turns {
		was, out := g.Pos, expect.Get(g.Play(turn.Seat, turn.Lines, engine.Mode{}))(t)
		expect.True(t, !out.Refused, k.Name, turn.Lines)
		for _, v := range out.Verdicts {
			if v.Result != nil && i >= k.Opening {
				see(turn.Seat, was, v.Result)
				was = v.Result.Pos
			}
		}
		g = out.Game
	}
	return g.Pos
}

// Few prints how many mistakes a game has by their kinds, with the interval of 95 %, and fails if there are surely more
// of a kind than its limit, or any where that is 0.
func Few(t *testing.T, games []Game, limits map[string]float64, count func(Game) map[string]int) {
	t.Helper()
	rows := map[string]arena.Row{}
	for _, k := range games {
		for kind, n := range count(k) {
			row, x := rows[kind], float64(n)
			rows[kind] = arena.Row{Points: row.Points + x, Square: row.Square + x*x}
		}
	}
	for kind, limit := range limits {
		row := rows[kind]
		row.Played = len(games)
		mean, half := row.Mean()
		if t.Logf("%.2f +/- %.2f a game: %s", mean, half, kind); mean > 0 && limit == 0 || mean-half > limit {
			t.Errorf("%s: %.2f in each of %d games", kind, mean, len(games))
		}
	}
}
