package g18cz_test

import (
	"testing"

	"railpost/engine/games/g18cz"
)

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
