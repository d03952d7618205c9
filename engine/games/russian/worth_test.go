package russian

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
)

// A short list has what scores, not what stands first in the order of letters.
func TestShortListHasTheGoodLines(t *testing.T) {
	s := inTurn(t)
	p := s.me()
	p.Track[transsib][black], p.Unlocked = 3, 1<<black|1<<grey
	var lines []string
	for _, c := range engine.List(New(), s, s.Actor, "", 3, 48).Choices {
		lines = append(lines, c.Line)
	}
	for _, want := range []string{"place open: grey t", "place loco-1: fac", "place loco-1: loco k", "place open: black t"} {
		if !slices.Contains(lines, want) {
			t.Errorf("%q is not listed:\n%s", want, strings.Join(lines, "\n"))
		}
	}
	if slices.Contains(lines, "place loco-1: loco t over 1 > t") {
		t.Error("a line that leads to the same as a shorter one is listed")
	}
}

// inTurn is the first turn of a game of four.
func inTurn(t *testing.T) *State {
	t.Helper()
	g, _, err := engine.Begin("list", New(), engine.Setup{Seats: 4}, []string{"Ana", "Ben", "Cleo", "Dan"}, testSeed)
	if err != nil {
		t.Fatal(err)
	}
	s := g.Pos.(*State)
	s.Phase, s.Round, s.Queue, s.Actor = turns, 1, nil, s.Order[0]
	return s
}
