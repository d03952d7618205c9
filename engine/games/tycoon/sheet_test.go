package tycoon

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/sheet/sheettest"
	"railpost/templates"
)

// spoken says messages in English.
var spoken = func() *templates.Set {
	set, err := templates.New()
	if err != nil {
		panic(err)
	}
	return set
}()

// sheetReader reads sheets with names of players.
func sheetReader(names ...string) sheettest.Reader {
	return sheettest.Reader{
		Title: New(),
		Say:   func(m engine.Message) string { return spoken.Say("en", names, nil, m) },
	}
}

// asRead is the reply to a question ("map Chicago").
func asRead(t *testing.T, s *State, seat engine.Seat, question string) string {
	t.Helper()
	part, arg, _ := strings.Cut(question, " ")
	return sheetReader(sceneNames...).Read(t, s.View(seat), seat, part, arg)
}

// newTable is a game that has just begun.
func newTable(t *testing.T, seats int) *engine.Game {
	t.Helper()
	g, _ := expect.Get2(engine.Begin("scene", New(), engine.Setup{Seats: seats}, sceneNames[:seats], sceneSeed))(t)
	return g
}

// middleScene is a game for three with some of everything; Ann is to act.
func middleScene(t *testing.T) *scene {
	c := sceneAt(t, 3)
	s := c.pos()
	for _, l := range []struct {
		seat     engine.Seat
		from, to string
	}{
		{0, "Chicago", "Toledo"}, {0, "Toledo", "Detroit"}, {0, "Toledo", "Cleveland"}, {0, "Kansas City", "Tulsa"},
		{1, "New York", "Philadelphia"}, {1, "Philadelphia", "Baltimore"}, {1, "Baltimore", "Washington"},
		{2, "Toledo", "Detroit"}, {2, "Chicago", "Milwaukee"}, {2, "Pittsburgh", "Wheeling"},
	} {
		c.link(l.seat, l.from, l.to, 1)
	}
	c.open(0, "Indianapolis P24 P26 > P28")
	c.open(0, "Cleveland J32 J34 > J36")
	c.open(2, "Pittsburgh K37 J38 > J40")
	c.money(0, 12, 3)
	c.money(1, 4, 0)
	c.money(2, 7, 5)
	s.Players[0].Position, s.Players[1].Position, s.Players[2].Position = 8, 3, 1
	s.Players[0].Engine, s.Players[2].Engine = 2, 8
	c.baron(0, "morgan")
	c.baron(1, "farnam")
	c.baron(2, "drew")
	c.up(1, 2, 3, 10, 15, 18, 22, 24, 26, 30, 32)
	c.hold(0, 8, 33, 36)
	s.Players[0].Used = []int{36}
	c.hold(1, 9)
	c.goods("Chicago", Red, Blue, Blue)
	c.goods("Toledo", Purple)
	c.empty("Detroit", "Dover", "Chicago")
	s.Cities[c.city("Toledo")].Colour, s.Cities[c.city("Toledo")].New = Black, true
	s.Tiles.Add(Black, -1)
	s.Western = []WesternLink{{At: c.city("Kansas City"), Owner: 0, After: 4}}
	s.Deck = []int{4, 5, 6}
	s.Standing[0] = Standing{Set: true, Most: 5}
	return c
}

// Letters' sheets, to be judged by eye.
func TestGoldenSheets(t *testing.T) {
	scenes := map[string]sheettest.Scene{}
	for name, c := range map[string]struct {
		s      *State
		sheets []string
	}{
		"start": {newTable(t, 2).Pos.(*State), []string{"own", "table", "near", "links", "map", "map north-east", "cities", "barons", "engines", "income", "goods red"}},
		"middle": {middleScene(t).pos(), []string{
			"own", "table", "near", "links", "links Ann", "player 2", "cards", "barons", "engines", "map", "map north", "map Chicago", "map J38", "map Ann",
			"hex N18", "hex Toledo", "hex V16", "goods Chicago", "goods kansas city", "goods", "goods north-west",
		}},
	} {
		c.s.SetNames(sceneNames[:c.s.Seats])
		scenes[name] = sheettest.Scene{View: c.s.View(c.s.Actor()), Seat: c.s.Actor(), Questions: c.sheets}
	}
	sheetReader(sceneNames...).Golden(t, "testdata/sheets.golden", scenes)
}

// Every part can be asked for at any time, at any table.
func TestSheetsAlways(t *testing.T) {
	ended := middleScene(t).pos()
	ended.Stage, ended.Round = StageOver, 0
	last := middleScene(t).pos()
	last.Last, last.Bag, last.Tiles, last.Deck, last.Up = last.Turn, Cubes{}, Cubes{}, nil, []int{1, 22, 26}
	if got := asRead(t, last, 0, "table"); !strings.Contains(got, "22, City Growth: 2 cubes from the bag for any city (card 22 CITY). Not now: ") || !strings.Contains(got, "This is the last turn.") || strings.Contains(got, "at the end of each turn") {
		t.Errorf("the table in the last turn, with an empty bag:\n%s", got)
	}
	near := middleScene(t).pos()
	near.Last, near.Moved = near.Turn+1, 2
	novice, _, err := engine.Begin("scene", New(), engine.Setup{Seats: 2, Options: map[string]string{optNovice: "on", optIncome: "flat"}}, sceneNames[:2], sceneSeed)
	expect.NoError(t, err)
	bidding := newTable(t, 6)
	for seat, line := range []string{"bid 2", "pass", "bid 5", "bid up to 9"} {
		r := expect.Get(bidding.Try(engine.Seat(seat), line, false))(t)
		bidding.Take(engine.Seat(seat), r)
	}
	for name, s := range map[string]*State{"ended": ended, "last": last, "near": near, "novice": novice.Pos.(*State), "bidding": bidding.Pos.(*State)} {
		for _, p := range New().Parts() {
			for _, seat := range []engine.Seat{0, 1, engine.Nobody} {
				if got := asRead(t, s, seat, p.Name); strings.Contains(got, "[tycoon") || strings.Contains(got, "no value") || p.InLetter && seat >= 0 && got == "" {
					t.Errorf("%s, %s for seat %d: %s", name, p.Name, seat, got)
				}
			}
		}
	}
}

// A game of novices does not mention cards, barons or western links, except that there are none (Novices).
func TestNovicesReadNoCards(t *testing.T) {
	s := set(t, 2, map[string]string{optNovice: "on", optCrossing: "2"})
	for _, part := range []string{"own", "table", "near", "goods Kansas City"} {
		got := asRead(t, s, 0, part)
		expect.Lacks(t, part, strings.ToLower(got), "card", "baron", "western")
		if part == "table" && !strings.Contains(got, "A second track in a hex costs $2 more.") {
			t.Errorf("the dearer second track is not told: %s", got)
		}
	}
	for _, u := range New().Glossary(s) {
		said := spoken.Say("en", sceneNames, nil, engine.Msg(u.Gloss))
		if u.Gloss != "tycoon.word.novice" && strings.Contains(said+u.Form, "Engineering") || strings.Contains(u.Form, "CARDS") {
			t.Errorf("help %s: %s: %s", u.Verb, u.Form, said)
		}
	}
}

// At the end all read everybody's baron; before it, only one that was shown.
func TestBaronsShown(t *testing.T) {
	s := middleScene(t).pos()
	expect.Lacks(t, "barons that are secret are in the table", asRead(t, s, 0, "table"), "barons shown")
	s.Players[1].Shown = true
	if got := asRead(t, s, 0, "table"); !strings.Contains(got, "== barons shown\nBen: Henry Farnam, ") || strings.Contains(got, "Drew") {
		t.Errorf("one baron is shown: %s", got)
	}
	s.Stage, s.Round = StageOver, 0
	expect.Has(t, "the barons at the end", asRead(t, s, 0, "table"), "\nCleo: Daniel Drew, ", "0 links: 0 points.")
}

// The expected income or loss at the end of the turn, with the shares that it takes (Income).
func TestIncomeIsTold(t *testing.T) {
	c := sceneAt(t, 2)
	for _, x := range []struct {
		money, shares, position int
		want                    string
	}{
		{0, 0, 3, "Income $5, no shares: +$5 a turn."},
		{0, 1, 3, "Income $5, 1 share: +$4 a turn."},
		{6, 9, 3, "Income $5, 9 shares: -$4 a turn."},
		{2, 13, 3, "Income $5, 13 shares: -$8 a turn, so issue 2 more."},
	} {
		c.money(0, x.money, x.shares)
		c.pos().Players[0].Position = x.position
		expect.Has(t, x, asRead(t, c.pos(), 0, "own"), "\n"+x.want+" Engine 1; ")
	}
}

// An open end cannot be continued any more when its owner's last action is over.
func TestOpenEndsInTheLastRound(t *testing.T) {
	s := middleScene(t).pos()
	for _, x := range []struct {
		round, moved int
		want         string
	}{
		{Rounds - 1, 1, "\"build P26: P28 > ...\" continues it."},
		{Rounds, 0, "\"build P26: P28 > ...\" continues it."},
		{Rounds, 1, "lost at the end of the turn, and you have no action left."},
	} {
		s.First, s.Round, s.Moved = 0, x.round, x.moved
		expect.Has(t, fmt.Sprintf("round %d, %d have moved", x.round, x.moved), asRead(t, s, 0, "own"), x.want)
	}
}

// Hints name places on the board in play (Other boards).
func TestHintsNameTheBoard(t *testing.T) {
	value, _ := boardValue(smallBoard(t))
	s := set(t, 2, map[string]string{optBoard: value})
	for _, part := range []string{"near", "hex", "table", "cards"} {
		expect.Lacks(t, "on another board", asRead(t, s, 0, part), "Chicago", "north-east", "Era Begins")
	}
}

// Tables fit into letters with names of eight letters.
func TestTablesFit(t *testing.T) {
	r := sheetReader("Anastasi", "Benjamin", "Cleopatr", "Dorothea", "Eleonore", "Ferdinan")
	s := middleScene(t).pos()
	s.Players[0].Position, s.Players[0].Money = 104, 123
	r.Fit(t, s, 0)
	r.Fit(t, newTable(t, 6).Pos, 0)
}

// A link that may be written from either end is listed once, even if a card is turned up after it: the last
// action of a turn.
func TestLastActionListsLinksOnce(t *testing.T) {
	c := sceneAt(t, 2)
	c.passUntil(func(s *State) bool { return s.Round == Rounds && s.Moved == s.Seats-1 })
	links := map[Link]string{}
	for _, choice := range advise.List(New(), c.pos(), c.pos().Actor(), "", 3, 48).Choices {
		after := choice.After.(*State)
		if len(after.Links) == 0 {
			continue
		}
		expect.True(t, choice.Stopped, "%s: no card is turned up", choice.Line)
		expect.Same(t, choice.Line, links[after.Links[0]], "")
		links[after.Links[0]] = choice.Line
	}
	expect.True(t, len(links) >= 2, "%d links are listed", len(links))
}

// The past is read from the reports of a whole game: the sources add up to the scores, and the last row of the
// points by turn equals the table of players.
func TestChronicle(t *testing.T) {
	chronicler := New().(engine.Chronicler)
	g, _ := expect.Get2(engine.Begin("past", New(), engine.Setup{Seats: 3}, sceneNames[:3], sceneSeed))(t)
	var past []engine.Message
	for g.Pos.(*State).Stage != StageOver {
		seat := g.Pos.(*State).Actor()
		out := expect.Get(g.Play(seat, New().Usual(g.Pos, seat).Lines, engine.Mode{}))(t)
		for _, r := range out.Records {
			for _, rep := range r.Reports {
				if rep.To == nil && chronicler.Recalls(rep.Key) {
					past = append(past, rep.Message)
				}
			}
		}
		g = out.Game
	}
	s := g.Pos.(*State)
	blocks := chronicler.Chronicle(s, 0, past, true)
	if len(blocks) != 5 || len(chronicler.Chronicle(s, 0, past, false)) != 2 {
		t.Fatalf("%d blocks", len(blocks))
	}
	last := func(b engine.Block, seat engine.Seat) int {
		a, _ := b.Rows[len(b.Rows)-1][1+seat].Say.Arg("n")
		return a.Int
	}
	for i, score := range New().Scores(s) {
		row := blocks[0].Rows[i]
		if all, _ := row[len(row)-1].Say.Arg("n"); all.Int != score.Points {
			t.Errorf("seat %d: the sources add up to %d, not %d:\n%s", score.Seat, all.Int, score.Points, said(blocks[:1]))
		}
		p := s.Player(score.Seat)
		expect.Same(t, score.Seat, last(blocks[2], score.Seat), p.Position+p.Shares*SharePoints)
		expect.Same(t, score.Seat, last(blocks[3], score.Seat), p.Shares)
	}
	for i, b := range blocks[2:] {
		expect.Same(t, fmt.Sprintf("table %d has rows for turns:\n%s", i, said(blocks[2+i:3+i])), len(b.Rows), s.Turn)
	}
	var links []int
	for _, row := range blocks[1].Rows {
		n, _ := row[2].Say.Arg("n")
		links = append(links, -n.Int)
	}
	expect.True(t, len(links) == 5 && slices.IsSorted(links) && links[0] < -1, "the longest deliveries:\n%s", said(blocks[1:2]))
	if got := said(blocks); !strings.HasPrefix(got, "== where the points come from\nplayer | links | hotels | lines | awards | shares | baron | all\nBen | ") {
		t.Errorf("told as\n%s", got)
	}
}

func said(blocks []engine.Block) string {
	return sheettest.Blocks(blocks, func(m engine.Message) string { return spoken.Say("en", sceneNames, nil, m) })
}

// Everything in the drawing is in words, too: terrain, rivers, ridges, track.
func TestHexesInWords(t *testing.T) {
	s := middleScene(t).pos()
	for i := range s.Book().Hexes {
		h, at := &s.Book().Hexes[i], Spot(i)
		if h.Terrain == Unusable {
			continue
		}
		told := asRead(t, s, 0, "hex "+h.At.String())
		own, _, _ := strings.Cut(told, "\nNE:")
		for e := range hex.Edge(hex.Edges) {
			side := spoken.Say("en", nil, nil, engine.Msg("tycoon.side."+Directions[e]))
			for is, word := range map[bool]string{h.Ridge.Has(e): "ridge towards ", h.River.Has(e): "river"} {
				if is && !strings.Contains(own, word) {
					t.Errorf("hex %s does not tell its %s:\n%s", h.At, word, told)
				}
			}
			if n := h.Next[e]; n != NoSpot && s.Book().Hexes[n].Terrain != Unusable && !strings.Contains(told, "\n"+side+": ") {
				t.Errorf("hex %s does not tell its neighbour %s:\n%s", h.At, side, told)
			}
		}
		for _, p := range s.Pieces(at) {
			expect.Has(t, []any{h.At, sceneNames[p.Owner], told}, own, "track of "+sceneNames[p.Owner])
		}
	}
}

// Requests for maps, and their spellings.
func TestMapsAskedInAllWays(t *testing.T) {
	s := middleScene(t).pos()
	s.SetNames(sceneNames[:3])
	for question, want := range map[string]string{
		"map ne":            "== map: north-east",
		"map North East":    "== map: north-east",
		"map northeast":     "== map: north-east",
		"map center":        "== map: centre",
		"map chi":           "== map around Chicago (N16)",
		"map n18":           "== map around N18",
		"map all":           "== the board",
		"map St Louis":      "== map around St. Louis (U13)",
		"map Z99":           `"Z99" is not a hex, a city or a region; the regions are north-west, north`,
		"map jacks":         `"jacks" is not a hex, a city or a region`,
		"hex":               `Say which hex ("hex F48")`,
		"hex A1":            "no track may be laid",
		"goods north":       "== goods in the north",
		"goods pur":         "== cities with purple goods",
		"goods new york":    "== New York (F48), red",
		"goods N18":         `N18 is not a city`,
		"goods gold":        `"gold" is not a hex, a city or a region`,
		"goods bl":          `"bl" is not a hex, a city or a region`,
		"map Ann":           "== Ann's links",
		"links ben":         "== Ben's links",
		"links 3":           "== Cleo's links",
		"links Dora":        `"Dora"`,
		"player Cleo":       "== Cleo: $7",
		"player 1":          "== Ann: $12",
		"player":            "== Ann: $12",
		"house":             `there is no "house" to show`,
		"map Chicago N18 X": `"Chicago N18 X" is not a hex`,
	} {
		expect.Has(t, question, asRead(t, s, 0, question), want)
	}
}

// Places near a city are described in words: the hexes between, and the side.
func TestNearestCities(t *testing.T) {
	s := middleScene(t).pos()
	for question, want := range map[string]string{
		"hex New York": "Philadelphia (1, SW)",
		"map Duluth":   "Minneapolis (3, SE)",
		"hex N18":      "Chicago (0, W)",
		"map N14":      "Chicago (0, E)",
	} {
		expect.Has(t, "as read", asRead(t, s, 0, question), want)
	}
}
