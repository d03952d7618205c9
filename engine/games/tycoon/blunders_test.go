package tycoon_test

import (
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/level"
	"railpost/engine/enginetest/mistakes"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/robot"
)

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
func blunders(t *testing.T, k mistakes.Game) map[string]int {
	t.Helper()
	c := counter{map[string]int{}, engine.Nobody, map[int]bool{}, make([][]tycoon.Delivery, k.Seats), nil}
	k.Replay(t, tycoon.Wired, func(seat engine.Seat, was engine.Position, r *engine.Result) {
		c.was = was.(*tycoon.State)
		c.left[seat] = nil
		if r.Line == "pass" && c.was.Stage == tycoon.StageActions {
			c.pass(seat)
		}
		for _, report := range r.Reports {
			c.note(seat, report, r.Pos.(*tycoon.State))
		}
	})
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

// Hard robots at the long level, else suggested turns, make few mistakes that a rule of thumb prevents.
func TestFewBlunders(t *testing.T) {
	level.Sequential(t)
	games := mistakes.Robots{Games: level.Of(3, 20, 20), Seats: 3, Level: level.Of(robot.Normal, robot.Normal, robot.Hard)}.Play(t, tycoon.Wired)
	limits := map[string]float64{paidToPass: 0.1, openPass: 0, leftCube: 0.3, idleGrant: 0.3, idleHotel: 1, idleTrack: 0.3}
	mistakes.Few(t, games, limits, func(k mistakes.Game) map[string]int { return blunders(t, k) })
}
