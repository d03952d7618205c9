package view

import (
	"strings"
	"testing"

	"railpost/engine/games/g18mag"
	"railpost/engine/rail/stock"
)

// A director can leave a major to a player who then holds more, and never to one with less than the director's
// certificate (VII.6).
func TestDirectorsThatCanLeave(t *testing.T) {
	sik := g18mag.MajorOf("SIK").Share()
	for _, c := range []struct {
		director, other int
		want            string
	}{
		{30, 20, "SIK (Ana to Ben, 2)"}, {20, 20, "SIK (Ana to Ben, 1)"}, {50, 10, ""}, {50, 30, "SIK (Ana to Ben, 3)"},
	} {
		s := traced(t, "18Mag-3p-314000", 136)
		s.Shares.Transfer(sik, 1, stock.Bank, s.Held(g18mag.SIK, 1))
		s.Shares.Transfer(sik, stock.Bank, 0, c.director)
		s.Shares.Succeed(g18mag.Book.Structure, sik, []stock.Holder{0, 1, 2})
		s.Shares.Transfer(sik, stock.Bank, 1, c.other)
		got := words(t, s, "table", "")
		if has := strings.Contains(got, "who can leave"); has != (c.want != "") || !strings.Contains(got, c.want) {
			t.Errorf("with %d %% against %d %%, want %q in\n%s", c.director, c.other, c.want, got)
		}
	}
}
