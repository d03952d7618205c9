package view

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/robot"
)

// TestBeatsYield: a player of suggested turns has more than others who buy the share that paid most for its price in
// the last round; alone, more against István than such a player.
func TestBeatsYield(t *testing.T) {
	for _, against := range []string{"easy", "medium", "hard"} {
		own, other := 0, 0
		for n := range level.Of(6, 16, 100) {
			own += yieldGame(t, n, 1, against, 0)[0]
			other += yieldGame(t, n, 1, against, none)[0]
		}
		t.Logf("against István, %s: %d with suggested turns, %d by yield", against, own, other)
		expect.True(t, own > other, "against István, %s: %d with suggested turns, %d by yield", against, own, other)
	}
	for _, seats := range []int{3, 5} {
		own, other, won, games := 0, 0, 0, level.Of(0, 5, 60)
		for n := range games {
			worth := yieldGame(t, n, seats, "", n%seats)
			for seat, w := range worth {
				if seat != n%seats {
					other += w
				}
			}
			own += worth[n%seats] * (seats - 1)
			if best := n % seats; worth[best] == slices.Max(worth) {
				won++
			}
		}
		t.Logf("%d players: %d of %d games won", seats, won, games)
		expect.True(t, games == 0 || own > other, "%d players: %d with suggested turns, %d by yield", seats, own, other)
	}
}

// none plays suggested turns.
const none = -1

// yieldGame returns what the players of a game have at its end. One seat plays suggested turns.
func yieldGame(t *testing.T, n, seats int, against string, suggested int) (worth []int) {
	t.Helper()
	setup := engine.Setup{Seats: seats}
	if seats == 1 {
		setup.Options = map[string]string{g18mag.OptLevel: against}
	}
	name := fmt.Sprintf("yield-%d", n)
	g, _, err := engine.Begin(name, whole, setup, make([]string, seats), engine.Seed(name))
	expect.NoError(t, err)
	paid := map[string]int{}
	for turn := 0; !g.Pos.Over(); turn++ {
		s, seat := g.Pos.(*g18mag.State), g.Waiting()[0]
		strength := robot.Normal
		if turn < 6*seats && s.Stage == g18mag.Drafting && seats > 1 {
			strength = robot.Easy // otherwise all games are alike
		}
		lines, err := robot.Choose(t.Context(), whole, g.Setup, s, seat, strength, rand.New(rand.NewPCG(uint64(n), uint64(turn))))
		expect.NoError(t, err)
		if int(seat) != suggested && s.Stage == g18mag.Stocks && !s.OverLimit(seat) {
			lines = []string{byYield(s, seat, paid)}
		}
		out, err := g.Play(seat, lines, engine.Mode{})
		expect.NoError(t, err)
		for _, v := range out.Verdicts {
			for _, r := range v.Result.Reports {
				if c, ok := r.Arg("company"); ok && (r.Key == key.ReportPaid || r.Key == key.ReportPaidBank || r.Key == key.ReportPaidNothing) {
					paid[c.Text] = r.Of("n").Int
				}
			}
		}
		g = out.Game
	}
	for seat := range engine.Seat(seats) {
		worth = append(worth, g.Pos.(*g18mag.State).WorthOf(seat))
	}
	return worth
}

// byYield buys the share that paid most for its price in the last round.
func byYield(s *g18mag.State, seat engine.Seat, paid map[string]int) string {
	line, most := "pass", -1
	for _, c := range s.Edition().Majors {
		if yield := 1000 * paid[g18mag.CompanyKey(c)] / s.PriceOf(c); s.MayBuy(seat, c) == nil && yield > most {
			line, most = "buy "+g18mag.Companies[c].Word, yield
		}
	}
	return line
}
