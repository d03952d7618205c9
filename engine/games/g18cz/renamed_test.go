package g18cz_test

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/view"
)

// TestRenamed: orders name the city that they meant after a tile has given it another number,
// and as before once the tile is taken back.
func TestRenamed(t *testing.T) {
	printed := g18cz.NewGame(t, 3)
	yellow := g18cz.Changed(printed, g18cz.LaidTiles("8889 E12 1"))
	green := g18cz.Changed(yellow, g18cz.LaidTiles("8891 E12 1"))
	brown := g18cz.Changed(green, g18cz.LaidTiles("8892 E12 0"))
	for _, c := range []struct {
		was, is *g18cz.State
		lines   []string
		want    []string
	}{
		{printed, yellow, []string{"run 2a: E12.1-F13, else token e12 2"}, []string{"run 2a: E12.3-F13, else token E12.1"}},
		{printed, yellow, []string{"lay 8889 E12 1", "token E12.1"}, []string{"lay 8889 E12 1", "token E12.1"}},
		{printed, yellow, []string{"buy E12.7", "done", "token E12"}, []string{"buy E12.7", "done", "token E12"}},
		{yellow, green, []string{"token E12.2", "token C8.2"}, []string{"token E12.3", "token C8.2"}},
		{printed, green, []string{"token E12.1"}, []string{"token E12.4"}},
		{green, brown, []string{"run E12.3-D13"}, []string{"run E12-D13"}},
		{yellow, printed, []string{"token E12.3", "token E12.1"}, []string{"token E12.1", "token E12.2"}},
	} {
		expect.Same(t, c.lines, (view.View{}).Renamed(c.lines, c.was, c.is), c.want)
	}
}
