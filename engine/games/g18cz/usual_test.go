package g18cz

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest"
)

// A game of usual turns alone comes to its end, and sees most of what can be
// ordered.
func TestUsualTurns(t *testing.T) {
	for _, seats := range []int{2, 4} {
		enginetest.PlayUsual(t, New(), seats, nil, "take", "start", "lay", "token", "run", "pay", "buy", "pass", "done")
	}
}

// turnSaid is the usual turn of whoever acts.
func turnSaid(s *State) string { return strings.Join(s.Usual(s.actor()), "; ") }

// What is usual in some positions.
func TestUsualChoices(t *testing.T) {
	two := func(s *State) { owns("EKJ", "2a 2a")(s) }
	for _, c := range []struct {
		name string
		s    *State
		want string
	}{
		{"in the draft enough is kept to start a corporation", newGame(t, 3, money(0, 144)), "pass"},
		{"a corporation is started that floats", inStock(t, 3, 1, money(0, 125)), "start EKJ 60"},
		{"a debt is paid first", inStock(t, 3, 2, money(0, 30), func(s *State) { s.Loans[0] = Loan{Debt: 20, Penalty: 20} }), "repay"},
		{"a corporation is made active", inStock(t, 3, 3, inPhase("b"), founded(0, "BN", 60, 40), money(0, 70)), "buy BN"},
		{"a run is paid", after(t, ready(t), "run best"), "pay"},
		{"saved for a train that nobody can pay", after(t, ready(t, reaches("e"), two, treasury("EKJ", 40), money(0, 0)), "run best"), "hold"},
		{"not when the director can", after(t, ready(t, reaches("e"), two, treasury("EKJ", 40), money(0, 300)), "run best"), "pay"},
		{"local railways pay for a train before the director", inRound(t, 3, 3, 1, inPhase("c"), founded(0, "BTE", 70, 60), treasury("BTE", 45), ownLocal("BTE", "M1")), "sell M1; buy 2+2c"},
		{"of trains that came the better are kept", settling(t), "flip 2b; drop 2a; done"},
		{"the train least worth is given away", inRound(t, 3, 6, 1, inPhase("e"), founded(0, "EKJ", 70, 50), owns("EKJ", "2a 3c 3d")), "discard 2a"},
	} {
		got := turnSaid(c.s)
		if got != c.want && !strings.HasPrefix(got, c.want+"; ") && !strings.HasSuffix(got, "; "+c.want) {
			t.Errorf("%s: the usual turn is %q, want %q", c.name, got, c.want)
		}
	}
}

// settling is a take-over of which the trains are to be settled.
func settling(t *testing.T) *State {
	t.Helper()
	s := inRound(t, 3, 3, 1, inPhase("c"), founded(0, "BN", 70, 60), founded(1, "EKJ", 60, 50), owns("EKJ", "2a 2b"), under(func(r *Rules) { r.NoConsent = true }))
	return after(t, s, "acquire EKJ for 60")
}

// The usual turn asks nobody for his word, and has none for whoever is asked.
func TestUsualAsksNobody(t *testing.T) {
	s := inRound(t, 3, 3, 1, inPhase("c"), founded(0, "BN", 100, 60), founded(1, "EKJ", 50, 50), owns("EKJ", "2b 2b"), drafted(1, "M1"), treasury("EKJ", 900))
	lines := s.Usual(0)
	if len(lines) == 0 || slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "acquire") || strings.Contains(l, " for ") }) {
		t.Errorf("%q", lines)
	}
	s = after(t, s, "buy M1 for 20")
	if lines := s.Usual(1); s.actor() != 1 || lines != nil {
		t.Errorf("seat %d is asked; what is usual is %q", s.actor(), lines)
	}
	own := inRound(t, 3, 3, 1, inPhase("c"), founded(0, "BN", 100, 60), founded(0, "EKJ", 50, 50), owns("EKJ", "2b 2b"), treasury("EKJ", 900))
	if lines := own.Usual(0); !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "acquire EKJ for ") }) {
		t.Errorf("his own full treasury is left alone: %q", lines)
	}
}

// A train does not wander between the corporations of a player: the one that sells its
// only one must buy it back. One with a train to spare gives it for the least.
func TestUsualTrainsDoNotWander(t *testing.T) {
	s := func(ofe string, treasuryOf, cash int) *State {
		return changed(inRound(t, 3, 3, 1, inPhase("b"), noLocals, founded(0, "MW", 70, 75), founded(0, "OFE", 60, 75),
			owns("OFE", ofe), treasury("MW", treasuryOf), money(0, cash)), atStep(stepTrains))
	}
	for _, c := range []struct {
		name, want string
		s          *State
	}{
		{"with money", "buy 2b", s("2a", 280, 100)},
		{"with a loan, if it must be", "buy 2b", s("2a", 10, 0)},
		{"one to spare", "buy 2a from OFE for 1", s("2a 2a", 10, 0)},
	} {
		if got := turnSaid(c.s); c.s.company() != mustCompany("MW") || !strings.HasPrefix(got, c.want) || strings.HasPrefix(got, c.want+" from") {
			t.Errorf("%s: the usual turn of %s is %q, want %q", c.name, companies[c.s.company()].id, got, c.want)
		}
	}
}
