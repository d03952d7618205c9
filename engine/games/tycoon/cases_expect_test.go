package tycoon

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/enginetest/casetest"
)

// compare compares the result with every expected key.
func (c *caseRun) compare() {
	if len(c.Faults) > 0 {
		return
	}
	if c.refusal != nil && c.Expect["legal"] == nil && c.Expect["illegal_line"] == nil && c.Expect["wrong_line"] == nil {
		c.Fault("line %d is refused: %s", c.wrong, c.refusal.Why.Key)
		return
	}
	for _, key := range slices.Sorted(maps.Keys(c.Expect)) {
		if got, ok := c.told[key]; ok {
			c.Same(key, got)
			continue
		}
		if key == "note" { // words for the reader
			continue
		}
		if expect := expectKeys[key]; expect != nil {
			expect(c, key)
			continue
		}
		if !c.named(key) {
			c.Fault("the expected key %q is not known", key)
		}
	}
}

// expectKeys are the keys that can be expected.
var expectKeys = map[string]func(c *caseRun, key string){
	"legal":        func(c *caseRun, key string) { c.Same(key, c.refusal == nil) },
	"reason":       func(c *caseRun, key string) { c.reason(casetest.Value[string](c, c.Expect[key], key)) },
	"illegal_line": func(c *caseRun, key string) { c.Same(key, c.wrong) },
	"wrong_line":   func(c *caseRun, key string) { c.Same(key, c.wrong) },

	"cost":             func(c *caseRun, key string) { c.Same(key, spent(c.before, c.after, c.mover)) },
	"pays":             func(c *caseRun, key string) { c.Same(key, spent(c.before, c.after, c.after.First)) },
	"ridges":           func(c *caseRun, key string) { c.Same(key, c.bill().ridges) },
	"river_surcharges": func(c *caseRun, key string) { c.Same(key, c.bill().rivers) },
	"completes":        func(c *caseRun, key string) { c.Same(key, len(c.after.Links) == len(c.before.Links)+1) },
	"incomplete_points_to": func(c *caseRun, key string) {
		for i := len(c.after.Open) - 1; i >= 0; i-- {
			if l := c.after.Open[i]; l.Owner == c.mover {
				c.Same(key, pointsTo(c.after, l))
				return
			}
		}
		c.Fault("no link is incomplete")
	},
	"link": func(c *caseRun, key string) {
		if len(c.after.Links) == 0 {
			c.Fault("no link is complete")
			return
		}
		l, b := c.after.Links[len(c.after.Links)-1], c.after.book
		c.Same(key, []string{b.Cities[l.From].Name, b.Cities[l.To].Name})
	},
	"after_turn": func(c *caseRun, key string) { c.prose(key, casetest.Value[string](c, c.Expect[key], key)) },

	"positions":  comparePositions,
	"cards_gone": compareGone,
	"cards_of":   compareHeld,

	"empty_marker":              func(c *caseRun, key string) { c.markers(key, true) },
	"empty_marker_removed":      func(c *caseRun, key string) { c.markers(key, false) },
	"empty_markers":             func(c *caseRun, key string) { c.Same(key, emptyCities(c.after)) },
	"chicago_gets_random_cubes": func(c *caseRun, key string) { c.Same(key, c.gets("Chicago")) },
	"random_cubes":              func(c *caseRun, key string) { c.Same(key, c.gets(c.theCity())) },
	"color": func(c *caseRun, key string) {
		c.Same(key, c.after.Cities[c.city(c.theCity())].Colour.String())
	},
	"tiles_left": func(c *caseRun, key string) {
		got := map[string]int{}
		for word := range casetest.Value[map[string]int](c, c.Expect[key], key) {
			got[word] = c.after.Tiles.Of(c.colour(word))
		}
		c.Same(key, got)
	},

	"shares_issued": func(c *caseRun, key string) {
		c.Same(key, c.after.Player(c.who()).Shares-c.before.Player(c.who()).Shares)
	},
	"money":    eachExpected(func(p *Player) int { return p.Money }),
	"shares":   eachExpected(func(p *Player) int { return p.Shares }),
	"engine":   eachExpected(func(p *Player) int { return p.Engine }),
	"income":   func(c *caseRun, key string) { c.paidOut(key) },
	"dividend": func(c *caseRun, key string) { c.paidOut(key) },

	"actions_used_of_round": func(c *caseRun, key string) { c.Same(key, c.after.Moved) },
	"acts":                  func(c *caseRun, key string) { c.Same(key, c.players[c.after.Actor()]) },
	"round":                 func(c *caseRun, key string) { c.Same(key, c.after.Round) },
	"last_turn":             func(c *caseRun, key string) { c.Same(key, c.last) },
	"first":                 func(c *caseRun, key string) { c.Same(key, c.players[c.after.First]) },
	"order": func(c *caseRun, key string) {
		var names []string
		for i := range c.after.Seats {
			names = append(names, c.players[c.after.After(c.after.First, i)])
		}
		if c.after.Stage != StageActions || c.after.Actor() != c.after.First {
			c.Fault("the auction is not over")
		}
		c.Same(key, names)
	},

	"cubes": func(c *caseRun, key string) {
		got := map[string]int{}
		for name := range casetest.Value[map[string]int](c, c.Expect[key], key) {
			got[name] = c.begun.Cities[c.city(name)].Cubes.Total()
		}
		c.Same(key, got)
	},
	"total_on_map": func(c *caseRun, key string) {
		n := 0
		for _, t := range c.begun.Cities {
			n += t.Cubes.Total()
		}
		c.Same(key, n)
	},
	"red_in_bag":      func(c *caseRun, key string) { c.Same(key, c.after.Bag.Of(Red)) },
	"left_in_bag":     func(c *caseRun, key string) { c.Same(key, c.begun.Bag.Total()) },
	"cards_available": func(c *caseRun, key string) { c.Same(key, len(c.begun.Up)) },
	"deck":            func(c *caseRun, key string) { c.Same(key, len(c.begun.Deck)) },

	"score":  func(c *caseRun, key string) { c.Same(key, c.points(c.mover)) },
	"winner": func(c *caseRun, key string) { c.Same(key, strings.Join(c.winners(), ", ")) },
	"cities": compareCities,
	"longest": func(c *caseRun, key string) {
		c.Same(key, c.after.Network(c.mover).Longest())
	},
	"answer": func(c *caseRun, key string) { c.prose(key, casetest.Value[string](c, c.Expect[key], key)) },
}

var bonusKey = regexp.MustCompile(`^(\w)_bonus$`)

// cityKeys are the keys that begin with the name of a city, by the rest of the key.
var cityKeys = []struct {
	after string
	get   func(c *caseRun, at City) any
}{
	{"_left", func(c *caseRun, at City) any { return goodsOf(c.after.Cities[at].Cubes) }},
	{"_gets_random_cubes", func(c *caseRun, at City) any { return c.gets(c.after.book.Cities[at].Name) }},
	{"_gets", func(c *caseRun, at City) any {
		got := map[string]int{}
		for k := Red; k <= Purple; k++ {
			if n := c.after.Cities[at].Cubes.Of(k) - c.before.Cities[at].Cubes.Of(k); n != 0 {
				got[k.String()] = n
			}
		}
		return got
	}},
	{"_color", func(c *caseRun, at City) any { return c.after.Cities[at].Colour.String() }},
}

// named compares keys that begin with the name of a city or a player.
func (c *caseRun) named(key string) bool {
	for _, k := range cityKeys {
		if city, is := strings.CutSuffix(key, k.after); is {
			c.Same(key, k.get(c, c.city(cityOf(city))))
			return true
		}
	}
	m := bonusKey.FindStringSubmatch(key)
	if m != nil {
		p := c.after.Player(c.seat(m[1]))
		c.Same(key, c.points(c.seat(m[1]))-p.Position+p.Shares)
	}
	return m != nil
}

// goodsOf lists goods one by one.
func goodsOf(cubes Cubes) []string {
	list := []string{}
	for k := Red; k <= Purple; k++ {
		for range cubes.Of(k) {
			list = append(list, k.String())
		}
	}
	return list
}

// gets returns the number of cubes that a city has received.
func (c *caseRun) gets(city string) int {
	at := c.city(city)
	return c.after.Cities[at].Cubes.Total() - c.before.Cities[at].Cubes.Total()
}

// theCity is the city of the case.
func (c *caseRun) theCity() string {
	b, ok := c.Given["city"]
	if !ok {
		c.Fault("the case names no city")
		return c.pos().book.Cities[0].Name
	}
	return casetest.Value[string](c, b, "city")
}

// who is the player whose shares are meant: the mover, or the winner of the auction.
func (c *caseRun) who() engine.Seat {
	if c.Topic == "auction" {
		return c.after.First
	}
	return c.mover
}

func eachExpected(get func(*Player) int) func(*caseRun, string) {
	return func(c *caseRun, key string) {
		if b := c.Expect[key]; b[0] == '{' {
			got := map[string]int{}
			for name := range casetest.Value[map[string]int](c, b, key) {
				got[name] = get(c.after.Player(c.seat(name)))
			}
			c.Same(key, got)
			return
		}
		c.Same(key, get(c.after.Player(c.mover)))
	}
}

// comparePositions reads "+5", "0", and for several moves "+4, then +1".
func comparePositions(c *caseRun, key string) {
	got := map[string]string{}
	for name, text := range casetest.Value[map[string]string](c, c.Expect[key], key) {
		if n := strings.Count(text, ", then ") + 1; n > 1 && n != len(c.gains) {
			c.Fault("%s tells of %d moves", text, n)
		}
		var parts []string
		if strings.Contains(text, ", then ") {
			for _, gains := range c.gains {
				parts = append(parts, signed(gains[c.seat(name)]))
			}
		} else {
			parts = []string{signed(c.after.Player(c.seat(name)).Position - c.given.Player(c.seat(name)).Position)}
		}
		got[name] = strings.Join(parts, ", then ")
	}
	c.Same(key, got)
}

func signed(n int) string {
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", n)
}

// compareGone checks that cards are out of the game: neither available nor anybody's.
func compareGone(c *caseRun, key string) {
	got := []string{}
	for _, text := range casetest.Value[[]string](c, c.Expect[key], key) {
		was := slices.ContainsFunc(slices.Concat(c.given.Up, c.given.Deck), func(id int) bool { return c.cardIs(id, text) })
		is := slices.ContainsFunc(slices.Concat(c.after.Up, c.after.Deck), func(id int) bool { return c.cardIs(id, text) })
		held := slices.ContainsFunc(c.after.Players, func(p Player) bool {
			return slices.ContainsFunc(p.Cards, func(id int) bool { return c.cardIs(id, text) })
		})
		if was && !is && !held {
			got = append(got, text)
		}
	}
	c.Same(key, got)
}

// compareHeld lists the cards of players by number.
func compareHeld(c *caseRun, key string) {
	got := map[string][]int{}
	for name := range casetest.Value[map[string][]int](c, c.Expect[key], key) {
		got[name] = append([]int{}, c.after.Player(c.seat(name)).Cards...)
	}
	c.Same(key, got)
}

// markers compares whether a city has its marker.
func (c *caseRun) markers(key string, has bool) {
	name := casetest.Value[string](c, c.Expect[key], key)
	got := "not " + name
	if c.after.Cities[c.city(name)].Empty == has && c.before.Cities[c.city(name)].Empty != has {
		got = name
	}
	c.Same(key, got)
}

// paidOut is a figure of the mover in the report of his income and dividend.
func (c *caseRun) paidOut(key string) {
	for _, r := range c.reports {
		seat, _ := r.Arg("seat")
		if n, ok := r.Arg(key); ok && engine.Seat(seat.Int) == c.mover && strings.HasPrefix(r.Key, "tycoon.report.player-") {
			c.Same(key, n.Int)
			return
		}
	}
	c.Fault("no %s is reported", key)
}

// points is the final score of a seat.
func (c *caseRun) points(seat engine.Seat) int {
	for _, s := range New().Scores(c.after) {
		if s.Seat == seat {
			return s.Points
		}
	}
	c.Fault("%s has no score", c.players[seat])
	return 0
}

func (c *caseRun) winners() []string {
	var list []string
	for _, s := range New().Scores(c.after) {
		if s.Rank == 1 {
			list = append(list, c.players[s.Seat])
		}
	}
	return list
}

// compareCities compares names that were read, or sizes of networks.
func compareCities(c *caseRun, key string) {
	if c.read != nil {
		c.Same(key, c.read)
		return
	}
	got := map[string]int{}
	for name := range casetest.Value[map[string]int](c, c.Expect[key], key) {
		got[name] = c.after.Network(c.seat(name)).Largest()
	}
	c.Same(key, got)
}

// pointsTo is the hex beyond the open end of an incomplete link.
func pointsTo(s *State, l Link) string {
	at := s.book.Cities[l.From].Spot
	for i := range len(l.Way) {
		at = s.book.Hexes[at].Next[l.Way.Side(i)]
	}
	return s.book.Hexes[at].At.String()
}
