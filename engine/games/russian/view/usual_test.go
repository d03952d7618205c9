package view

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// Usual turns get a fair player's results, each except the plain pass has a reason, and no worker is left unused.
func TestUsualTurns(t *testing.T) {
	end := enginetest.PlayUsual(t, title, 3, func(p engine.Position, seat engine.Seat, lines []string) {
		expect.Same(t, fmt.Sprintf("%q: the aim", lines), title.Usual(p, seat).Aim.Empty(), len(lines) == 0)
		me := &p.(*russian.State).Players[seat]
		if title.StepOf(p, seat) == stepPlace && me.Hand+me.Temps > 0 {
			expect.True(t, len(lines) > 0 && lines[0] != "pass", "round %d: %d workers are left, and %q is usual", p.(*russian.State).Round, me.Hand+me.Temps, lines)
		}
	}, "start", "place", "move", "endcard")
	for _, s := range title.Scores(end) {
		expect.True(t, s.Points >= 200, "seat %d ends with %d points", s.Seat, s.Points)
	}
}

// A pass is a mistake while a worker gains something: its points come with a later pass, too.
func TestBlunders(t *testing.T) {
	for _, c := range []struct {
		name         string
		hand, rubles int
		line         string
		want         bool
	}{
		{"passing with workers", 2, 0, "pass", true},
		{"placing one", 2, 0, "place doubler", false},
		{"passing with rubles alone", 0, 2, "pass", false},
	} {
		s := inTurn(t)
		me := &s.Players[s.Actor]
		me.Hand, me.Rubles = c.hand, c.rubles
		if got := (View{}).Foresight(s, s.Actor).Blunder(s, s.Actor, c.line); got != c.want {
			t.Errorf("%s: a blunder: %v, want %v", c.name, got, c.want)
		}
	}
}

// A placement that gains less than it costs is not usual, but then neither is a pass.
func TestNothingUsual(t *testing.T) {
	s := inTurn(t)
	s.Round = s.Rounds()
	s.Players[s.Actor].Hand, s.Players[s.Actor].Rubles = 1, 0
	for _, p := range russian.Book.Spaces {
		if p.ID != "open" {
			s.Lying = append(s.Lying, russian.Lying{Space: p.ID, Who: s.Order[1], Pay: russian.Pay{Own: 1}})
		}
	}
	expect.Same(t, "usual lines", title.Usual(s, s.Actor).Lines, nil)
	expect.Same(t, "usual lines of the next player", title.Usual(s, s.Order[1]).Lines, nil)
}

// A position that keeps results of a short list reports them in full to later lists.
func TestKeptLinesReport(t *testing.T) {
	s := inTurn(t)
	kept := engine.Memo(s.View(s.Actor))
	advise.Short(title, kept, s.Actor, 3, 40)
	list := advise.List(title, kept, s.Actor, "", 0, 0).Choices
	plain := advise.List(title, s.View(s.Actor), s.Actor, "", 0, 0).Choices
	if len(list) != len(plain) || len(list) < 20 {
		t.Fatalf("%d lines are listed, not %d", len(list), len(plain))
	}
	same := func(a, b engine.Report) bool { return a.Message.Equal(b.Message) && slices.Equal(a.To, b.To) }
	for i, c := range list {
		if c.Line != plain[i].Line || !slices.EqualFunc(c.Reports, plain[i].Reports, same) {
			t.Errorf("%q reports %v, not %v", c.Line, c.Reports, plain[i].Reports)
		}
	}
}

// A search that breaks off also sees ? tokens that leave nothing to choose.
func TestUsualMedal(t *testing.T) {
	s := inTurn(t)
	p := &s.Players[s.Actor]
	p.Unlocked = 1<<russian.Black | 1<<russian.Grey
	p.Track[russian.Transsib] = [russian.Colours]int{5, 3}
	p.Track[russian.Petersburg][russian.Black] = 2
	p.Track[russian.Kiev] = [russian.Colours]int{6, 5}
	p.Locos[russian.Kiev][0], p.Locos[russian.Petersburg][0] = 5, 4
	if u := title.Usual(s, s.Actor); len(u.Lines) != 1 || !strings.Contains(u.Lines[0], "[? medal]") {
		t.Errorf("%q is usual", u.Lines)
	}
}

// The reason of a move is its own effect, not a place in the next round that was claimed before.
func TestAimIsOfTheMove(t *testing.T) {
	s := inTurn(t)
	s.Lying = append(s.Lying, russian.Lying{Space: "turn-1", Who: s.Actor, Pay: russian.Pay{Own: 1}})
	for line, want := range map[string]string{"place rubles": key.AimPieces, "place turn-2": key.AimClaim} {
		if line == "place turn-2" {
			s = inTurn(t)
		}
		list := advise.List(title, s, s.Actor, line, 0, 1).Choices
		if len(list) == 0 {
			t.Fatalf("%s is not legal", line)
		}
		expect.Same(t, line, aim(s, list[0].Choice, s.Actor).Key, want)
	}
}

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

// A letter lists good openings: reach on Kiev, reach on Trans-Siberian by moving its locomotive, and black track on
// Kiev and St Petersburg. If a discarded factory replaces one of several, one line is enough.
func TestLettersListOpenings(t *testing.T) {
	short := func(s *russian.State) (lines []string) {
		for _, c := range advise.Short(title, s, s.Actor, 4, 20).Choices {
			lines = append(lines, c.Line)
		}
		return lines
	}
	s := inTurn(t)
	p := &s.Players[s.Actor]
	for _, want := range []string{"place loco-1: loco k", "place loco-1: loco t over 1 > k", "place black-1: black p, black k"} {
		if lines := short(s); !slices.Contains(lines, want) {
			t.Errorf("%s is not listed:\n%s", want, strings.Join(lines, "\n"))
		}
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
