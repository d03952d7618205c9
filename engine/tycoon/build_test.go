package tycoon

import (
	"strings"
	"testing"

	"railpost/engine"
)

// building begins the action rounds with Ann to act. Links are given as "A Detroit:
// J26 I27 > H28": an owner and the rest of a build order.
func building(t testing.TB, links []string, change func(s *State)) *engine.Game {
	t.Helper()
	return table(t, 3, nil, func(s *State) {
		s.Stage, s.Round, s.Due, s.First, s.Moved = actions, 1, 1, 0, 0
		for _, text := range links {
			lay(t, s, text)
		}
		if change != nil {
			change(s)
		}
	})
}

// lay puts a chain on the board by the rule, free of charge.
func lay(t testing.TB, s *State, text string) {
	t.Helper()
	seat := engine.Seat(text[0] - 'A')
	tok := engine.Tokenize(text[2:])
	start, err := startNames{s, seat}.Read(tok)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	v, err := wayNames{s, seat, start.(Spot)}.Read(tok)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	r := v.(reading)
	if r.No != nil {
		t.Fatalf("%s: %v", text, r.No)
	}
	bill, err := s.check(seat, r.Plan, Use{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	s.layDown(&engine.Tx{Pos: s, Seat: seat}, r.Plan, &bill)
}

// holding gives a player cards.
func holding(seat engine.Seat, cards ...int) func(s *State) {
	return func(s *State) { s.Players[seat].Cards = append(s.Players[seat].Cards, cards...) }
}

// cardOf is the n-th card of a kind, from 0.
func cardOf(kind CardKind, n int) int {
	for _, c := range printedBook().Cards {
		if c.Kind == kind {
			if n == 0 {
				return c.ID
			}
			n--
		}
	}
	return 0
}

// TestBuildRefused holds each limit of 6.1 to the refusal that names it.
func TestBuildRefused(t *testing.T) {
	for _, c := range []struct {
		name  string
		links []string
		line  string
		key   string // without "tycoon.no."
		at    string // the words that are marked; "" not looked at
		near  string // the first line that is proposed; "-" none
	}{
		{"sharp curve", nil, "build Chicago: N18 O17 > O15", "build-sharp", "N18", ""},
		{"a third track", []string{"B Cincinnati: P30 O31 N32 M33 > L34", "C Columbus: N32 N34 > Wheeling"}, "build Columbus: N32 N34 > Wheeling", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := building(t, c.links, nil)
			_, no := lines(t, g, "A "+c.line)
			if no == nil {
				t.Fatalf("%s is not refused", c.line)
			}
			if got := strings.TrimPrefix(no.Why.Key, noKey); got != c.key {
				t.Errorf("%s: refused with %s, not %s (%v)", c.line, got, c.key, no.Why.Args)
			}
		})
	}
}
