package tycoon

import (
	"math/rand/v2"
	"strings"
	"testing"

	"railpost/engine"
)

// TestRecall: a recorded order finds the verbs that Prompts lists under its first word, and
// only these.
func TestRecall(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	g, _, err := engine.Begin("recall", New(), engine.Setup{Seats: 3}, []string{"Ann", "Ben", "Cas"}, engine.Seed("orders decided again"))
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]bool{}
	for g.Pos.(*State).Turn < 3 {
		s := g.Pos.(*State)
		seat := s.Actor()
		line := keptLine(rng, s, seat)
		word := engine.FirstFold(line)
		words[word] = true
		recalls(t, s, seat, word)
		recalls(t, s, s.After(seat, 1), "bid")
		r, err := g.Try(seat, line, false)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		g.Take(seat, r)
	}
	if len(words) < 6 {
		t.Errorf("only orders with %v were played", words)
	}
}

func recalls(t *testing.T, s *State, seat engine.Seat, word string) {
	t.Helper()
	list := s.Recall(seat, word)
	if list == nil {
		if seat == s.Actor() {
			t.Fatalf("no verb begins with %q", word)
		}
		return
	}
	asked := s.Prompts(seat)[0]
	var want, got []string
	for _, v := range asked.Verbs {
		if first, _, _ := strings.Cut(v.Name, " "); first == word {
			want = append(want, v.Name)
		}
	}
	for _, v := range list[0].Verbs {
		got = append(got, v.Name)
	}
	if len(list) != 1 || list[0].Rule != asked.Rule || strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("%q recalls %v, %v are asked", word, got, want)
	}
}
