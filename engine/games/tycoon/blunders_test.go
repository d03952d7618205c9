package tycoon_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
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
	g, _, err := engine.Begin(k.Name, tycoon.Wired, engine.Setup{Seats: k.Seats}, make([]string, k.Seats), engine.Seed(k.Name))
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
	paidToPass = "paid to be first and passed"
	openPass   = "passed with a delivery open"
	leftCube   = "delivered, and left a cube worth as much that gave a rival 6"
	idleGrant  = "took a Land Grant for nothing"
	idleHotel  = "took a hotel for nothing"
	idleTrack  = "took Perfect Engineering for nothing"
)

var idleOf = map[tycoon.CardKind]string{tycoon.LandGrant: idleGrant, tycoon.Hotel: idleHotel, tycoon.PerfectEngineering: idleTrack}

// givenPoints are many points for one delivery of a rival.
const givenPoints = 6

// counter counts mistakes in a game.
type counter struct {
	count map[string]int
	paid  engine.Seat         // has paid to be first in this turn
	idle  map[int]bool        // cards in hands that nothing has used
	left  [][]tycoon.Delivery // by seat: what the last action, a delivery, was preferred to
	was   *tycoon.State
}

// blunders counts the mistakes of a game by their names.
func blunders(t *testing.T, k keptGame) map[string]int {
	c := counter{map[string]int{}, engine.Nobody, map[int]bool{}, make([][]tycoon.Delivery, k.Seats), nil}
	g := k.begin(t)
	for _, turn := range k.Turns {
		for _, line := range turn.Lines {
			c.was = g.Pos.(*tycoon.State)
			c.left[turn.Seat] = nil
			out, err := g.Play(turn.Seat, []string{line}, engine.Mode{})
			expect.NoError(t, err)
			expect.True(t, !out.Refused, k.Name, line)
			g = out.Game
			if line == "pass" && c.was.Stage == tycoon.StageActions {
				c.pass(turn.Seat)
			}
			for _, r := range out.Records {
				for _, report := range r.Reports {
					c.note(turn.Seat, report, g.Pos.(*tycoon.State))
				}
			}
		}
	}
	for id := range c.idle {
		c.count[idleOf[c.was.Book().Cards[id].Kind]]++
	}
	return c.count
}

func (c *counter) pass(seat engine.Seat) {
	if list := c.was.Deliveries(seat); len(list) > 0 && list[0].Net > 0 {
		c.count[openPass]++
	}
	if c.was.Round == 1 && c.was.First == seat && c.paid == seat {
		c.count[paidToPass]++
	}
}

// note follows a report of a line of a seat; is is the position after the line.
func (c *counter) note(seat engine.Seat, r engine.Report, is *tycoon.State) {
	switch r.Key {
	case key.ReportRound:
		if r.Of("round").Int == tycoon.Rounds {
			c.paid = engine.Nobody
		}
	case key.ReportFirst:
		c.paid = is.First
	case key.ReportCard:
		c.idle[r.Of("number").Int] = true
	case key.ReportBuildGrant, key.ReportBuildEngineering:
		me := is.Player(seat)
		for id := range c.idle {
			spent := slices.Contains(c.was.Player(seat).Cards, id) && !slices.Contains(me.Cards, id)
			if spent || slices.Contains(me.Used, id) {
				delete(c.idle, id)
			}
		}
	case key.ReportHotel:
		for id := range c.idle {
			if is.Book().Cards[id].Name == r.Of("card").Text {
				delete(c.idle, id)
			}
		}
	case key.ReportDeliver:
		c.deliver(seat, is)
	}
}

// deliver notes what a delivery was preferred to, and whose preference gave this cube away.
func (c *counter) deliver(seat engine.Seat, is *tycoon.State) {
	got := is.Player(seat).Position - c.was.Player(seat).Position
	gone := func(d tycoon.Delivery) bool {
		return is.Cities[d.From].Cubes.Of(d.Colour) < c.was.Cities[d.From].Cubes.Of(d.Colour)
	}
	for other := range c.left {
		if engine.Seat(other) != seat && got >= givenPoints && slices.ContainsFunc(c.left[other], gone) {
			c.count[leftCube]++
		}
	}
	worse := func(d tycoon.Delivery) bool { return gone(d) || d.Points[seat] < got }
	c.left[seat] = slices.DeleteFunc(c.was.Deliveries(seat), worse)
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
	most := map[string]float64{paidToPass: 0.1, openPass: 0, leftCube: 0.3, idleGrant: 0.3, idleHotel: 1, idleTrack: 0.3} // a game
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
