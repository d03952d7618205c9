package tycoon

import (
	"flag"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/sheet/sheettest"
	"railpost/templates"
)

var updateSheets = flag.Bool("update-sheets", false, "write the golden sheets anew")

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
		Title:  New(),
		Say:    func(m engine.Message) string { return spoken.Say("en", names, nil, m) },
		Update: *updateSheets,
	}
}

// asRead is what a question ("map Chicago") is answered with.
func asRead(t *testing.T, s *State, seat engine.Seat, question string) string {
	t.Helper()
	part, arg, _ := strings.Cut(question, " ")
	return sheetReader(sceneNames...).Read(t, s.View(seat), seat, part, arg)
}

// newTable is a game that has just begun.
func newTable(t *testing.T, seats int) *engine.Game {
	t.Helper()
	g, _, err := engine.Begin("scene", New(), engine.Setup{Seats: seats}, sceneNames[:seats], sceneSeed)
	if err != nil {
		t.Fatal(err)
	}
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

// What players read, as sheets to be judged by eye.
func TestGoldenSheets(t *testing.T) {
	for name, c := range map[string]struct {
		s      *State
		sheets []string
	}{
		"start": {newTable(t, 2).Pos.(*State), []string{"own", "table", "near", "map", "map north-east", "cities", "barons", "engines", "income", "goods red"}},
		"middle": {middleScene(t).pos(), []string{
			"own", "table", "near", "links", "links Ann", "player 2", "cards", "barons", "engines", "map", "map north", "map Chicago", "map J38",
			"hex N18", "hex Toledo", "hex V16", "goods Chicago", "goods kansas city", "goods", "goods north-west",
		}},
	} {
		c.s.SetNames(sceneNames[:c.s.Seats])
		sheetReader(sceneNames...).Golden(t, "testdata/sheet-"+name+".golden", c.s.View(c.s.actor()), c.s.actor(), c.sheets...)
	}
}
