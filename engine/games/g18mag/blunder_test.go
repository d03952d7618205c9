package g18mag_test

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/level"
	"railpost/engine/enginetest/mistakes"
	"railpost/engine/games/g18mag"
	"railpost/engine/robot"
)

const (
	unopened = "phases that nobody opened"
	idle     = "minors with money at the end that would have paid for a better train, in time for a run"
)

// Robots open the phases, and do not leave money to minors that could still have bought a better train: in games
// of three hard robots at the long level, else of suggested turns.
func TestFewBlunders(t *testing.T) {
	games := mistakes.Robots{Games: level.Of(2, 6, 20), Seats: 3, Level: level.Of(robot.Normal, robot.Normal, robot.Hard), Opening: 12}.Play(t, wired)
	mistakes.Few(t, games, map[string]float64{unopened: 0.1, idle: 0.1}, func(k mistakes.Game) map[string]int { return blunders(t, k) })
}

// operating is a company's turn.
type operating struct {
	company  g18mag.Company
	was, is  *g18mag.State
	purchase bool
}

// blunders counts the mistakes of a game by their names.
func blunders(t *testing.T, k mistakes.Game) map[string]int {
	t.Helper()
	count, missed := map[string]int{}, map[g18mag.Company]bool{}
	turn := operating{company: g18mag.NoCompany}
	ended := func() {
		c, was := turn.company, turn.was
		if c != g18mag.NoCompany && c.Minor() && !turn.purchase && was.Set == was.EndSet && was.Round < was.Rounds && misses(was, turn.is, c) {
			missed[c] = true
		}
	}
	k.Replay(t, wired, func(_ engine.Seat, before engine.Position, r *engine.Result) {
		was, is := before.(*g18mag.State), r.Pos.(*g18mag.State)
		buys := strings.HasPrefix(r.Line, "buy")
		if was.Phase != is.Phase && !(buys && was.Stage == g18mag.Operating) {
			count[unopened]++
		}
		if c := was.Company(); c != turn.company {
			ended()
			turn = operating{company: c, was: was}
		}
		turn.is, turn.purchase = is, turn.purchase || buys
	})
	ended()
	count[idle] = len(missed)
	return count
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
