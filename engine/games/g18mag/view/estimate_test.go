package view

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/robot"
)

// TestEstimates: the estimate of a share in a suggested turn is never above the best of many games that go on from
// there, by players who often do something else.
func TestEstimates(t *testing.T) {
	for seats, each := range map[int]int{1: level.Of(3, 30, 200), 3: level.Of(1, 2, 200)} {
		for n := range level.Of(1, 1, 10) {
			g := begun(t, fmt.Sprintf("estimates-%d", n), seats)
			for turn, set := 0, 0; !g.Pos.Over(); turn++ {
				s := g.Pos.(*g18mag.State)
				seat := g.Waiting()[0]
				if aim := whole.Usual(s, seat).Aim; aim.Key == key.AimShare && s.Set > set+1 {
					set = s.Set
					heldToPlayouts(t, g, aim, each)
				}
				g = answered(t, g, robot.Normal, uint64(turn), nil)
			}
		}
	}
}

func begun(t *testing.T, name string, seats int) *engine.Game {
	t.Helper()
	g, _, err := engine.Begin(name, whole, engine.Setup{Seats: seats}, make([]string, seats), engine.Seed(name))
	expect.NoError(t, err)
	return g
}

// answered lets a robot answer, and hands on the reports.
func answered(t *testing.T, g *engine.Game, strength robot.Level, seed uint64, told func(engine.Report)) *engine.Game {
	t.Helper()
	seat := g.Waiting()[0]
	lines, err := robot.Choose(t.Context(), whole, g.Setup, g.Pos.View(seat), seat, strength, rand.New(rand.NewPCG(seed, uint64(g.Seq))))
	expect.NoError(t, err)
	out, err := g.Play(seat, lines, engine.Mode{})
	expect.NoError(t, err)
	for _, v := range out.Verdicts {
		for _, r := range v.Result.Reports {
			if told != nil {
				told(r)
			}
		}
	}
	return out.Game
}

// heldToPlayouts compares an estimate with games from here.
func heldToPlayouts(t *testing.T, g *engine.Game, aim engine.Message, each int) {
	t.Helper()
	s := g.Pos.(*g18mag.State)
	of, _ := aim.Arg("company")
	most := -1 << 30
	for n := range each {
		paid, after := 0, g
		for !after.Pos.Over() {
			after = answered(t, after, robot.Easy, uint64(n), func(r engine.Report) {
				if c, _ := r.Arg("company"); c.Text == of.Text && (r.Key == key.ReportPaid || r.Key == key.ReportPaidBank) {
					paid += r.Of("n").Int / 10
				}
			})
		}
		for _, c := range s.Edition().Majors {
			if g18mag.CompanyKey(c) == of.Text {
				most = max(most, paid+after.Pos.(*g18mag.State).PriceOf(c)-s.PriceOf(c))
			}
		}
	}
	stays, trains := arg(aim, "stays"), arg(aim, "trains")
	t.Logf("%d seats, set %d: %s %d to %d, the best game %d", s.Seats, s.Set, of.Text, stays, trains, most)
	if trains > most {
		t.Errorf("%s, set %d: %s gains %d at most, not %d", g.Name, s.Set, of.Text, most, trains)
	}
}

func arg(m engine.Message, name string) int {
	a, _ := m.Arg(name)
	return a.Int
}
