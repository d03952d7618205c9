package g18cz_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/games/g18cz"
	"railpost/engine/robot"
)

// usualVerbs are those that every game of usual turns alone sees.
var usualVerbs = []string{"take", "start", "lay", "token", "run", "pay", "buy", "pass", "done"}

// A game of usual turns alone ends, and includes most orders; with three seats in TestSketch.
func TestUsualTurns(t *testing.T) {
	for _, seats := range level.Of([]int{2}, []int{2, 4}, []int{2, 4, 5, 6}) {
		enginetest.PlayUsual(t, wired, seats, nil, usualVerbs...)
	}
}

// turnSaid is the usual turn of the acting seat.
func turnSaid(s *g18cz.State) string { return strings.Join(wired.Usual(s, s.Actor()).Lines, "; ") }

// The usual choices in some positions.
func TestUsualChoices(t *testing.T) {
	two := func(s *g18cz.State) { g18cz.Owns("EKJ", "2a 2a")(s) }
	for _, c := range []struct {
		name string
		s    *g18cz.State
		want string
	}{
		{"in the draft enough is kept to start a corporation", g18cz.NewGame(t, 3, g18cz.Money(0, 144)), "pass"},
		{"a corporation is started that floats", g18cz.InStock(t, 3, 1, g18cz.Money(0, 125)), "start EKJ 60"},
		{"a debt is paid first", g18cz.InStock(t, 3, 2, g18cz.Money(0, 30), func(s *g18cz.State) { s.Loans[0] = g18cz.Loan{Debt: 20, Penalty: 20} }), "repay"},
		{"a corporation is made active", g18cz.InStock(t, 3, 3, g18cz.InPhase("b"), g18cz.Founded(0, "BN", 60, 40), g18cz.Money(0, 70)), "buy BN"},
		{"a run is paid", g18cz.After(t, g18cz.Ready(t), "run best"), "pay"},
		{"saved for a train that nobody can pay", g18cz.After(t, g18cz.Ready(t, g18cz.Reaches("e"), two, g18cz.Treasury("EKJ", 40), g18cz.Money(0, 0)), "run best"), "hold"},
		{"not when the director can", g18cz.After(t, g18cz.Ready(t, g18cz.Reaches("e"), two, g18cz.Treasury("EKJ", 40), g18cz.Money(0, 300)), "run best"), "pay"},
		{"saved for a train before the own one rusts", g18cz.After(t, g18cz.Ready(t, g18cz.Reaches("e"), g18cz.Treasury("EKJ", 270), g18cz.Money(0, 300)), "run best"), "hold; buy 4e"},
		{"not when the set ends before", g18cz.After(t, g18cz.Ready(t, g18cz.Reaches("e"), g18cz.Treasury("EKJ", 230), g18cz.Money(0, 300)), "run best"), "pay"},
		{"not before another card is on top", g18cz.After(t, g18cz.Ready(t, g18cz.Reaches("d"), g18cz.Treasury("EKJ", 270), g18cz.Money(0, 300)), "run best"), "pay"},
		{"local railways pay for a train before the director", g18cz.InRound(t, 3, 3, 1, g18cz.InPhase("c"), g18cz.Founded(0, "BTE", 70, 60), g18cz.Treasury("BTE", 45), g18cz.OwnLocal("BTE", "M1")), "sell M1; buy 2+2c"},
		{"of trains that came the better are kept", settling(t), "flip 2b; drop 2a; done"},
		{"the train least worth is given away", g18cz.InRound(t, 3, 6, 1, g18cz.InPhase("e"), g18cz.Founded(0, "EKJ", 70, 50), g18cz.Owns("EKJ", "2a 3c 3d")), "discard 2a"},
	} {
		got := turnSaid(c.s)
		if got != c.want && !strings.HasPrefix(got, c.want+"; ") && !strings.HasSuffix(got, "; "+c.want) {
			t.Errorf("%s: the usual turn is %q, want %q", c.name, got, c.want)
		}
	}
}

// A usual turn says why.
func TestUsualAim(t *testing.T) {
	for _, s := range []*g18cz.State{g18cz.NewGame(t, 3), g18cz.InStock(t, 3, 1, g18cz.Money(0, 125)), g18cz.After(t, g18cz.Ready(t), "run best")} {
		if turn := wired.Usual(s, s.Actor()); turn.Aim.Empty() {
			t.Errorf("%q has no aim", turn.Lines)
		}
	}
}

// settling is a take-over with trains to be settled.
func settling(t *testing.T) *g18cz.State {
	t.Helper()
	s := g18cz.InRound(t, 3, 3, 1, g18cz.InPhase("c"), g18cz.Founded(0, "BN", 70, 60), g18cz.Founded(1, "EKJ", 60, 50), g18cz.Owns("EKJ", "2a 2b"), g18cz.Under(func(r *g18cz.Rulings) { r.NoConsent = true }))
	return g18cz.After(t, s, "acquire EKJ for 60")
}

// The usual turn asks nobody for consent, and an asked player has no usual turn.
func TestUsualAsksNobody(t *testing.T) {
	s := g18cz.InRound(t, 3, 3, 1, g18cz.InPhase("c"), g18cz.Founded(0, "BN", 100, 60), g18cz.Founded(1, "EKJ", 50, 50), g18cz.Owns("EKJ", "2b 2b"), g18cz.Drafted(1, "M1"), g18cz.Treasury("EKJ", 900))
	lines := wired.Usual(s, 0).Lines
	if len(lines) == 0 || slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "acquire") || strings.Contains(l, " for ") }) {
		t.Errorf("%q", lines)
	}
	s = g18cz.After(t, s, "buy M1 for 20")
	if lines := wired.Usual(s, 1).Lines; s.Actor() != 1 || lines != nil {
		t.Errorf("seat %d is asked; what is usual is %q", s.Actor(), lines)
	}
	own := g18cz.InRound(t, 3, 3, 1, g18cz.InPhase("c"), g18cz.Founded(0, "BN", 100, 60), g18cz.Founded(0, "EKJ", 50, 50), g18cz.Owns("EKJ", "2b 2b"), g18cz.Treasury("EKJ", 900))
	if lines := wired.Usual(own, 0).Lines; !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "acquire EKJ for ") }) {
		t.Errorf("his own full treasury is left alone: %q", lines)
	}
}

// A train does not wander between the corporations of a player: the one that sells its
// only one must buy it back. One with a train to spare gives it for the least.
func TestUsualTrainsDoNotWander(t *testing.T) {
	s := func(ofe string, treasuryOf, cash int) *g18cz.State {
		return g18cz.Changed(g18cz.InRound(t, 3, 3, 1, g18cz.InPhase("b"), g18cz.NoLocals, g18cz.Founded(0, "MW", 70, 75), g18cz.Founded(0, "OFE", 60, 75),
			g18cz.Owns("OFE", ofe), g18cz.Treasury("MW", treasuryOf), g18cz.Money(0, cash)), g18cz.AtStep(g18cz.StepTrains))
	}
	for _, c := range []struct {
		name, want string
		s          *g18cz.State
	}{
		{"with money", "buy 2b", s("2a", 280, 100)},
		{"with a loan, if it must be", "buy 2b", s("2a", 10, 0)},
		{"one to spare", "buy 2a from OFE for 1", s("2a 2a", 10, 0)},
	} {
		if got := turnSaid(c.s); c.s.Company() != g18cz.MustCompany("MW") || !strings.HasPrefix(got, c.want) || strings.HasPrefix(got, c.want+" from") {
			t.Errorf("%s: the usual turn of %s is %q, want %q", c.name, c.s.Company().ID(), got, c.want)
		}
	}
}

// Automatic play for a director who does not answer.
func TestDefaults(t *testing.T) {
	bte := func(more ...func(*g18cz.State)) *g18cz.State {
		return g18cz.InRound(t, 3, 3, 1, append([]func(*g18cz.State){g18cz.InPhase("c"), g18cz.Founded(0, "BTE", 70, 60)}, more...)...)
	}
	offer := g18cz.InRound(t, 3, 3, 1, g18cz.InPhase("c"), g18cz.Founded(0, "BN", 100, 60), g18cz.Founded(1, "EKJ", 50, 50), g18cz.Owns("EKJ", "2b 2b"), g18cz.Drafted(1, "M1"), g18cz.Treasury("EKJ", 900))
	for _, c := range []struct {
		name string
		s    *g18cz.State
		want string
		kind string
	}{
		{"nothing is taken in the draft", g18cz.NewGame(t, 3), "pass", "draft"},
		{"no share is bought", g18cz.InStock(t, 3, 1, g18cz.Money(0, 500)), "pass", "share"},
		{"trains run without track being laid", g18cz.Ready(t), "run best", "company"},
		{"a run is paid", g18cz.After(t, g18cz.Ready(t), "run best"), "pay", "company"},
		{"the cheapest train that must be bought", bte(g18cz.Treasury("BTE", 900)), "buy 2+2c", "company"},
		{"a loan if that is all the rules leave", bte(g18cz.Treasury("BTE", 10), g18cz.Money(0, 0)), "buy 2+2c", "company"},
		{"local railways before the director's money", bte(g18cz.Treasury("BTE", 45), g18cz.OwnLocal("BTE", "M1")), "sell M1", "company"},
		{"a train that came is turned rather than one bought", settling(t), "flip 2b", "company"},
		{"the train least worth is given away", g18cz.InRound(t, 3, 6, 1, g18cz.InPhase("e"), g18cz.Founded(0, "EKJ", 70, 50), g18cz.Owns("EKJ", "2a 3c 3d")), "discard 2a", "company"},
		{"offers are refused", g18cz.After(t, offer, "buy M1 for 20"), "refuse", "offer"},
	} {
		seat := c.s.Actor()
		for c.kind == "company" && wired.Default(c.s, seat) == "pass" { // a step that can be declined
			c.s = g18cz.After(t, c.s, "pass")
		}
		if got, kind := wired.Default(c.s, seat), wired.StepOf(c.s, seat); got != c.want || kind != c.kind {
			t.Errorf("%s: %q in a step %q, want %q in %q", c.name, got, kind, c.want, c.kind)
		}
	}
}

// A sketch is legal, and equals the usual turn without track: it lays none for corporations that earn late in
// the game, and no purple tile.
func TestSketch(t *testing.T) {
	laid, left := 0, 0
	enginetest.PlayUsual(t, wired, 4, func(p engine.Position, seat engine.Seat, lines []string) {
		s := p.(*g18cz.State)
		sketch := wired.Foresight(s, s.Actor()).Sketch(s, seat).Lines
		if s.Stage != g18cz.Operating {
			expect.Same(t, "usual is", sketch, lines)
			return
		}
		g := engine.Supposed(wired, engine.Setup{Seats: 3}, s, engine.Seed("sketch"))
		if out, err := g.Play(seat, sketch, engine.Mode{}); err != nil || out.Refused || len(out.Records) != len(sketch) || len(sketch) == 0 {
			t.Fatalf("%q: %v, %+v", sketch, err, out)
		}
		lays := func(line string) bool { return strings.HasPrefix(line, "lay ") }
		last := s.RunOf(s.Company())
		late := s.Round().Set >= 5 && last != nil && last.Revenue > 0
		switch drawn := slices.DeleteFunc(slices.Clone(sketch), func(line string) bool { return !lays(line) }); {
		case late && len(drawn) > 0, strings.Contains(strings.Join(drawn, "\n"), " with "):
			t.Errorf("set %d, %s: the sketch lays %q", s.Round().Set, s.Company().ID(), drawn)
		case len(drawn) > 0:
			laid++
		case late && slices.ContainsFunc(lines, lays):
			left++
		}
	}, usualVerbs...)
	if laid == 0 || left == 0 {
		t.Errorf("%d turns have track in the sketch, of %d it was left out", laid, left)
	}
}

// TestExcessOfAnother: if a train makes another corporation of the buyer give one away, that needs a head or an
// answer of its own.
func TestExcessOfAnother(t *testing.T) {
	s := g18cz.Buyer(t, "SX", g18cz.Reaches("e"), g18cz.Treasury("SX", 900), g18cz.Founded(0, "EKJ", 50, 75), g18cz.Owns("EKJ", "2a 3c 3d"))
	s.Depot.Left[s.Top()] = 4
	for _, c := range []struct {
		lines []string
		code  engine.Code
	}{
		{[]string{"buy 3Ee", "discard 3c"}, engine.OtherTurn},
		{[]string{"buy 3Ee", "BN: discard 3c"}, engine.OtherHead},
		{[]string{"buy 3Ee", "SX: discard 3c"}, engine.OtherHead},
		{[]string{"buy 3Ee", "EKJ: discard 3c", "done"}, engine.OtherTurn},
		{[]string{"buy 3Ee", "EKJ: discard 3c", "SX: done"}, ""},
		{wired.Usual(s, 0).Lines, ""},
		{wired.Foresight(s, s.Actor()).Sketch(s, 0).Lines, ""},
	} {
		out, err := engine.Supposed(wired, engine.Setup{Seats: 4}, s, engine.Seed("excess")).Play(0, c.lines, engine.Mode{Preview: true})
		if err != nil || len(out.Verdicts) == 0 {
			t.Fatalf("%q: %v", c.lines, err)
		}
		if last := out.Verdicts[len(out.Verdicts)-1]; (last.Refusal == nil) != (c.code == "") || last.Refusal != nil && last.Refusal.Code != c.code {
			t.Errorf("%q: %v", c.lines, last.Refusal)
		}
	}
	if lines := wired.Usual(g18cz.After(t, s, "buy 3Ee"), 0).Lines; len(lines) != 1 || !strings.HasPrefix(lines[0], "discard ") {
		t.Errorf("EKJ is asked, and %q is usual", lines)
	}
}

// A hard robot does not give away what it can keep.
func TestHardRefuses(t *testing.T) {
	s := g18cz.InRound(t, 3, 3, 1, g18cz.InPhase("c"), g18cz.Founded(0, "BN", 100, 60), g18cz.Founded(1, "EKJ", 50, 50), g18cz.Owns("EKJ", "2b 2b"), g18cz.Drafted(1, "M1"), g18cz.Treasury("EKJ", 900))
	s = g18cz.After(t, s, "buy M1 for 1")
	lines, err := robot.Choose(t.Context(), wired, engine.Setup{Seats: 3}, s.View(1), 1, robot.Hard, rand.New(rand.NewPCG(1, 1)))
	if err != nil || !slices.Equal(lines, []string{"refuse"}) {
		t.Errorf("what will be worth 120 is sold for 1: %q, %v", lines, err)
	}
}

// A hard robot compares dividends and trains of an operating turn, in messages that are legal as a whole.
func TestVariants(t *testing.T) {
	s := g18cz.Ready(t, g18cz.Reaches("e"), g18cz.Treasury("EKJ", 300))
	var got []string
	for _, lines := range wired.Foresight(s, 0).Variants(s, 0) {
		after := s
		for _, line := range lines {
			after = g18cz.After(t, after, line)
		}
		if text := strings.Join(lines, "; "); !slices.Contains(got, text) {
			got = append(got, text)
		}
	}
	want := []string{"run best; pay; buy 4e", "run best; pay; done", "run best; hold; buy 4e", "run best; hold; done"}
	expect.Same(t, "variants", strings.Join(got, "\n"), strings.Join(want, "\n"))
	if f := wired.Foresight(g18cz.InStock(t, 3, 1), 0); f.Variants != nil {
		t.Error("variants in a stock round")
	}
}
