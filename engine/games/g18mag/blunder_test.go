package g18mag_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/games/g18mag"
	"railpost/engine/robot"
)

// Robots open the phases, and do not leave money to minors that could still have bought a better train: in games
// of three hard robots at the long level, else of suggested turns. Before, each game had a phase that no robot
// opened.
func TestBlunders(t *testing.T) {
	var found []blunders
	strength := level.Of(robot.Normal, robot.Normal, robot.Hard)
	for n := range level.Of(2, 6, 20) {
		found = append(found, blundersOf(t, fmt.Sprintf("blunders-%d", n), 3, robots(t, strength, uint64(n), 12)))
	}
	unopened, idle := report(t, found)
	expect.True(t, unopened <= 0.1, "%.2f phases a game that no robot opened", unopened)
	expect.True(t, idle <= 0.1, "%.2f minors a game with idle money at the end", idle)
}

// TestBlundersOf counts them in the saved games that RAILPOST_GAMES names.
func TestBlundersOf(t *testing.T) {
	list := strings.Fields(os.Getenv("RAILPOST_GAMES"))
	if len(list) == 0 {
		t.Skip("RAILPOST_GAMES names saved games")
	}
	var found []blunders
	for _, name := range list {
		var game struct {
			Name  string
			Seats int
			Turns []played
		}
		expect.NoError(t, json.Unmarshal(expect.Get(os.ReadFile(name))(t), &game), name)
		found = append(found, blundersOf(t, game.Name, game.Seats, func(n int, _ *engine.Game) (played, bool) {
			if n == len(game.Turns) {
				return played{}, false
			}
			return game.Turns[n], true
		}))
	}
	report(t, found)
}

// played is a turn of a game.
type played struct {
	Seat  engine.Seat
	Lines []string
}

// robots plays for all seats. The first turns are as easy robots play them: otherwise all games are alike.
func robots(t *testing.T, strength robot.Level, seed uint64, opening int) func(int, *engine.Game) (played, bool) {
	return func(n int, g *engine.Game) (played, bool) {
		if g.Pos.Over() {
			return played{}, false
		}
		seat, l := g.Waiting()[0], strength
		if n < opening {
			l = robot.Easy
		}
		lines, err := robot.Choose(t.Context(), g.Title, g.Setup, g.Pos.View(seat), seat, l, rand.New(rand.NewPCG(seed, uint64(n))))
		expect.NoError(t, err)
		return played{seat, lines}, true
	}
}

// blunders are the mistakes of a game.
type blunders struct {
	unopened int // phases that began because nobody bought a train
	idle     int // minors with money at the end that would have paid for a better train, in time for a run
}

// blundersOf counts the mistakes in a game of these turns.
func blundersOf(t *testing.T, name string, seats int, next func(n int, g *engine.Game) (played, bool)) (b blunders) {
	t.Helper()
	g, _, err := engine.Begin(name, wired, engine.Setup{Seats: seats}, make([]string, seats), engine.Seed(name))
	expect.NoError(t, err)
	missed := map[g18mag.Company]bool{}
	for n := 0; ; n++ {
		turn, more := next(n, g)
		if !more {
			break
		}
		was := g.Pos.(*g18mag.State)
		out, err := g.Play(turn.Seat, turn.Lines, engine.Mode{})
		expect.NoError(t, err)
		g = out.Game
		is := g.Pos.(*g18mag.State)
		bought := slices.ContainsFunc(turn.Lines, func(l string) bool { return strings.HasPrefix(l, "buy") })
		if was.Phase != is.Phase && !(bought && was.Stage == g18mag.Operating) {
			b.unopened++
		}
		if c := was.Company(); c != g18mag.NoCompany && c.Minor() && !bought && was.Set == was.EndSet && was.Round < was.Rounds && misses(was, is, c) {
			missed[c] = true
		}
	}
	b.idle = len(missed)
	return b
}

// least is the loss of an owner that counts, in Ft: players do not see smaller ones, nor does the usual turn, which
// computes runs without services.
const least = 25

// misses reports whether a minor that buys no train in its turn could have replaced its smallest one by a train
// with which the owner gains in the remaining rounds, the run without the old one deducted; its price does not help others more.
func misses(was, is *g18mag.State, c g18mag.Company) bool {
	trains := slices.Sorted(slices.Values(was.Minors[c].Trains))
	if len(trains) == 0 {
		return was.Purse(c) >= was.Goods().Trains[0].Price
	}
	run := func(trains ...int) int {
		s := is.Clone().(*g18mag.State)
		s.Minors[c].Trains = trains
		return s.BestWith(c, nil).Revenue
	}
	left, lost := trains, 0
	if len(trains) == was.Goods().Limit {
		left = trains[1:]
		lost = run(trains...) - run(left...)
	}
	now := run(trains...)
	for _, train := range was.Goods().Trains {
		gain := (run(append(slices.Clone(left), train.Size)...) - now) * (was.Rounds - was.Round)
		helps := slices.ContainsFunc(was.Table, func(seat engine.Seat) bool {
			return was.Held(train.Seller, seat) > was.Held(train.Seller, was.OwnerOf(c))
		})
		if !helps && train.Price <= is.Purse(c)-lost/2 && gain > lost+2*least {
			return true
		}
	}
	return false
}

// report logs the mistakes and returns their means per game.
func report(t *testing.T, list []blunders) (unopened, idle float64) {
	t.Helper()
	mean := func(what string, of func(blunders) int) float64 {
		sum, squares, n := 0.0, 0.0, float64(len(list))
		for _, b := range list {
			x := float64(of(b))
			sum, squares = sum+x, squares+x*x
		}
		m := sum / n
		t.Logf("%s: %.2f a game, in %d games; 95 %% within %.2f", what, m, len(list), 1.96*math.Sqrt((squares/n-m*m)/n))
		return m
	}
	return mean("phases that nobody opened", func(b blunders) int { return b.unopened }), mean("minors with idle money", func(b blunders) int { return b.idle })
}
