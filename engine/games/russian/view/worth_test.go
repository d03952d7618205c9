package view

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/russian"
)

// A short list has the lines that score, not the first in the order of letters.
func TestShortListHasTheGoodLines(t *testing.T) {
	s := inTurn(t)
	p := &s.Players[s.Actor]
	p.Track[russian.Transsib][russian.Black], p.Unlocked = 3, 1<<russian.Black|1<<russian.Grey
	lines := engine.Each(advise.List(title, s, s.Actor, "", 3, 48).Choices, func(c advise.Found) string {
		return c.Line
	})
	for _, want := range []string{"place open: grey t", "place loco-1: fac", "place loco-1: loco k", "place open: black t"} {
		expect.True(t, slices.Contains(lines, want), "%q is not listed:\n%s", want, strings.Join(lines, "\n"))
	}
	if slices.Contains(lines, "place loco-1: loco t over 1 > t") {
		t.Error("a line that leads to the same as a shorter one is listed")
	}
}

// A letter lists good openings on Trans-Siberian: its reach, and black track towards the next colour. If a
// discarded factory replaces one of several, one line is enough.
func TestLettersListOpenings(t *testing.T) {
	short := func(s *russian.State) (lines []string) {
		for _, c := range advise.Short(title, s, s.Actor, 4, 20).Choices {
			lines = append(lines, c.Line)
		}
		return lines
	}
	s := inTurn(t)
	p := &s.Players[s.Actor]
	if lines := short(s); !slices.Contains(lines, "place loco-1: loco t") {
		t.Errorf("reach is not listed:\n%s", strings.Join(lines, "\n"))
	}
	p.Track[russian.Transsib][russian.Black], p.Unlocked = 4, 1<<russian.Black|1<<russian.Grey
	if lines := short(s); !slices.Contains(lines, "place black-1: black t 2") {
		t.Errorf("the way to brown is not listed:\n%s", strings.Join(lines, "\n"))
	}
	s.FaceUp, p.Factories = []int{1}, [5]int{2, 3, 5, 4, 6}
	over := 0
	for _, line := range short(s) {
		if strings.HasPrefix(line, "place loco-1: fac from 1 over") {
			over++
		}
	}
	expect.True(t, over <= 1, "%d lines replace different factories by the same", over)
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
	expect.NoError(t, err)
	s := g.Pos.(*russian.State)
	s.Phase, s.Round, s.Queue, s.Actor = russian.Turns, 1, nil, s.Order[0]
	return s
}
