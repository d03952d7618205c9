// Package arena lets players of different strength play each other and says who is better.
package arena

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"railpost/engine"
	"railpost/engine/robot"
)

// Player is one who plays in an arena.
type Player struct {
	Name string
	// Choose returns the lines that a seat sends next, from what it sees.
	Choose func(ctx context.Context, s engine.Setup, view engine.Position, seat engine.Seat, rng *rand.Rand) ([]string, error)
}

// Robot is a player for a robot that thinks so many times as long as its level.
func Robot(t engine.Title, level robot.Level, times int) Player {
	name := string(level)
	if times != 1 {
		name = fmt.Sprintf("%s*%d", level, times)
	}
	return Player{name, func(ctx context.Context, s engine.Setup, view engine.Position, seat engine.Seat, rng *rand.Rand) ([]string, error) {
		return robot.Longer(ctx.Err, t, s, view, seat, level, times, rng)
	}}
}

// Arena is a series of games. The players sit in their order, the last on all seats that are
// left, and move on by one seat from game to game. Equal arenas play equal games.
type Arena struct {
	Title   engine.Title
	Players []Player
	Seats   int
	Games   int // at most
	Seed    uint64
	// Opening is the number of mails at the beginning of each game in which all play as easy robots do:
	// otherwise games of a title without chance would all be the same.
	Opening int
	// Step, if set, is called after each game.
	Step func(Result)
}

// mostTurns is the maximum number of mails in a game.
const mostTurns = 10_000

// Run plays until the sequential test of the first player decides or all games are played.
// It fails if an order is refused, a game does not end, or ctx ends.
func (a Arena) Run(ctx context.Context) (r Result, err error) {
	r.Rows = make([]Row, len(a.Players))
	r.Test.Share = 1 / float64(a.Seats)
	for i, p := range a.Players {
		r.Rows[i].Name = p.Name
	}
	for i := 0; i < a.Games && r.Test.Verdict() == Open; i++ {
		scores, err := a.game(ctx, i)
		if err != nil {
			return r, err
		}
		r.add(scores, a.Seats, func(seat engine.Seat) int { return a.sits(i, seat) })
		if a.Step != nil {
			a.Step(r)
		}
	}
	return r, nil
}

// sits returns who has a seat in a game.
func (a Arena) sits(game int, seat engine.Seat) int {
	return min((int(seat)+a.Seats-game%a.Seats)%a.Seats, len(a.Players)-1)
}

// game plays game n to its end.
func (a Arena) game(ctx context.Context, n int) ([]engine.Score, error) {
	name := fmt.Sprintf("arena-%d-%d-%d", a.Seats, a.Seed, n)
	g, _, err := engine.Begin(name, a.Title, engine.Setup{Seats: a.Seats}, make([]string, a.Seats), engine.Seed(name))
	if err != nil {
		return nil, err
	}
	rngs := make([]*rand.Rand, a.Seats)
	for i := range rngs {
		rngs[i] = rand.New(rand.NewPCG(a.Seed+uint64(n), uint64(i)))
	}
	for turns := 0; !g.Pos.Over(); turns++ {
		if turns == mostTurns {
			return nil, fmt.Errorf("arena: %s is not over after %d messages", name, turns)
		}
		seat := g.Waiting()[0]
		p := a.Players[a.sits(n, seat)]
		if turns < a.Opening {
			p = Robot(a.Title, robot.Easy, 1)
		}
		lines, err := p.Choose(ctx, g.Setup, g.Pos.View(seat), seat, rngs[seat])
		if err != nil {
			return nil, fmt.Errorf("arena: %s after record %d: %w", name, g.Seq, err)
		}
		out, err := g.Play(seat, lines, engine.Mode{})
		if err != nil {
			return nil, fmt.Errorf("arena: %s after record %d: %w", name, g.Seq, err)
		}
		for _, v := range out.Verdicts {
			if v.Refusal != nil {
				return nil, fmt.Errorf("arena: %s after record %d: %s of seat %d is refused: %q: %w", name, g.Seq, a.Players[a.sits(n, seat)].Name, seat, lines, v.Refusal)
			}
		}
		g = out.Game
	}
	return a.Title.Scores(g.Pos), nil
}

// Result is the result of the games so far.
type Result struct {
	Games int
	Rows  []Row // by player
	Test  Test  // test of the first player
}

// Row is how one player has done.
type Row struct {
	Name   string
	Played int     // seats in all games
	Wins   float64 // a shared victory counts in parts
	Points float64 // all its scores together
	Square float64 // sum, and sum of squares
}

// add counts a game. Scores beyond the seats are those of players of the rules.
func (r *Result) add(scores []engine.Score, seats int, sits func(engine.Seat) int) {
	winners := engine.Count(scores, func(s engine.Score) bool { return s.Rank == 1 })
	first := 0.0
	for _, s := range scores {
		if int(s.Seat) >= seats {
			continue
		}
		row := &r.Rows[sits(s.Seat)]
		row.Played++
		row.Points += float64(s.Points)
		row.Square += float64(s.Points) * float64(s.Points)
		if s.Rank != 1 {
			continue
		}
		row.Wins += 1 / float64(winners)
		if sits(s.Seat) == 0 {
			first += 1 / float64(winners)
		}
	}
	r.Games++
	r.Test.Add(first)
}

// sure is the quantile of the normal distribution for an interval of 95 %.
const sure = 1.96

// WinRate returns which part of its games a player wins, and the 95 % interval (Wilson).
func (r Row) WinRate() (rate, low, high float64) {
	n := float64(r.Played)
	if n == 0 {
		return 0, 0, 1
	}
	rate = r.Wins / n
	middle := (rate + sure*sure/(2*n)) / (1 + sure*sure/n)
	half := sure / (1 + sure*sure/n) * math.Sqrt(rate*(1-rate)/n+sure*sure/(4*n*n))
	return rate, max(0, middle-half), min(1, middle+half)
}

// Mean returns a player's mean score, and half the width of its 95 % interval.
func (r Row) Mean() (mean, half float64) {
	n := float64(r.Played)
	if n == 0 {
		return 0, 0
	}
	mean = r.Points / n
	if n < 2 {
		return mean, 0
	}
	variance := max(0, r.Square-n*mean*mean) / (n - 1)
	return mean, sure * math.Sqrt(variance/n)
}
