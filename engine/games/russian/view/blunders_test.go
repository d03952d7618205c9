package view

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/games/russian"
	"railpost/engine/robot"
)

// keptGame is a game of robots, as a tool may have saved it.
type keptGame struct {
	Name  string // also the seed
	Seats int
	Turns []keptTurn
}

type keptTurn struct {
	Seat  engine.Seat
	Lines []string
}

func (k keptGame) begin(t *testing.T) *engine.Game {
	g, _, err := engine.Begin(k.Name, title, engine.Setup{Seats: k.Seats}, make([]string, k.Seats), engine.Seed(k.Name))
	expect.NoError(t, err)
	return g
}

// robotGame is a game of robots of a level.
func robotGame(t *testing.T, name string, seats int, strength robot.Level) keptGame {
	k := keptGame{Name: name, Seats: seats}
	g := k.begin(t)
	for !g.Pos.Over() {
		seat := g.Waiting()[0]
		lines, err := robot.Choose(t.Context(), g.Title, g.Setup, g.Pos.View(seat), seat, strength, rand.New(rand.NewPCG(1, g.Seq)))
		expect.NoError(t, err)
		k.Turns = append(k.Turns, keptTurn{seat, lines})
		out, err := g.Play(seat, lines, engine.Mode{})
		expect.NoError(t, err)
		g = out.Game
	}
	return k
}

// The mistakes that blunders counts.
const (
	idleWorker = "workers left unused"
	noRuble    = "no ruble saved for the last round, and points for most engineers lost by one"
	poorCard   = "an end bonus card worth less than the 10 points"
)

// blunders counts the mistakes of a game by their names.
func blunders(t *testing.T, k keptGame) map[string]int {
	count := map[string]int{}
	poor, engineer := make([]bool, k.Seats), 0 // who begins the last round without a ruble to hire its engineer
	g := k.begin(t)
	for _, turn := range k.Turns {
		for _, line := range turn.Lines {
			was := g.Pos.(*russian.State)
			out, err := g.Play(turn.Seat, []string{line}, engine.Mode{})
			expect.NoError(t, err)
			expect.True(t, !out.Refused, k.Name, line)
			g = out.Game
			me := &was.Players[turn.Seat]
			if line == "pass" {
				count[idleWorker] += me.Hand + me.Temps + one(me.BlackHand)
			}
			if is := g.Pos.(*russian.State); is.Round == is.Rounds() && was.Round < is.Round {
				for seat := range poor {
					poor[seat] = is.Players[seat].Rubles == 0
				}
				engineer = is.Row[0]
			}
		}
	}
	end := g.Pos.(*russian.State)
	for seat := range end.Players {
		p := end.Players[seat]
		for _, c := range p.Cards {
			if card := &russian.Book.EndCards[c-1]; card.Op != "extra_engineer_for_majority" && russian.CardPoints(&p, card) < 10 {
				count[poorCard]++
			}
		}
		if !poor[seat] {
			continue
		}
		players := append([]russian.Player{}, end.Players...)
		players[seat].Engineers = append(players[seat].Engineers[:len(p.Engineers):len(p.Engineers)], engineer)
		count[noRuble] += one(russian.Majority(players)[seat] > p.Majority)
	}
	return count
}

// Hard robots, and suggested turns, make few mistakes that a rule of thumb prevents. The long level counts those
// of hard robots; a file that RAILPOST_GAMES names, of games one a line, is counted instead.
func TestFewBlunders(t *testing.T) {
	level.Sequential(t)
	games := []keptGame{}
	if path := os.Getenv("RAILPOST_GAMES"); path != "" {
		file := json.NewDecoder(bytes.NewReader(expect.Get(os.ReadFile(path))(t)))
		for file.More() {
			var k keptGame
			expect.NoError(t, file.Decode(&k))
			games = append(games, k)
		}
	} else {
		strength := level.Of(robot.Normal, robot.Normal, robot.Hard)
		for n := range level.Of(3, 20, 20) {
			games = append(games, robotGame(t, fmt.Sprintf("blunders-%d", n), 3, strength))
		}
	}
	most := map[string]float64{idleWorker: 0.3, noRuble: 1.3, poorCard: 0.1} // a game
	sum, square := map[string]float64{}, map[string]float64{}
	for _, k := range games {
		for name, n := range blunders(t, k) {
			sum[name] += float64(n)
			square[name] += float64(n * n)
		}
	}
	n := float64(len(games))
	for name, limit := range most {
		mean := sum[name] / n
		half := 1.96 * math.Sqrt(max(0, square[name]/n-mean*mean)/max(1, n-1))
		t.Logf("%.2f +/- %.2f a game: %s", mean, half, name)
		if mean-half > limit {
			t.Errorf("%s: %.2f a game in %v games", name, mean, n)
		}
	}
}
