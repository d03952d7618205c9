package tycoon

import (
	"fmt"
	"slices"
	"testing"

	"railpost/engine"
)

// Odd situations, each with the sentence of the rules that decides it.

// mail gives lines in one mail and returns the number of the wrong one, 0 for
// none; what stands is the game's new position.
func (c *scene) mail(seat engine.Seat, lines ...string) int {
	out, err := c.Play(seat, lines, engine.Mode{})
	if err != nil {
		c.fail("%v", err)
		return 0
	}
	c.Game = out.Game
	return 1 + slices.IndexFunc(out.Verdicts, func(v engine.Verdict) bool { return v.Refusal != nil })
}

// Orders by mail: a cube that was there before may be delivered although others of its colour
// have just been drawn, and those may be in the next mail.
func TestAuditFreshCubes(t *testing.T) {
	for try := range 12 {
		c := newScene(sceneNames[:3], nil, engine.Seed(fmt.Sprintf("fresh %d", try)), t.Fatalf)
		c.link(0, "Toledo", "Detroit", 1)
		c.link(0, "Detroit", "Chicago", 1)
		c.goods("Toledo", Black)
		c.up(30)
		c.money(0, 10, 0)
		drawn := c.Clone()
		if wrong := c.mail(0, "card 30", "urbanize Toledo blue", "deliver black Toledo > Detroit"); wrong != 0 {
			t.Errorf("seed %d: line %d is refused: the old cube may go", try, wrong)
		}

		c = &scene{Game: drawn, names: sceneNames[:3], fail: t.Fatalf}
		c.goods("Toledo")
		if wrong := c.mail(0, "card 30", "urbanize Toledo blue", "deliver black Toledo > Detroit"); wrong != 3 {
			t.Errorf("seed %d: line %d is refused, not the delivery", try, wrong)
		}
		if s := c.pos(); s.Actor() != 0 || s.Due != 1 || s.Cities[c.city("Toledo")].Colour != Blue {
			t.Errorf("seed %d: the lines before the draw do not stand", try)
		}
		if black := c.town("Toledo").Cubes.Of(Black); (c.mail(0, "deliver black Toledo > Detroit") == 0) != (black > 0) {
			t.Errorf("seed %d: the next mail is not judged by the %d black cubes that are there", try, black)
		}
	}
}

// Orders by mail: a card that has been dealt in a mail is taken in the next one.
func TestAuditFreshCard(t *testing.T) {
	c := sceneAt(t, 2)
	s := c.pos()
	s.Round, s.Moved, s.Deck = 3, 1, []int{32}
	s.Standing[0] = Standing{Set: true} // Ann passes the auction
	if wrong := c.mail(1, "pass"); wrong != 0 {
		t.Fatalf("line %d is refused", wrong)
	}
	if wrong := c.mail(1, "bid 1", "card 32"); wrong != 2 {
		t.Fatalf("line %d is refused, not the card", wrong)
	}
	if c.pos().Round != 1 || c.pos().Actor() != 1 {
		t.Fatalf("the first two lines do not stand: round %d", c.pos().Round)
	}
	if wrong := c.mail(1, "card 32"); wrong != 0 {
		t.Error("the next mail cannot take the card")
	}
}

// Auction, Orders by mail: standing bids drive each other to the lower limit, and one above that
// pays no more than suffices.
func TestAuditStandingBidsMeet(t *testing.T) {
	for _, x := range []struct {
		limits     [3]int // of Ann, who speaks first, Ben, Cleo
		first, pay int
	}{
		{[3]int{5, 7, 0}, 1, 6}, {[3]int{7, 5, 0}, 0, 5}, {[3]int{0, 0, 9}, 2, 1}, {[3]int{0, 0, 0}, 1, 0},
		{[3]int{4, 4, 4}, 0, 4}, {[3]int{3, 3, 3}, 2, 3}, {[3]int{1, 9, 9}, 2, 9},
	} {
		c := sceneAt(t, 3)
		s := c.pos()
		s.Round, s.Moved = 3, 2
		for i, most := range x.limits[:2] {
			s.Standing[i] = Standing{Set: true, Most: most}
		}
		c.money(0, 9, 0)
		c.money(1, 9, 0)
		c.money(2, 9, 0)
		c.order(2, fmt.Sprintf("bid up to %d", x.limits[2]))
		c.order(2, "pass") // ends the turn
		s = c.pos()
		money := 27 - s.Players[0].Money - s.Players[1].Money - s.Players[2].Money
		if s.Stage != StageActions || int(s.First) != x.first || money != x.pay {
			t.Errorf("%v: %s is first for %d, not %s for %d (%s)", x.limits, sceneNames[s.First], money, sceneNames[x.first], x.pay, s.Stage)
		}
	}
}

// Auction: a standing bid of who has passed by hand is over, and it is for one auction.
func TestAuditStandingBidIsForOneAuction(t *testing.T) {
	c := sceneAt(t, 2)
	c.order(0, "bid up to 3")
	c.endTurn()
	c.passUntil(func(s *State) bool { return s.Stage == StageActions })
	if c.pos().First != 0 {
		t.Fatalf("%s is first", sceneNames[c.pos().First])
	}
	c.endTurn()
	if s := c.pos(); s.Actor() != 0 || s.Auction.High != 0 {
		t.Errorf("the bid in advance is used for a second auction")
	}
}

// R1: the first seat, or one drawn: every seat may be it.
func TestAuditFirstSpeaker(t *testing.T) {
	seen := map[engine.Seat]bool{}
	for i := range 40 {
		g, _, err := engine.Begin(fmt.Sprintf("first %d", i), New(), engine.Setup{Seats: 3, Options: map[string]string{optFirst: drawn}}, sceneNames[:3], sceneSeed)
		if err != nil {
			t.Fatal(err)
		}
		seen[g.Pos.(*State).Actor()] = true
	}
	if len(seen) != 3 {
		t.Errorf("drawn were %v", seen)
	}
	g, _, err := engine.Begin("first", New(), engine.Setup{Seats: 3}, sceneNames[:3], sceneSeed)
	if err != nil || g.Pos.(*State).Actor() != 0 {
		t.Errorf("the first seat does not speak first: %v", err)
	}
}

// Build track, R10: a join over a ridge pays it once, and so does a chain that is continued
// over one.
func TestAuditJoinOverRidge(t *testing.T) {
	c := sceneAt(t, 2)
	c.open(0, "Knoxville V36 > V38")
	c.money(0, 40, 0)
	c.order(0, "build Columbia: W41 V40 V38 > V36")
	s := c.pos()
	if len(s.Links) != 1 || len(s.Open) != 0 {
		t.Fatalf("%d links and %d incomplete ones", len(s.Links), len(s.Open))
	}
	o := readOracle(t)
	_, cost, _ := o.judge(c.begun, 0, try{start: "Columbia", way: []string{"W41", "V40", "V38"}, end: "V36", most: 4})
	if got := 40 - s.Players[0].Money; got != cost+4 { // the ridge that the oracle does not see without the open end
		t.Errorf("the join costs %d, not %d and a ridge", got, cost)
	}
}

// Deliver: who delivers over a hex twice crossed is nobody's business; but the own first
// link may be one of several there.
func TestAuditFirstLinkOfSeveral(t *testing.T) {
	c := sceneAt(t, 2)
	c.link(1, "Philadelphia", "New York", 1)
	c.link(0, "Philadelphia", "New York", 1)
	c.goods("Philadelphia", Red, Red)
	c.pos().Players[0].Position = 0
	c.order(0, "deliver red Philadelphia > New York")
	if s := c.pos(); s.Players[0].Position != 1 || s.Players[1].Position != 0 {
		t.Errorf("positions are %d and %d", s.Players[0].Position, s.Players[1].Position)
	}
	if r := c.refused(1, "deliver red Philadelphia > New York(1)"); r.Why.Key != "tycoon.no.path-first-other" {
		t.Errorf("refused with %s", r.Why.Key)
	}
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

// End of the game, R22: the end is triggered by markers that are there at one time, not by those
// that ever were; by a delivery in the last turn nothing more comes.
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

// Income: in the last turn no card is dealt, and barons are seen by all.
func TestAuditLastTurn(t *testing.T) {
	c := sceneAt(t, 2)
	s := c.pos()
	s.Last, s.Deck = 2, []int{32}
	c.baron(0, "gould")
	c.baron(1, "holliday")
	c.money(1, 5, 3)
	c.endTurn()
	s = c.pos()
	if !s.Over() || len(s.Deck) != 1 || len(s.Up) != 0 {
		t.Errorf("over: %v, %d cards in the deck, %d up", s.Over(), len(s.Deck), len(s.Up))
	}
	view := s.View(engine.Nobody).(*State)
	if view.Players[0].Baron == 0 || view.Players[1].Baron == 0 {
		t.Error("barons are hidden after the end")
	}
	scores := New().Scores(s)
	if scores[0].Seat != 0 || scores[0].Points != 7 { // fewest shares, alone
		t.Errorf("the winner is %+v", scores[0])
	}
}

// Income: dividends are paid before the shares issued for them count.
func TestAuditDividendsOfMany(t *testing.T) {
	c := sceneAt(t, 2)
	c.money(0, 0, 1)
	c.money(1, 4, 26)
	c.endTurn()
	s := c.pos()
	if p := s.Players[0]; p.Money != 4 || p.Shares != 2 {
		t.Errorf("1 share and no money end as %+v", p)
	}
	if p := s.Players[1]; p.Money != 3 || p.Shares != 31 { // short of 22: 5 shares
		t.Errorf("26 shares and $4 end as %+v", p)
	}
}

// Hidden information, R27: George Pullman's holder shows him when he comes first to level
// 6; another who comes first shows nothing.
func TestAuditPullmanShown(t *testing.T) {
	for holder := range engine.Seat(2) {
		c := sceneAt(t, 2)
		c.baron(holder, "pullman")
		c.baron(1-holder, "gould")
		c.pos().Players[0].Engine = 5
		c.money(0, 20, 0)
		c.order(0, "upgrade")
		s := c.pos()
		if s.Pullman != 0 || s.Players[0].Shown != (holder == 0) || s.Players[1].Shown {
			t.Errorf("holder %d: first is %d, shown %v and %v", holder, s.Pullman, s.Players[0].Shown, s.Players[1].Shown)
		}
		if seen := s.View(1).(*State).Players[0].Baron != 0; seen != (holder == 0) {
			t.Errorf("holder %d: the other sees the baron: %v", holder, seen)
		}
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
	if r := c.refused(1, "western Kansas City"); r.Why.Key != "tycoon.no.western-all" {
		t.Errorf("refused with %s", r.Why.Key)
	}
}

// Build track: nothing is removed but at the end of the turn, and then without refund; complete
// links stay.
func TestAuditIncompleteLinksGo(t *testing.T) {
	c := sceneAt(t, 2)
	c.money(0, 10, 0)
	c.order(0, "build Detroit: J26 I27 > H28")
	c.passUntil(func(s *State) bool { return s.Round == 2 && s.Actor() == 0 })
	c.order(0, "build I27: H28 G29 F30 > Toronto")
	c.passUntil(func(s *State) bool { return s.Round == 3 && s.Actor() == 0 })
	c.order(0, "build Toronto: F28 > G27")
	c.endTurn()
	if s := c.pos(); len(s.Links) != 1 || len(s.Open) != 0 || s.Links[0].Way.Tracks() != 5 {
		t.Errorf("%d links, %d incomplete", len(s.Links), len(s.Open))
	}
}
