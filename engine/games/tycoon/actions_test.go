package tycoon

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// cardCalled finds a card by its name.
func (c *scene) cardCalled(name string) int {
	i := slices.IndexFunc(c.pos().book.Cards, func(x Card) bool { return x.Name == name })
	if i < 1 {
		c.fail("no card is called %q", name)
	}
	return i
}

// cardsOf are the cards of a kind.
func (c *scene) cardsOf(kind CardKind) (list []int) {
	for id := range c.pos().book.Cards {
		if c.pos().book.Cards[id].Kind == kind {
			list = append(list, id)
		}
	}
	return list
}

// drawOnly leaves this many cubes in the bag, all of one colour.
func (c *scene) drawOnly(k Colour, n int) {
	c.pos().Bag = Cubes{}
	c.pos().Bag.Add(k, n)
}

// TestActionsRefused: each order that may not be given has its reason.
func TestActionsRefused(t *testing.T) {
	growth := func(c *scene) string { return fmt.Sprintf("card %d Boston", c.cardsOf(CityGrowth)[0]) }
	industry := func(c *scene) string { return fmt.Sprintf("card %d Toledo blue", c.cardsOf(NewIndustry)[0]) }
	for name, c := range map[string]struct {
		line func(c *scene) string
		set  func(c *scene)
		key  string
		rule string
	}{
		"urbanize: a city with a colour": {text("urbanize Chicago blue"), nil, "not-gray", "Urbanize"},
		"urbanize: a new city":           {text("urbanize Toledo blue"), func(c *scene) { c.town("Toledo").Colour = Black }, "not-gray", "Urbanize"},
		"urbanize: no red tiles (R14)":   {text("urbanize Toledo red"), nil, "tile-colour", "Urbanize"},
		"urbanize: no such tile left":    {text("urbanize Toledo blue"), func(c *scene) { c.pos().Tiles.Add(Blue, -3) }, "tile-left", "Urbanize"},
		"urbanize: no tile left":         {text("urbanize Toledo blue"), func(c *scene) { c.pos().Tiles = Cubes{} }, "tiles-left", "Urbanize"},
		"urbanize: no gray city left":    {text("urbanize Toledo blue"), allBlack, "gray-left", "Urbanize"},
		"upgrade: the highest level":     {text("upgrade"), func(c *scene) { c.pos().Player(0).Engine = 8 }, "engine-highest", "Upgrade engine"},
		"upgrade: two levels":            {text("upgrade to 4"), nil, "engine-step", "Upgrade engine"},
		"upgrade: the level it has":      {text("upgrade engine to level 1"), nil, "engine-step", "Upgrade engine"},
		"card: no such number":           {text("card 38"), nil, "card-unknown", "Select a railroad operations card"},
		"card: not available":            {text("card 4"), nil, "card-not-up", "Select a railroad operations card"},
		"card: another's":                {text("card 4"), func(c *scene) { c.hold(1, 4) }, "card-held", "Select a railroad operations card"},
		"card: award":                    {text("card 10"), func(c *scene) { c.up(10) }, "card-award", "Operations cards"},
		"card: award, won by another":    {text("card 10"), func(c *scene) { c.pos().Player(1).Won = []int{10} }, "card-won", "Operations cards"},
		"card: in the deck": {text("card 4"), func(c *scene) {
			for id := 1; id < len(c.pos().book.Cards); id++ {
				c.pos().Deck = append(c.pos().Deck, id)
			}
		}, "card-in-deck", "Select a railroad operations card"},
		"card: award, not available":      {text("card 10"), nil, "card-award", "Operations cards"},
		"card: growth, empty bag (R29)":   {growth, func(c *scene) { c.up(c.cardsOf(CityGrowth)...); c.drawOnly(Red, 0) }, "card-bag-empty", "Operations cards, R29"},
		"card: industry, no tile":         {industry, func(c *scene) { c.up(c.cardsOf(NewIndustry)...); c.pos().Tiles = Cubes{} }, "card-no-effect", "Select a railroad operations card, Urbanize"},
		"card: industry, no gray city":    {industry, func(c *scene) { c.up(c.cardsOf(NewIndustry)...); allBlack(c) }, "card-no-effect", "Select a railroad operations card, Urbanize"},
		"card: industry, coloured city":   {text("card 26 Chicago blue"), func(c *scene) { c.up(26) }, "not-gray", "Urbanize"},
		"western: no gateway":             {text("western Chicago"), nil, "not-gateway", "Western link"},
		"western: no own link":            {text("western Kansas City"), func(c *scene) { c.link(1, "Kansas City", "St. Louis", 1) }, "western-no-link", "Western link"},
		"western: link of this turn":      {text("western Kansas City"), func(c *scene) { c.link(0, "Kansas City", "St. Louis", 2) }, "western-young", "Western link, R15"},
		"western: built by another (R15)": {text("western Kansas City"), func(c *scene) { c.link(0, "Kansas City", "St. Louis", 1); c.western(1, "Kansas City") }, "western-there", "Western link, R15"},
		"western: both built":             {text("western Kansas City"), func(c *scene) { c.western(1, "Kansas City"); c.western(1, "Des Moines") }, "western-all", "Western link"},
	} {
		s := sceneAt(t, 2)
		if c.set != nil {
			c.set(s)
		}
		r := s.refused(0, c.line(s))
		expect.Same(t, name, r.Why.Key, "tycoon.no."+c.key)
		expect.Same(t, name, r.Rule, c.rule)
	}
}

func text(line string) func(*scene) string { return func(*scene) string { return line } }

// allBlack leaves no gray city.
func allBlack(c *scene) {
	for at := range c.pos().Cities {
		c.pos().Cities[at].Colour = Black
	}
}

// western gives a player a western link.
func (c *scene) western(owner engine.Seat, at string) {
	s := c.pos()
	s.Western = append(s.Western, WesternLink{At: c.city(at), Owner: owner, After: len(s.Links)})
}

// TestActionsStand: orders as typed and as in the log, and their reports.
func TestActionsStand(t *testing.T) {
	for _, c := range []struct {
		set                 func(c *scene)
		typed, line, report string
	}{
		{nil, "urbanise tol blu", "urbanize Toledo blue", "urbanize forced drawn"},
		{func(c *scene) { c.empty("Toledo") }, "urbanize Toledo purple", "urbanize Toledo purple", "urbanize forced drawn marker-off"},
		{func(c *scene) { c.empty("Toledo"); c.drawOnly(Red, 0) }, "urbanize Toledo blue", "urbanize Toledo blue", "urbanize forced bag-empty"},
		{func(c *scene) { c.money(0, 5, 0) }, "upgrade", "upgrade", "upgrade"},
		{func(c *scene) { c.up(4) }, "take card 4", "card 4", "card"},
		{func(c *scene) { c.up(5, 6) }, "card Hotel Boston", "card 6", "card"},
		{func(c *scene) { c.up(22) }, "card 22 bost", "card 22 Boston", "card-city drawn"},
		{func(c *scene) { c.up(22, 23) }, "card city growth boston", "card 22 Boston", "card-city drawn"},
		{func(c *scene) { c.up(26) }, "card 26 toledo bla", "card 26 Toledo black", "card-tile drawn"},
		{func(c *scene) { c.up(26); c.drawOnly(Red, 0) }, "card 26 Toledo black", "card 26 Toledo black", "card-tile bag-empty"},
		{func(c *scene) { c.up(30) }, "card 30", "card 30", "card-actions"},
		{func(c *scene) { c.link(0, "Kansas City", "St. Louis", 1); c.money(0, 30, 0) }, "western kansas", "western Kansas City", "western western-cubes"},
	} {
		s := sceneAt(t, 2)
		if c.set != nil {
			c.set(s)
		}
		r, err := s.Try(0, c.typed, false)
		if err != nil {
			t.Errorf("%q: %v", c.typed, err)
			continue
		}
		if got := reportKeys(r.Reports); r.Line != c.line || got != c.report {
			t.Errorf("%q stands as %q and reports %s, want %q and %s", c.typed, r.Line, got, c.line, c.report)
		}
	}
}

// TestColoursAmbiguous: two letters of a colour are enough, but not "bl" (Orders by mail).
func TestColoursAmbiguous(t *testing.T) {
	s := sceneAt(t, 2)
	if r := s.refused(0, "urbanize Toledo bl"); r.Kind != engine.NotUnderstood || len(r.Expected) < 2 || !slices.Equal(slices.Sorted(slices.Values(r.Expected[:2])), []string{"black", "blue"}) {
		t.Errorf("bl: %s, expected %v", r.Kind, r.Expected)
	}
	s.order(0, "urbanize Toledo ye")
}

// TestDrawsAsCommitted: cubes are drawn by their order in the bag (Set-up).
func TestDrawsAsCommitted(t *testing.T) {
	s := sceneAt(t, 2)
	bag := s.pos().Bag
	before := s.town("Toledo").Cubes
	r := expect.Get(s.Try(0, "urbanize Toledo blue", false))(t)
	want := before
	for _, d := range r.Draws {
		expect.Same(t, "stream", d.Stream, "bag")
		expect.Same(t, "cubes to draw from", d.Of, bag.Total())
		k, i := Red, d.Got
		for ; i >= bag.Of(k); k++ {
			i -= bag.Of(k)
		}
		bag.Add(k, -1)
		want.Add(k, 1)
	}
	s.Take(0, r)
	if len(r.Draws) != 2 || s.town("Toledo").Cubes != want || s.pos().Bag != bag {
		t.Errorf("draws %v: Toledo has %v, want %v", r.Draws, s.town("Toledo").Cubes, want)
	}
}

// TestPullman: the first player at level 6 is remembered; if they hold the baron, it is
// shown to all, and a preview ends there (End of the game, Hidden information, R27).
func TestPullman(t *testing.T) {
	for _, holds := range []bool{false, true} {
		s := sceneAt(t, 2)
		s.pos().Player(0).Engine, s.pos().Player(1).Engine = 5, 5
		if holds {
			s.baron(0, "pullman")
		}
		s.baron(1, "farnam")
		dry, err := s.Try(0, "upgrade", true)
		if err != nil || dry.Stopped != holds {
			t.Errorf("holds %v: a preview stops %v (%v)", holds, dry.Stopped, err)
		}
		reports := s.order(0, "upgrade")
		if p := s.pos(); p.Pullman != 0 || p.Player(0).Shown != holds {
			t.Errorf("holds %v: remembered %d, shown %v", holds, p.Pullman, p.Player(0).Shown)
		}
		if seen := s.pos().View(1).(*State).Player(0).Baron != 0; seen != holds || s.pos().Player(1).Shown {
			t.Errorf("holds %v: the other sees the baron: %v", holds, seen)
		}
		expect.Same(t, reportKeys(reports), strings.Contains(reportKeys(reports), "baron-shown"), holds)
		if got := reportKeys(s.order(1, "upgrade")); strings.Contains(got, "first-at-level") || s.pos().Pullman != 0 {
			t.Errorf("the second at level 6: %s", got)
		}
	}
}

// TestMajorLines: a line goes to the first player whose links connect its ends, by any
// way; the western one when the last of the two is done; one that somebody has when
// it is dealt to who had it first (Operations cards, R20).
func TestMajorLines(t *testing.T) {
	line := "Major Line Baltimore - Toledo"
	western := "Major Line New York - Kansas City"
	whole := func(owner engine.Seat) func(c *scene) {
		return func(c *scene) { c.bare(owner, "Baltimore-Pittsburgh", "Pittsburgh-Cleveland", "Cleveland-Toledo") }
	}
	far := func(owner engine.Seat) func(c *scene) {
		return func(c *scene) { c.bare(owner, "New York-Kansas City") }
	}
	at := func(owner engine.Seat) func(c *scene) { return func(c *scene) { c.western(owner, "Kansas City") } }
	for _, c := range []struct {
		name, card string
		set        []func(c *scene)
		to         engine.Seat
	}{
		{"nobody has it", line, nil, engine.Nobody},
		{"a part is another's", line, []func(c *scene){func(c *scene) {
			c.bare(0, "Baltimore-Pittsburgh")
			c.bare(1, "Pittsburgh-Toledo")
		}}, engine.Nobody},
		{"one has it", line, []func(c *scene){whole(1)}, 1},
		{"two have it", line, []func(c *scene){whole(2), whole(0)}, 2},
		{"without the western link", western, []func(c *scene){far(0)}, engine.Nobody},
		{"the western link is another's", western, []func(c *scene){far(0), at(1)}, engine.Nobody},
		{"link, then western link", western, []func(c *scene){far(0), at(0)}, 0},
		{"western link, then link", western, []func(c *scene){at(0), far(0)}, 0},
	} {
		s := sceneAt(t, 3)
		for _, set := range c.set {
			set(s)
		}
		id := s.cardCalled(c.card)
		s.up(id)
		tx := engine.Trial(s.pos(), 0)
		dealt(state(tx), tx, id)
		for seat, p := range state(tx).Players {
			want := 0
			if engine.Seat(seat) == c.to {
				want = s.pos().book.Cards[id].Points
			}
			expect.Same(t, fmt.Sprintf("%s: seat %d gets", c.name, seat), p.Position, want)
		}
		expect.Same(t, c.name, len(state(tx).Up) == 0, c.to != engine.Nobody)
	}
}

// bare gives a player complete links without track, for tests that ignore track.
func (c *scene) bare(owner engine.Seat, pairs ...string) {
	for _, p := range pairs {
		from, to, _ := strings.Cut(p, "-")
		c.pos().Links = append(c.pos().Links, Link{Owner: owner, From: c.city(from), To: c.city(to), Turn: 1})
	}
}

// TestNetworks: cities of the largest own network, links ending in a city, what is
// connected, the longest line (Tycoon cards).
func TestNetworks(t *testing.T) {
	s := sceneAt(t, 2)
	s.bare(0, "Boston-Providence", "Providence-New Haven", "New Haven-New York", "New York-Philadelphia", "Philadelphia-Baltimore", "New Haven-Albany")
	s.bare(0, "Chicago-Milwaukee", "Chicago-Detroit", "Chicago-Toledo", "Detroit-Toledo")
	s.bare(1, "New York-Albany", "Albany-Buffalo")
	p := s.pos()
	if got := []int{p.Network(0).Largest(), p.Network(1).Largest(), p.Network(0).Longest(), p.Network(1).Longest(), p.Network(0).From(s.city("Chicago")), p.Network(0).Links()}; !slices.Equal(got, []int{7, 3, 5, 2, 3, 10}) {
		t.Errorf("network 7 and 3, longest 5 and 2, 3 links at Chicago, 10 in all; got %v", got)
	}
	for pair, want := range map[string]bool{"Boston-Baltimore": true, "Boston-Chicago": false, "Albany-Boston": true, "Buffalo-Albany": false} {
		from, to, _ := strings.Cut(pair, "-")
		expect.Same(t, fmt.Sprintf("%s connected: %v", pair, !want), p.Network(0).Connects(s.city(from), s.city(to)), want)
	}
	if empty := sceneAt(t, 2).pos(); empty.Network(0).Largest() != 0 || empty.Network(0).Longest() != 0 {
		t.Error("a player without links has a network")
	}
}

// TestUpgradeReads: the next level may be named and is not written.
func TestUpgradeReads(t *testing.T) {
	for _, line := range []string{"upgrade", "upgrade engine", "Upgrade to 2", "upgrade my engine to level 2.", "upgrade level 2", "upgrade 2"} {
		expect.Same(t, line, expect.Get(sceneAt(t, 2).Try(0, line, true))(t).Line, "upgrade")
	}
	for line, key := range map[string]string{"upgrade to 3": "tycoon.no.engine-step", "upgrade to": "engine.missing", "upgrade to the moon": "engine.order-ends-before", "upgrade to level high": "engine.unknown-word", "upgrade engine please": "engine.courtesy"} {
		expect.Same(t, line, sceneAt(t, 2).refused(0, line).Why.Key, key)
	}
}
