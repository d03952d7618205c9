package tycoon

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/enginetest/casetest"
	"railpost/engine/rail/hex"
)

// giver sets up the facts of a key of a case.
type giver struct {
	key string
	set func(c *caseRun, b json.RawMessage)
}

// givers are the keys in the order in which they are set up, since some depend on others.
var givers = []giver{
	{"players", nil}, {"seats", nil}, {"player", nil}, // read before
	{"names", nil}, {"move", nil}, {"moves", nil}, {"lines", nil}, {"event", nil}, // played
	{"city", nil}, // subjects of expected keys
	{"previous_first", giveAuction},
	{"turn", func(c *caseRun, b json.RawMessage) { c.pos().Turn = casetest.Value[int](c, b, "turn") }},
	{"round", func(c *caseRun, b json.RawMessage) { c.pos().Round = casetest.Value[int](c, b, "round") }},
	{"other_players_to_act", giveOthers},
	{"printed", givePrinted},
	{"position", eachPlayer("position", func(p *Player) *int { return &p.Position })},
	{"score", eachPlayer("score", func(p *Player) *int { return &p.Position })},
	{"money", eachPlayer("money", func(p *Player) *int { return &p.Money })},
	{"shares", eachPlayer("shares", func(p *Player) *int { return &p.Shares })},
	{"engine", eachPlayer("engine", func(p *Player) *int { return &p.Engine })},
	{"own_links", giveOwnLinks},
	{"links", giveLinks},
	{"own_links_at_chicago", giveChicago},
	{"connections_own", giveConnections},
	{"connected", giveConnected},
	{"other_track", giveTrack},
	{"own_incomplete", giveOpen},
	{"other_incomplete", giveOpen},
	{"cubes", giveCubes},
	{"empty_markers", giveMarkers},
	{"red_in_bag", func(c *caseRun, b json.RawMessage) {
		c.pos().Bag.Add(Red, casetest.Value[int](c, b, "red_in_bag")-c.pos().Bag.Of(Red))
	}},
	{"bag", giveBag},
	{"western_links", giveWestern},
	{"hotels", giveHotels},
	{"holds", giveHolds},
	{"cards_available", giveCards},
	{"tiles_left", giveTiles},
	{"baron", giveBarons},
	{"level_6_reached", giveLevels},
}

// colourGiven is a key like "milwaukee_color".
var colourGiven = regexp.MustCompile(`^(.+)_color$`)

// setUp makes the position of a case; false when it cannot be set up.
func (c *caseRun) setUp() bool {
	if !c.seatPlayers() {
		return false
	}
	if c.scene = newScene(c.players, c.options(), sceneSeed, c.Fault); c.scene == nil {
		return false
	}
	c.acts(c.mover)
	c.clearWay()
	c.implied()
	for _, g := range givers {
		if b, ok := c.Given[g.key]; ok && g.set != nil {
			g.set(c, b)
		}
	}
	for key, b := range c.Given {
		switch {
		case key == "options" || slices.ContainsFunc(givers, func(g giver) bool { return g.key == key }):
		case colourGiven.MatchString(key):
			t := c.town(cityOf(colourGiven.FindStringSubmatch(key)[1]))
			t.Colour, t.New = c.colour(casetest.Value[string](c, b, key)), true
		default:
			c.Fault("the given key %q is not known", key)
		}
	}
	return len(c.Faults) == 0
}

// cityOf is the form of a city's name in a key: "kansas_city".
func cityOf(key string) string { return strings.ReplaceAll(key, "_", " ") }

// seatPlayers names the players: A, B, C as a rule.
func (c *caseRun) seatPlayers() bool {
	c.players = []string{"A", "B", "C"}
	if b, ok := c.Given["players"]; ok {
		c.players = []string{"A", "B", "C", "D", "E", "F"}[:casetest.Value[int](c, b, "players")]
	}
	if b, ok := c.Given["seats"]; ok {
		c.players = casetest.Value[[]string](c, b, "seats")
	}
	if b, ok := c.Given["player"]; ok {
		c.mover = c.seat(casetest.Value[string](c, b, "player"))
	}
	return len(c.Faults) == 0
}

func (c *caseRun) options() map[string]string {
	if b, ok := c.Given["options"]; ok {
		return casetest.Value[map[string]string](c, b, "options")
	}
	return nil
}

// clearWay keeps the hexes that a case names free of links without a given way.
func (c *caseRun) clearWay() {
	texts := c.lines()
	for _, key := range []string{"own_incomplete", "other_incomplete"} {
		if b, ok := c.Given[key]; ok {
			texts = append(texts, oneOrMany(c, b, key)...)
		}
	}
	for _, word := range strings.Fields(strings.Join(texts, " ")) {
		at, err := hex.Parse(strings.Trim(word, ":,"))
		if spot := c.pos().book.spotAt(at); err == nil && spot != NoSpot && c.pos().book.Hexes[spot].Track() {
			c.avoid = append(c.avoid, spot)
		}
	}
}

// implied sets up facts that a case omits: the cards taken by its moves and, if neither links nor goods are
// given, those of its deliveries.
func (c *caseRun) implied() {
	for _, line := range c.lines() {
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case word == "card" && c.Given["cards_available"] == nil:
			number, _, _ := strings.Cut(rest, " ")
			if n, err := strconv.Atoi(number); err == nil && 0 < n && n < len(c.pos().book.Cards) {
				c.up(n)
			}
		case word == "deliver" && c.Given["links"] == nil && c.Given["cubes"] == nil:
			colour, path, _ := strings.Cut(rest, " ")
			cities := strings.Split(path, " > ")
			c.goods(cities[0], c.colour(colour))
			for i := range cities[1:] {
				c.link(c.mover, cities[i], cities[i+1], 1)
			}
		}
	}
}

func eachPlayer(what string, at func(*Player) *int) func(*caseRun, json.RawMessage) {
	return func(c *caseRun, b json.RawMessage) {
		for seat, n := range c.each(b, what) {
			*at(c.pos().Player(seat)) = n
		}
	}
}

func giveAuction(c *caseRun, b json.RawMessage) {
	s := c.pos()
	first := c.seat(casetest.Value[string](c, b, "previous_first"))
	s.Stage, s.Round, s.Moved, s.Due, s.First = StageAuction, 0, 0, 0, first
	s.Auction = Auction{Speaker: first, Leader: engine.Nobody, Out: make([]bool, s.Seats)}
}

// giveOthers checks that others act after the mover in this round.
func giveOthers(c *caseRun, b json.RawMessage) {
	if others := c.pos().Moved+1 < c.pos().Seats; others != casetest.Value[bool](c, b, "other_players_to_act") {
		c.Fault("other players to act: %v", others)
	}
}

// givePrinted checks that the board is the one of the case.
func givePrinted(c *caseRun, b json.RawMessage) {
	for name, n := range casetest.Value[map[string]int](c, b, "printed") {
		if got := c.pos().book.Cities[c.city(name)].Cubes; got != n {
			c.Fault("%s has %d cubes printed, not %d", name, got, n)
		}
	}
}

// giveOwnLinks reads pairs of cities, of the mover or by player.
func giveOwnLinks(c *caseRun, b json.RawMessage) {
	type pairs = [][2]string
	all := map[string]pairs{}
	if b[0] == '{' {
		all = casetest.Value[map[string]pairs](c, b, "own_links")
	} else {
		all[c.players[c.mover]] = casetest.Value[pairs](c, b, "own_links")
	}
	for _, name := range c.players {
		for _, l := range all[name] {
			c.link(c.seat(name), l[0], l[1], 1)
		}
	}
}

// linkGiven reads the owner of a link: "A", "A, completed this turn".
var linkGiven = regexp.MustCompile(`^(\w+)(?:, (?:completed )?(?:in )?(?:(this turn|earlier|an earlier turn)|turn (\d+)))?$`)

// giveLinks reads links with their owners, or only how many each player has.
func giveLinks(c *caseRun, b json.RawMessage) {
	if b[0] == '{' {
		for seat, n := range c.each(b, "links") {
			c.anyLinks(seat, n)
		}
		return
	}
	for _, l := range casetest.Value[[][3]string](c, b, "links") {
		m := linkGiven.FindStringSubmatch(l[2])
		if m == nil {
			c.Fault("%q is no owner of a link", l[2])
			return
		}
		turn := 1
		if m[2] == "this turn" {
			turn = c.pos().Turn
		} else if m[3] != "" {
			turn, _ = strconv.Atoi(m[3])
		}
		c.link(c.seat(m[1]), l[0], l[1], turn)
	}
}

// anyLinks gives a player n links anywhere, between cities near each other.
func (c *caseRun) anyLinks(seat engine.Seat, n int) {
	type pair struct{ a, b City }
	s := c.pos()
	at := func(x City) hex.Coord { return s.book.Hexes[s.book.Cities[x].Spot].At }
	far := func(p pair) int { return at(p.a).Distance(at(p.b)) }
	var pairs []pair
	for i := range s.book.Cities {
		for k := i + 1; k < len(s.book.Cities); k++ {
			pairs = append(pairs, pair{City(i), City(k)})
		}
	}
	slices.SortStableFunc(pairs, func(p, q pair) int { return far(p) - far(q) })
	for _, p := range pairs {
		if n == 0 {
			return
		}
		if way, ok := c.freeWay(p.a, p.b); ok && way.Tracks() < 9 && !c.joined(seat, p.a, p.b) {
			s.Links = append(s.Links, Link{Owner: seat, From: p.a, To: p.b, Way: way, Turn: 1})
			s.relay()
			n--
		}
	}
	c.Fault("%d links of %s find no place", n, c.players[seat])
}

// joined reports whether a player has a link between two cities.
func (c *caseRun) joined(seat engine.Seat, a, b City) bool {
	return slices.ContainsFunc(c.pos().Links, func(l Link) bool {
		return l.Owner == seat && (l.From == a && l.To == b || l.From == b && l.To == a)
	})
}

// giveChicago gives the mover this many links that end in Chicago.
func giveChicago(c *caseRun, b json.RawMessage) {
	n := casetest.Value[int](c, b, "own_links_at_chicago")
	for _, name := range []string{"Milwaukee", "Indianapolis", "Rock Island", "Toledo", "Detroit", "St. Louis"} {
		if n > 0 {
			c.link(c.mover, "Chicago", name, 1)
			n--
		}
	}
	if n > 0 {
		c.Fault("Chicago takes no %d links more", n)
	}
}

var connectionGiven = regexp.MustCompile(`^(.+)-(.+) since turn (\d+)$`)

// giveConnections reads "Boston-Washington since turn 4": links over a city between them, the last of which was
// completed then.
func giveConnections(c *caseRun, b json.RawMessage) {
	type last struct {
		link Link
		turn int
	}
	var lasts []last
	all := casetest.Value[map[string][]string](c, b, "connections_own")
	for _, name := range c.players {
		for _, text := range all[name] {
			m := connectionGiven.FindStringSubmatch(text)
			if m == nil {
				c.Fault("%q is no connection", text)
				continue
			}
			turn, _ := strconv.Atoi(m[3])
			c.connect(c.seat(name), m[1], m[2], turn)
		}
	}
	// Links stand in the order of their completion.
	for _, l := range c.pos().Links {
		lasts = append(lasts, last{l, l.Turn})
	}
	slices.SortStableFunc(lasts, func(a, b last) int { return a.turn - b.turn })
	for i, l := range lasts {
		c.pos().Links[i] = l.link
	}
}

// connect joins two cities over a third, first one half, a turn later the other.
func (c *scene) connect(owner engine.Seat, from, to string, turn int) {
	s := c.pos()
	best, between := 99, ""
	for i, p := range s.book.Cities {
		one, ok1 := c.freeWay(c.city(from), City(i))
		two, ok2 := c.freeWay(City(i), c.city(to))
		if n := one.Tracks() + two.Tracks(); ok1 && ok2 && n < best {
			best, between = n, p.Name
		}
	}
	if between == "" {
		c.fail("%s and %s cannot be connected", from, to)
		return
	}
	c.link(owner, from, between, turn-1)
	c.link(owner, between, to, turn)
}

// giveConnected is whether the mover's baron sees his two cities connected.
func giveConnected(c *caseRun, b json.RawMessage) {
	id := casetest.Value[string](c, c.Given["baron"], "baron")
	i := slices.IndexFunc(c.pos().book.Barons, func(x Baron) bool { return x.ID == id && x.Goal == Connects })
	if i < 0 {
		c.Fault("the baron %q connects no cities", id)
		return
	}
	if casetest.Value[bool](c, b, "connected") {
		cities := c.pos().book.Cities
		c.connect(c.mover, cities[c.pos().book.Barons[i].A].Name, cities[c.pos().book.Barons[i].B].Name, 1)
	}
}
