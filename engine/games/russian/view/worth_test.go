package view

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/games/russian"
)

// A short list has what scores, not what stands first in the order of letters.
func TestShortListHasTheGoodLines(t *testing.T) {
	s := inTurn(t)
	p := &s.Players[s.Actor]
	p.Track[russian.Transsib][russian.Black], p.Unlocked = 3, 1<<russian.Black|1<<russian.Grey
	var lines []string
	for _, c := range advise.List(title, s, s.Actor, "", 3, 48).Choices {
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

// title is Russian Railroads, rules and view.
var title = struct {
	russian.Rules
	View
}{}

// inTurn is the first turn of a game of four.
func inTurn(t *testing.T) *russian.State {
	t.Helper()
	g, _, err := engine.Begin("list", title, engine.Setup{Seats: 4}, []string{"Ana", "Ben", "Cleo", "Dan"}, engine.Seed("a seed of thirty-two bytes length"))
	if err != nil {
		t.Fatal(err)
	}
	s := g.Pos.(*russian.State)
	s.Phase, s.Round, s.Queue, s.Actor = russian.Turns, 1, nil, s.Order[0]
	return s
}
