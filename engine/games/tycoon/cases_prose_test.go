package tycoon

import (
	"regexp"
	"slices"
	"strconv"

	"railpost/engine"
)

// Prose in cases: a table says in Go what is played and compared.

// prose works out a text of a case, by its id, or by its words where they are
// always the same.
func (c *caseRun) prose(key, text string) {
	if f := proseOf[c.ID]; f.text == text && f.do != nil {
		f.do(c)
		return
	}
	for _, p := range proseLike {
		if m := p.like.FindStringSubmatch(text); m != nil {
			p.do(c, key, m)
			return
		}
	}
	c.Fault("no table says what %s %q means", key, text)
}

// proseOf are texts of single cases.
var proseOf = map[string]struct {
	text string
	do   func(c *caseRun)
}{
	"C03": {
		"A's own links connect New York and Kansas City; A has no western link; next turn A builds the western link at Kansas City",
		func(c *caseRun) {
			card := c.card("major_line New York-Kansas City")
			c.up(card)
			c.link(c.mover, "New York", "St. Louis", 1)
			c.order(c.mover, c.almost(c.mover, "Kansas City", "St. Louis"))
			c.told["first"] = c.wonSince(c.before, card)
			c.passUntil(func(s *State) bool { return s.Turn == 3 && s.Stage == StageActions && s.Actor() == c.mover })
			before := c.pos().Clone().(*State)
			c.order(c.mover, "western Kansas City")
			c.told["then"] = c.wonSince(before, card)
		},
	},
}

// wonSince names the mover's gain from a card.
func (c *caseRun) wonSince(before *State, card int) string {
	n := c.pos().Player(c.mover).Position - before.Player(c.mover).Position
	switch up := slices.Contains(c.pos().Up, card); {
	case n == 0 && up:
		return "nothing"
	case !up:
		return signed(n) + ", card gone"
	}
	return signed(n)
}

// almost lays a link but for its last track, and returns the order for that.
func (c *scene) almost(owner engine.Seat, from, to string) string {
	s := c.pos()
	way, ok := c.freeWay(c.city(from), c.city(to))
	if !ok {
		c.fail("there is no way left from %s to %s", from, to)
		return ""
	}
	l := Link{Owner: owner, From: c.city(from), To: NoCity, Way: way[:len(way)-1]}
	if l.Way.Tracks() < 1 {
		last := l
		last.Way = way
		return "build " + from + ": " + endOf(s, last, 1) + " > " + to
	}
	s.Open = append(s.Open, l)
	s.relay()
	return "build " + endOf(s, l, 1) + ": " + endOf(s, l, 0) + " > " + to
}

// endOf is the hex that a chain points to, or the one this many steps before it.
func endOf(s *State, l Link, back int) string {
	l.Way = l.Way[:len(l.Way)-back]
	return pointsTo(s, l)
}

// proseLike are texts that are read by their words.
var proseLike = []struct {
	like *regexp.Regexp
	do   func(c *caseRun, key string, m []string)
}{
	{regexp.MustCompile(`^Major Line (.+)-(.+) is dealt at the end of turn (\d+)$`), func(c *caseRun, _ string, m []string) {
		s := c.pos()
		s.Turn, _ = strconv.Atoi(m[3])
		s.Deck = []int{c.card("major_line " + m[1] + "-" + m[2])}
		c.before = s.Clone().(*State)
		c.given = c.before
		c.endTurn()
	}},
	{regexp.MustCompile(`^(\d+)th (?:empty )?marker (?:placed )?in round (\d) of turn (\d+)(?:, one city urbanized in round (\d) of turn (\d+))?$`), playMarkers},
	{regexp.MustCompile(`^removed, no refund$`), func(c *caseRun, key string, _ []string) {
		got := "not removed"
		if len(c.before.Open) > 0 && len(c.after.Open) == 0 {
			got = "removed, with a refund"
			if c.after.Player(c.mover).Money == c.before.Player(c.mover).Money { // neither income nor dividends
				got = "removed, no refund"
			}
		}
		c.Same(key, got)
	}},
	{regexp.MustCompile(`^(\d) cubes, not yet drawn$`), func(c *caseRun, key string, _ []string) {
		n, _ := argOf(c.reports, "tycoon.report.undrawn", "n", engine.Nobody)
		if i := slices.IndexFunc(c.reports, func(r engine.Report) bool { return r.Key == "tycoon.report.drawn" }); i >= 0 {
			c.Fault("the draw is shown: %v", c.reports[i])
		}
		c.Same(key, strconv.Itoa(n)+" cubes, not yet drawn")
	}},
}

// playMarkers delivers the last cube of one city, by which the given number of
// markers is reached, and perhaps urbanizes a city with a marker later; then plays
// to the end.
func playMarkers(c *caseRun, _ string, m []string) {
	s := c.pos()
	n, _ := strconv.Atoi(m[1])
	s.Round, _ = strconv.Atoi(m[2])
	s.Turn, _ = strconv.Atoi(m[3])
	c.link(c.mover, "Philadelphia", "New York", 1)
	c.goods("Philadelphia", Red)
	for i, p := range s.book.Cities {
		// Gray cities first: one of them is urbanized later.
		if len(emptyCities(s)) < n-1 && p.Colour == Gray {
			c.empty(s.book.Cities[i].Name)
		}
	}
	for i, p := range s.book.Cities {
		if len(emptyCities(s)) < n-1 && p.Name != "Philadelphia" && !s.Cities[i].Empty {
			c.empty(p.Name)
		}
	}
	gray := emptyCities(s)[0]
	c.order(c.mover, "deliver red Philadelphia > New York")
	if len(emptyCities(c.pos())) != n {
		c.Fault("there are %d markers", len(emptyCities(c.pos())))
	}
	if m[4] != "" {
		round, _ := strconv.Atoi(m[4])
		turn, _ := strconv.Atoi(m[5])
		c.passUntil(func(s *State) bool { return s.Turn == turn && s.Round == round })
		c.order(c.pos().Actor(), "urbanize "+gray+" blue")
		if len(emptyCities(c.pos())) != n-1 {
			c.Fault("there are %d markers", len(emptyCities(c.pos())))
		}
	}
	for !c.pos().Over() && c.pos().Turn < 20 && len(c.Faults) == 0 {
		c.last = c.pos().Turn
		c.order(c.pos().Actor(), "pass")
	}
}

// bill is the surcharges in the report of the last build.
func (c *caseRun) bill() (b struct{ ridges, rivers int }) {
	i := slices.IndexFunc(c.reports, func(r engine.Report) bool { return r.Key == "tycoon.report.build" })
	if i < 0 {
		c.Fault("no build is reported")
		return b
	}
	items, _ := c.reports[i].Arg("items")
	for _, item := range items.List {
		say := engine.Message{Key: item.Text, Args: item.List}
		river, _ := say.Arg("river")
		b.rivers += river.Int
		ridge, _ := say.Arg("ridge")
		if say.Key == "tycoon.cost.last" {
			ridge, _ = say.Arg("n")
		}
		if ridge.Int%4 != 0 {
			c.Fault("a ridge costs %d", ridge.Int)
		}
		b.ridges += ridge.Int / 4
	}
	return b
}

// reason compares the reason of a refusal with the words of the case.
func (c *caseRun) reason(text string) {
	if c.refusal == nil {
		c.Fault("the line is accepted, expected %q", text)
		return
	}
	c.Comparisons++
	key := c.refusal.Why.Key
	for _, r := range caseReasons {
		m := r.like.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if r.keys == nil && key == text {
			return
		}
		if !slices.Contains(r.keys, key) {
			c.Fault("refused with %s, expected %q", key, text)
			return
		}
		for _, word := range m[1:] {
			if word != "" && !mentions(c.refusal.Why.Args, word) {
				c.Fault("the refusal %s does not name %s: %v", key, word, c.refusal.Why.Args)
			}
		}
		return
	}
	if c.Strict {
		c.Fault("no reason is known for %q, the line is refused with %s %v", text, key, c.refusal.Why.Args)
		return
	}
	c.Notes = append(c.Notes, "only the refusal is compared, not its reason: expected "+text+", refused with "+key)
}

// mentions reports whether a word or number stands among arguments.
func mentions(args []engine.Arg, word string) bool {
	for _, a := range args {
		if a.Text == word || a.Kind == engine.KindInt && strconv.Itoa(a.Int) == word || mentions(a.List, word) {
			return true
		}
	}
	return false
}

// caseReasons are the refusals that words of cases mean. Text in brackets must be among the arguments.
var caseReasons = []struct {
	like *regexp.Regexp
	keys []string
}{
	{regexp.MustCompile(`^(\w+) would join the neighbouring sides \w+ and \w+$`), []string{"tycoon.no.build-sharp"}},
	{regexp.MustCompile(`^five tracks$`), []string{"tycoon.no.build-too-many"}},
	{regexp.MustCompile(`^(\w+) has no exit to the \w+ and \w+ takes no track$`), []string{"tycoon.no.build-no-exit"}},
	{regexp.MustCompile(`^(\w+) is (.+); a chain ends when it enters a city$`), []string{"tycoon.no.build-city-on-way"}},
	{regexp.MustCompile(`^(\w+) holds no open end of the player$`), []string{"tycoon.no.build-start-other", "tycoon.no.build-start-none"}},
	{regexp.MustCompile(`^(\w+) already holds two tracks$`), []string{"tycoon.no.build-third"}},
	{regexp.MustCompile(`^second own link between the same two cities$`), []string{"tycoon.no.build-second"}},
	{regexp.MustCompile(`^side of (.+) towards (\w+) is used$`), []string{"tycoon.no.build-exit-used"}},

	{regexp.MustCompile(`^first link must be the deliverer's$`), []string{"tycoon.no.path-first"}},
	{regexp.MustCompile(`^(\d+) links, engine (\d+)$`), []string{"tycoon.no.path-long"}},
	{regexp.MustCompile(`^\w+ stops in (.+?)(?:; .+ is \w+)?$`), []string{"tycoon.no.path-stops"}},
	{regexp.MustCompile(`^(.+) twice$`), []string{"tycoon.no.city-twice"}},
	{regexp.MustCompile(`^only from the turn after the link was completed$`), []string{"tycoon.no.western-young"}},
	{regexp.MustCompile(`^card (\d+) \(.+\) is an award card$`), []string{"tycoon.no.card-award"}},
	{regexp.MustCompile(`^(.+) is not gray$`), []string{"tycoon.no.not-gray"}},
	{regexp.MustCompile(`^(.+) is gray$`), []string{"tycoon.no.path-gray"}},
	{regexp.MustCompile(`^(tycoon\.no\.[a-z-]+)$`), nil}, // own cases name the key
}
