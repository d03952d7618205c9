package tycoon

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/enginetest/casetest"
	"railpost/engine/rail/hex"
)

// A case's words for track, goods, cards and barons.

// sides are the names of sides in cases.
var sides = map[string]hex.Edge{"SW": 0, "W": 1, "NW": 2, "NE": 3, "E": 4, "SE": 5}

var (
	trackGiven = regexp.MustCompile(`^(\w+) holds (?:a track )?(.+?)(?: of another player)?$`)
	linkLaid   = regexp.MustCompile(`^another player owns (.+?) ([A-Z]+\d+(?: [A-Z]+\d+)*) (.+)$`)
)

// giveTrack reads track of another player, the one after the mover: "N32 holds NW-SE and NE-SW", "another
// player owns New York G47 Philadelphia".
func giveTrack(c *caseRun, b json.RawMessage) {
	other := c.pos().After(c.mover, 1)
	for _, text := range oneOrMany(c, b, "other_track") {
		if m := linkLaid.FindStringSubmatch(text); m != nil {
			c.open(other, m[1]+" "+m[2]+" > "+c.hexOf(m[3]))
			s := c.pos()
			l := s.Open[len(s.Open)-1]
			s.Open = s.Open[:len(s.Open)-1]
			l.To, l.Turn = c.city(m[3]), 1
			s.Links = append(s.Links, l)
			s.relay()
			continue
		}
		m := trackGiven.FindStringSubmatch(text)
		if m == nil {
			c.Fault("%q is no track", text)
			return
		}
		for _, pair := range strings.Split(m[2], " and ") {
			one, two, _ := strings.Cut(pair, "-")
			a, ok1 := sides[one]
			b, ok2 := sides[two]
			if !ok1 || !ok2 {
				c.Fault("%q are no sides", pair)
				return
			}
			c.trackAt(other, m[1], a, b)
		}
	}
}

// hexOf is the hex of a city.
func (c *scene) hexOf(city string) string {
	b := c.pos().book
	return b.Hexes[b.Cities[c.city(city)].Spot].At.String()
}

// trackAt gives a player an incomplete link that goes through a hex by these sides.
// It begins in the nearest city from which a chain comes there.
func (c *scene) trackAt(owner engine.Seat, name string, a, b hex.Edge) {
	s := c.pos()
	target := c.spot(name)
	best := Link{Owner: owner, To: NoCity}
	for i := range s.book.Cities {
		for _, sides := range [][2]hex.Edge{{a, b}, {b, a}} {
			way, ok := c.seek(City(i), nil, func(at Spot, came hex.Edge, _ Way) bool { return at == target && came == sides[0] })
			if ok && (best.Way == "" || len(way) < len(best.Way)-1) {
				best.From, best.Way = City(i), way.Then(sides[1])
			}
		}
	}
	if best.Way == "" {
		c.fail("no chain reaches %s", name)
		return
	}
	s.Open = append(s.Open, best)
	s.relay()
}

var openGiven = regexp.MustCompile(`^(.+?)(?: of another player)?(?:, built in round (\d))?$`)

// giveOpen reads incomplete links: "Detroit J26 I27 > H28, built in round 3".
func giveOpen(c *caseRun, b json.RawMessage) {
	for _, text := range oneOrMany(c, b, "incomplete links") {
		m := openGiven.FindStringSubmatch(text)
		owner := c.mover
		if strings.Contains(text, " of another player") {
			owner = c.pos().After(c.mover, 1)
		}
		if m[2] != "" {
			c.pos().Round, _ = strconv.Atoi(m[2])
		}
		c.open(owner, m[1])
	}
}

func giveCubes(c *caseRun, b json.RawMessage) {
	for city, list := range casetest.Value[map[string][]string](c, b, "cubes") {
		goods := engine.Each(list, c.colour)
		c.goods(city, goods...)
	}
}

func giveMarkers(c *caseRun, b json.RawMessage) {
	c.empty(casetest.Value[[]string](c, b, "empty_markers")...)
}

// giveBag leaves this many cubes in the bag; the others are out of the game.
func giveBag(c *caseRun, b json.RawMessage) {
	left := casetest.Value[int](c, b, "bag")
	for k := Red; k <= Purple; k++ {
		n := min(left, c.pos().Bag.Of(k))
		c.pos().Bag.Add(k, n-c.pos().Bag.Of(k))
		left -= n
	}
}

// giveTiles sets the remaining new city tiles of a colour.
func giveTiles(c *caseRun, b json.RawMessage) {
	for word, n := range casetest.Value[map[string]int](c, b, "tiles_left") {
		k := c.colour(word)
		c.pos().Tiles.Add(k, n-c.pos().Tiles.Of(k))
	}
}

// giveWestern gives western links to a player other than the mover, or to the named one: {"Kansas City": "A"}.
func giveWestern(c *caseRun, b json.RawMessage) {
	owners := map[string]engine.Seat{}
	if b[0] == '{' {
		for city, name := range casetest.Value[map[string]string](c, b, "western_links") {
			owners[city] = c.seat(name)
		}
	} else {
		for _, city := range casetest.Value[[]string](c, b, "western_links") {
			owners[city] = c.pos().After(c.mover, c.pos().Seats-1)
		}
	}
	for city, owner := range owners {
		c.pos().Western = append(c.pos().Western, WesternLink{At: c.city(city), Owner: owner, After: len(c.pos().Links)})
	}
}

func giveHotels(c *caseRun, b json.RawMessage) {
	for city, name := range casetest.Value[map[string]string](c, b, "hotels") {
		c.hold(c.seat(name), c.card("hotel "+city))
	}
}

// giveHolds gives the mover cards; two of a kind are two cards.
func giveHolds(c *caseRun, b json.RawMessage) {
	for _, card := range casetest.Value[[]any](c, b, "holds") {
		c.hold(c.mover, c.cardOf(card))
	}
}

func giveCards(c *caseRun, b json.RawMessage) {
	for _, card := range casetest.Value[[]any](c, b, "cards_available") {
		c.up(c.cardOf(card))
	}
}

// cardOf is a card by its number, or by its kind as c.card.
func (c *caseRun) cardOf(card any) int {
	if n, ok := card.(float64); ok {
		return int(n)
	}
	return c.card(fmt.Sprint(card))
}

// card finds a card that is nowhere yet: "era_begins", "service_bounty Toronto",
// "major_line Boston-Washington".
func (c *scene) card(text string) int {
	for id := range c.pos().book.Cards {
		if id > 0 && c.cardIs(id, text) && !c.placed(id) {
			return id
		}
	}
	c.fail("no card is called %q", text)
	return 1
}

// placed reports whether a card is up or somebody's.
func (c *scene) placed(id int) bool {
	return slices.Contains(c.pos().Up, id) || slices.ContainsFunc(c.pos().Players, func(p Player) bool { return slices.Contains(p.Cards, id) })
}

func (c *scene) cardIs(id int, text string) bool {
	b := c.pos().book
	card := &b.Cards[id]
	kind, rest, more := strings.Cut(text, " ")
	if string(card.Kind) != kind {
		return false
	}
	if !more {
		return true
	}
	if card.Kind == MajorLine {
		return rest == b.Cities[card.A].Name+"-"+b.Cities[card.B].Name
	}
	return card.City != NoCity && rest == b.Cities[card.City].Name
}

// giveBarons deals barons by player, or one to the mover.
func giveBarons(c *caseRun, b json.RawMessage) {
	if b[0] != '{' {
		c.baron(c.mover, casetest.Value[string](c, b, "baron"))
		return
	}
	for name, id := range casetest.Value[map[string]string](c, b, "baron") {
		c.baron(c.seat(name), id)
	}
}

var levelGiven = regexp.MustCompile(`^(\w+) turn (\d+)$`)

// giveLevels plays the upgrades by which players have reached level 6.
func giveLevels(c *caseRun, b json.RawMessage) {
	for _, text := range casetest.Value[[]string](c, b, "level_6_reached") {
		m := levelGiven.FindStringSubmatch(text)
		if m == nil {
			c.Fault("%q is no player and turn", text)
			return
		}
		seat := c.seat(m[1])
		c.pos().Turn, _ = strconv.Atoi(m[2])
		c.pos().Round = 1
		c.acts(seat)
		c.pos().Player(seat).Engine = 5
		c.money(seat, 50, 0)
		c.order(seat, "upgrade")
	}
	c.acts(c.mover)
}
