package tycoon

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/rail/hex"
)

// sceneSeed is the seed of positions that tests set up by hand.
var sceneSeed = engine.Seed("a seed for scenes of the tests..")

// sceneNames are the players.
var sceneNames = []string{"Ann", "Ben", "Cleo", "Dag", "Eve", "Fay"}

// scene is a position set up by hand, and a game that continues from it. Impossible facts are reported to fail:
// a test's Fatalf, or the faults of a case.
type scene struct {
	*engine.Game
	begun *State // as the game was set up
	names []string
	avoid []Spot // hexes through which no link is laid
	fail  func(format string, args ...any)
}

// sceneAt is a game with this many seats in round 1 of turn 2; seat 0 is to act. Nobody
// has a baron, no card is up or in the deck, the goods are those of the set-up.
func sceneAt(t testing.TB, seats int) *scene {
	t.Helper()
	return newScene(sceneNames[:seats], nil, sceneSeed, t.Fatalf)
}

// newScene is sceneAt with options, another seed, or another place for faults.
func newScene(names []string, options map[string]string, seed engine.Seed, fail func(string, ...any)) *scene {
	g, _, err := engine.Begin("scene", New(), engine.Setup{Seats: len(names), Options: options}, names, seed)
	if err != nil {
		fail("setting up: %v", err)
		return nil
	}
	c := &scene{Game: g, begun: g.Pos.Clone().(*State), names: names, fail: fail}
	s := c.pos()
	s.Turn, s.Stage, s.Round, s.First, s.Moved, s.Due = 2, StageActions, 1, 0, 0, 1
	s.Auction = Auction{Leader: engine.Nobody}
	s.Up, s.Deck, s.Fresh = nil, nil, nil
	for i := range s.Players {
		s.Players[i].Baron = 0
	}
	return c
}

// pos is the present position.
func (c *scene) pos() *State { return c.Pos.(*State) }

// acts makes a seat the one to act.
func (c *scene) acts(seat engine.Seat) {
	s := c.pos()
	s.Moved = int((seat - s.First + engine.Seat(s.Seats)) % engine.Seat(s.Seats))
}

// city finds a city by its full name.
func (c *scene) city(name string) City {
	for i, p := range c.pos().book.Cities {
		if strings.EqualFold(p.Name, name) {
			return City(i)
		}
	}
	c.fail("no city is called %q", name)
	return 0
}

// colour finds a colour by its word.
func (c *scene) colour(word string) Colour {
	i := slices.Index(colourWords[:], word)
	if i < 0 {
		c.fail("no colour is called %q", word)
	}
	return Colour(max(i, 0))
}

// spot finds a hex of the board.
func (c *scene) spot(name string) Spot {
	if at, err := hex.Parse(name); err == nil {
		for i := range c.pos().book.Hexes {
			if c.pos().book.Hexes[i].At == at {
				return Spot(i)
			}
		}
	}
	c.fail("no hex is called %q", name)
	return 0
}

// town is the state of a city.
func (c *scene) town(name string) *Town { return &c.pos().Cities[c.city(name)] }

// goods gives a city exactly these goods; they come from the bag.
func (c *scene) goods(city string, colours ...Colour) {
	s, town := c.pos(), c.town(city)
	for k := Red; k <= Purple; k++ {
		s.Bag.Add(k, town.Cubes.Of(k))
	}
	town.Cubes = Cubes{}
	for _, k := range colours {
		town.Cubes.Add(k, 1)
		s.Bag.Add(k, -1)
	}
	town.Empty = false
}

// empty takes the last goods of cities and marks them.
func (c *scene) empty(cities ...string) {
	for _, name := range cities {
		c.goods(name)
		c.town(name).Empty = true
	}
}

// money sets a player's money and shares.
func (c *scene) money(seat engine.Seat, money, shares int) {
	p := c.pos().Player(seat)
	p.Money, p.Shares = money, shares
}

// up makes cards available.
func (c *scene) up(cards ...int) {
	s := c.pos()
	s.Up = append(s.Up, cards...)
	slices.Sort(s.Up)
}

// hold gives a player cards.
func (c *scene) hold(seat engine.Seat, cards ...int) {
	p := c.pos().Player(seat)
	p.Cards = append(p.Cards, cards...)
	slices.Sort(p.Cards)
}

// baron deals a player a baron by his name in the data.
func (c *scene) baron(seat engine.Seat, id string) {
	i := slices.IndexFunc(c.pos().book.Barons, func(b Baron) bool { return b.ID == id })
	if i < 1 {
		c.fail("no baron is called %q", id)
		return
	}
	c.pos().Player(seat).Baron = i
}

// link gives a player a complete link by the shortest way that is free, as if
// completed in a turn.
func (c *scene) link(owner engine.Seat, from, to string, turn int) {
	s := c.pos()
	a, b := c.city(from), c.city(to)
	way, ok := c.freeWay(a, b)
	if !ok {
		c.fail("there is no way left from %s to %s", from, to)
		return
	}
	s.Links = append(s.Links, Link{Owner: owner, From: a, To: b, Way: way, Turn: turn})
	s.relay()
}

// open gives a player an incomplete link: "Detroit J26 I27 > H28".
func (c *scene) open(owner engine.Seat, text string) {
	words := strings.Fields(strings.NewReplacer(":", " ", ">", " ").Replace(text))
	names := len(words)
	for names > 0 && !isCity(c.pos().book, strings.Join(words[:names], " ")) {
		names--
	}
	if names == 0 || len(words)-names < 2 {
		c.fail("%q is no incomplete link", text)
		return
	}
	s := c.pos()
	from := c.city(strings.Join(words[:names], " "))
	at, way := s.book.Cities[from].Spot, Way("")
	for _, name := range words[names:] {
		next := c.spot(name)
		e, ok := s.book.Hexes[at].At.Toward(s.book.Hexes[next].At)
		if !ok {
			c.fail("%q: %s is no neighbour of the hex before", text, name)
			return
		}
		way, at = way.Then(e), next
	}
	s.Open = append(s.Open, Link{Owner: owner, From: from, To: NoCity, Way: way})
	s.relay()
}

func isCity(b *Book, name string) bool {
	return slices.ContainsFunc(b.Cities, func(p Place) bool { return strings.EqualFold(p.Name, name) })
}

// freeWay is a way of fewest tracks between two cities that no track bars.
func (c *scene) freeWay(from, to City) (Way, bool) {
	s := c.pos()
	return c.seek(from, c.avoid, func(at Spot, came hex.Edge, way Way) bool {
		return s.book.Hexes[at].City == to && s.book.Cities[to].Exits.Has(came) && way.Tracks() > 0
	})
}

// seek finds a way of fewest tracks, from a city on, that is done when it comes into
// some hex by some side. It knows nothing of the package's own search.
func (c *scene) seek(from City, avoid []Spot, done func(at Spot, came hex.Edge, way Way) bool) (Way, bool) {
	type place struct {
		at   Spot
		came hex.Edge
	}
	s := c.pos()
	b := s.book
	taken := func(at Spot, e hex.Edge) bool {
		return slices.ContainsFunc(s.Pieces(at), func(p Piece) bool { return p.A == e || p.B == e })
	}
	queue, ways := []place{}, map[place]Way{}
	reach := func(at Spot, e hex.Edge, way Way) {
		next := b.Hexes[at].Next[e]
		if next == NoSpot || slices.Contains(avoid, next) || taken(at, e) || taken(next, e.Opposite()) {
			return
		}
		p := place{next, e.Opposite()}
		if _, known := ways[p]; !known {
			ways[p] = way.Then(e)
			queue = append(queue, p)
		}
	}
	start := b.Cities[from]
	for e := range hex.Edge(hex.Edges) {
		if start.Exits.Has(e) {
			reach(start.Spot, e, "")
		}
	}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		if done(p.at, p.came, ways[p]) {
			return ways[p], true
		}
		if !b.Hexes[p.at].Track() || len(s.Pieces(p.at)) > 1 || crossed(b, from, ways[p]) {
			continue
		}
		for turn := 2; turn <= 4; turn++ {
			reach(p.at, p.came.Turn(turn), ways[p])
		}
	}
	return "", false
}

// crossed reports whether a chain has come into a hex twice.
func crossed(b *Book, from City, way Way) bool {
	at, seen := b.Cities[from].Spot, make([]Spot, 0, 32)
	for i := range len(way) {
		if at = b.Hexes[at].Next[way.Side(i)]; slices.Contains(seen, at) {
			return true
		}
		seen = append(seen, at)
	}
	return false
}

// order gives a legal line and returns the reports.
func (c *scene) order(seat engine.Seat, line string) []engine.Report {
	r, err := c.Try(seat, line, false)
	if err != nil {
		c.fail("%s: %q is refused: %v", c.names[seat], line, err)
		return nil
	}
	c.Take(seat, r)
	return r.Reports
}

// refused gives an illegal line, which changes nothing, and returns the refusal.
func (c *scene) refused(seat engine.Seat, line string) *engine.Refusal {
	before := c.Digest()
	_, err := advise.Try(c.Game, seat, line, false, spoken.Words().Words)
	if c.Digest() != before {
		c.fail("the refused line %q changed the position", line)
	}
	r, ok := engine.AsRefusal(err)
	if !ok {
		c.fail("%s: %q is accepted: %v", c.names[seat], line, err)
		return &engine.Refusal{}
	}
	return r
}

// passUntil passes for each acting seat until done; a game that does not reach that fails.
func (c *scene) passUntil(done func(*State) bool) {
	for range 1000 {
		if done(c.pos()) {
			return
		}
		if c.pos().Over() {
			break
		}
		c.order(c.pos().Actor(), "pass")
	}
	c.fail("the game does not come so far by passes")
}

// endTurn passes until the turn is over.
func (c *scene) endTurn() {
	turn := c.pos().Turn
	c.passUntil(func(s *State) bool { return s.Turn > turn || s.Over() })
}
