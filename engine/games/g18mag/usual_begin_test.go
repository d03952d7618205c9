package g18mag_test

import (
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/stock"
)

// lastWith makes the round the last, with the most of a major in the hands of a player, counted from
// the owner of the minor.
func lastWith(major string, player engine.Seat) func(*g18mag.State) {
	return func(s *g18mag.State) {
		s.EndSet = 1
		s.Shares.Transfer(g18mag.MajorOf(major).Share(), stock.Bank, stock.Holder((s.Actor+player)%3), 40)
	}
}

// Minors at their first turns, as a player would play them.
func TestUsualBeginnings(t *testing.T) {
	mine := g18mag.Laid(t, "57 B17 0", "57 C16 0")
	for _, c := range []struct {
		name string
		s    *g18mag.State
		want string
	}{
		{"second tile for a longer run", g18mag.TurnOf(t, 3, 2), "lay L32 D19 E18; lay 57 E18 F17-D19; run best; done"},
		{"a terrain token for 20 Ft", g18mag.TurnOf(t, 3, 7), "lay L32 G10 F11; lay 9 F11 G10-E12 with token; run best; done"},
		{"money for 10 Ft, a mine", g18mag.TurnOf(t, 3, 6), "lay 57 B17 C16-A18; lay 6 C16 B17-D17; service snw; run best; done"},
		{"without a train", g18mag.TurnOf(t, 3, 6, g18mag.Owns(110)), "lay 57 B17 C16-A18; lay 6 C16 B17-D17; buy 2; done"},
		{"without a train, in the last round", g18mag.TurnOf(t, 3, 6, mine, g18mag.Owns(110), g18mag.AtStep(g18mag.StepTrains), func(s *g18mag.State) { s.EndSet = 1 }), "done"},
		{"a train for the shares of its owner, in the last round", g18mag.TurnOf(t, 3, 6, mine, g18mag.Owns(420), g18mag.AtStep(g18mag.StepTrains), lastWith("MAVAG", 0)), "buy 6; done"},
		{"none for those of another player", g18mag.TurnOf(t, 3, 6, mine, g18mag.Owns(420), g18mag.AtStep(g18mag.StepTrains), lastWith("MAVAG", 1)), "done"},
		{"scraps a train for the shares of its owner", g18mag.TurnOf(t, 3, 6, mine, g18mag.Owns(420, 2, 2), g18mag.AtStep(g18mag.StepScrap), lastWith("MAVAG", 0)), "scrap 2; service snw; run best; buy 6"},
		{"a mine", g18mag.TurnOf(t, 3, 6, mine, g18mag.Owns(30, 2), g18mag.AtStep(g18mag.StepRun)), "service snw; run best; done"},
	} {
		expect.Same(t, c.name, strings.Join(wired.Usual(c.s, c.s.Actor).Lines, "; "), c.want)
	}
}
