package g18cz

import "testing"

// A first turn lays two yellow tiles or one upgrade, a later one either (VIII.4, R32).
func TestLaysLeft(t *testing.T) {
	for turn, want := range map[Turn]bool{
		{First: true}: true, {First: true, Yellow: 1}: true, {First: true, Yellow: 2}: false, {First: true, Upgraded: true}: false,
		{}: true, {Yellow: 1}: false, {Upgraded: true}: false,
	} {
		if turn.LaysLeft() != want {
			t.Errorf("%+v: %v", turn, !want)
		}
	}
}

// A corporation's received, awaited and sold things depend on itself alone.
func TestCorporation(t *testing.T) {
	c := Corporation{In: true, Trains: []Card{{Pile: 1}, {Pile: 2, Face: 1, Received: true}}}
	if got := c.Received(); len(got) != 1 || got[0].Pile != 2 {
		t.Errorf("received %v", got)
	}
	if at := c.TrainOf(Card{Pile: 2, Face: 1}); at != 1 || c.TrainOf(Card{Pile: 2}) != -1 {
		t.Errorf("the train is at %d", at)
	}
	if c.addStations(2); len(c.TokenCosts) != 2 || c.TokenCosts[1] != TakenPrice || !c.Awaited() {
		t.Errorf("stations %v, awaited %v", c.TokenCosts, c.Awaited())
	}
	if c.Home = true; c.Awaited() {
		t.Error("a home that is placed is awaited")
	}
}
