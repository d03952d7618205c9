package tycoon

import (
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// Odd situations, each with the sentence of the rules that decides it.

// mail gives lines in one mail and returns the number of the wrong one, 0 for none; the game takes the new position.
func (c *scene) mail(seat engine.Seat, lines ...string) int {
	out, err := c.Play(seat, lines, engine.Mode{})
	if err != nil {
		c.fail("%v", err)
		return 0
	}
	c.Game = out.Game
	return 1 + slices.IndexFunc(out.Verdicts, func(v engine.Verdict) bool { return v.Refusal != nil })
}

// Orders by mail: a card that has been dealt in a mail is taken in the next one.
func TestAuditFreshCard(t *testing.T) {
	c := sceneAt(t, 2)
	s := c.pos()
	s.Round, s.Moved, s.Deck = 3, 1, []int{32}
	s.Standing[0] = Standing{Set: true} // Ann passes the auction
	expect.Must(t, "line", c.mail(1, "pass"), 0)
	expect.Must(t, "line", c.mail(1, "bid 1", "card 32"), 2)
	if c.pos().Round != 1 || c.pos().Actor() != 1 {
		t.Fatalf("the first two lines do not stand: round %d", c.pos().Round)
	}
	expect.Same(t, "the next mail cannot take the card", c.mail(1, "card 32"), 0)
}

// Operations cards: Railroad Executive in round 3 by the last player: its actions come before the
// end of the turn, and the second one is the action of an executive, too.
func TestAuditExecutiveAtTheEndOfTheTurn(t *testing.T) {
	c := sceneAt(t, 2)
	s := c.pos()
	s.Round, s.Moved = 3, 1
	c.up(30, 31)
	c.order(1, "card 31")
	c.order(1, "upgrade")
	c.order(1, "card 30")
	c.order(1, "upgrade")
	if s := c.pos(); s.Turn != 2 || s.Actor() != 1 || s.Due != 1 {
		t.Fatalf("turn %d, %s is to act, %d actions", s.Turn, sceneNames[s.Actor()], s.Due)
	}
	c.order(1, "pass")
	if s := c.pos(); s.Turn != 3 || s.Players[1].Engine != 3 {
		t.Errorf("turn %d, engine %d", s.Turn, s.Players[1].Engine)
	}
}

// End of the game, R22: the end is triggered by markers present at the same time, not by earlier ones; a
// delivery in the last turn changes nothing.
func TestAuditMarkersAtOneTime(t *testing.T) {
	c := sceneAt(t, 2)
	c.link(0, "Philadelphia", "New York", 1)
	c.goods("Philadelphia", Red)
	var names []string
	for _, p := range c.pos().book.Cities {
		if p.Colour == Gray && len(names) < 9 {
			names = append(names, p.Name)
		}
	}
	c.empty(names...)
	c.money(1, 20, 0)
	c.acts(1)
	c.order(1, "urbanize "+names[0]+" black") // 8 are left
	c.passUntil(func(s *State) bool { return s.Stage == StageActions && s.Actor() == 0 })
	c.order(0, "deliver red Philadelphia > New York")
	if s := c.pos(); s.Markers() != 9 || s.Last != 0 {
		t.Errorf("%d markers, the last turn is %d", s.Markers(), s.Last)
	}
}

// Western link: each western link once; one player may have both, and red cubes may run out.
func TestAuditBothWesternLinks(t *testing.T) {
	c := sceneAt(t, 2)
	c.link(0, "Kansas City", "St. Louis", 1)
	c.link(0, "Des Moines", "Rock Island", 1)
	c.up(30)
	c.pos().Bag.Add(Red, 6-c.pos().Bag.Of(Red))
	c.order(0, "card 30")
	c.order(0, "western Kansas City")
	c.order(0, "western Des Moines")
	s := c.pos()
	if s.Bag.Of(Red) != 0 || len(s.Western) != 2 || s.Players[0].Shares != 12 || s.Actor() != 1 {
		t.Errorf("%d red cubes in the bag, %d links, %d shares", s.Bag.Of(Red), len(s.Western), s.Players[0].Shares)
	}
	expect.Same(t, "western Kansas City", c.refused(1, "western Kansas City").Why.Key, "tycoon.no.western-all")
}

// Build track: track is removed only at the end of the turn, and then without refund; complete links stay.
func TestAuditIncompleteLinksGo(t *testing.T) {
	c := sceneAt(t, 2)
	c.money(0, 10, 0)
	c.money(1, 10, 0)
	c.order(0, "build Detroit: J26 I27 > H28")
	c.passUntil(func(s *State) bool { return s.Round == 2 && s.Actor() == 0 })
	c.order(0, "build I27: H28 G29 F30 > Toronto")
	c.passUntil(func(s *State) bool { return s.Round == 3 && s.Actor() == 0 })
	c.order(0, "build Toronto: F28 > G27")
	c.order(1, "build Columbus: N32 > N34") // ends the turn
	if s := c.pos(); s.Turn != 3 || len(s.Links) != 1 || len(s.Open) != 0 || s.Links[0].Way.Tracks() != 5 {
		t.Errorf("turn %d, %d links, %d incomplete", s.Turn, len(s.Links), len(s.Open))
	}
	c.passUntil(func(s *State) bool { return s.Stage == StageActions })
	c.order(c.pos().Actor(), "build Toronto: F28 > G27") // the hexes are free again
}
