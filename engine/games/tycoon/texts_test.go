package tycoon

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/tycoon/key"
	"railpost/templates"
)

// families are the keys that are put together from a beginning and names of the data.
func families() map[string][]string {
	names := map[string][]string{key.SideOf: Directions[:]}
	add := func(family, name string) { names[family] = append(names[family], name) }
	for c := Gray; c <= Purple; c++ {
		add(key.ColourOf, c.String())
	}
	for _, o := range New().Options() {
		name := strings.TrimPrefix(o.Gloss, key.OptionOf)
		add(key.OptionOf, name)
		for _, value := range o.Values {
			add(key.OptionOf, name+".is-"+value)
		}
	}
	add(key.OptionOf, optBoard+".is")
	add(key.OptionOf, optBox+".no")
	for _, step := range New().Steps() {
		add("tycoon.step.", step)
	}
	for _, d := range New().Declared() {
		add("tycoon.declared.", strings.TrimPrefix(d.Gloss, "tycoon.declared."))
	}
	for _, p := range New().Parts() {
		add(key.PartOf, p.Name)
	}
	for _, part := range (final{}).parts(true, true) {
		add("tycoon.score.", part.Name)
	}
	add("tycoon.score.", "baron.end") // marks points that come with the end
	for _, ground := range []string{string(Open), string(Hill), string(West), string(Unusable), "city", "city-full"} {
		add(key.SheetGroundOf, ground)
	}
	add(key.SheetEffectOf, "major-line-west")
	for _, card := range PrintedBook().Cards[1:] {
		add(key.SheetEffectOf, strings.ReplaceAll(string(card.Kind), "_", "-"))
	}
	for _, baron := range PrintedBook().Barons[1:] {
		add(key.SheetGoalOf, strings.ReplaceAll(string(baron.Goal), "_", "-"))
	}
	return names
}

func TestFamilies(t *testing.T) {
	files, err := filepath.Glob("../../../templates/en/tycoon*.toml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	enginetest.Families(t, families(), files...)
}

// Messages of games are complete: every argument that a text names exists.
func TestMessagesCanBeSaid(t *testing.T) {
	enginetest.CompleteMessages(t, New(), enginetest.Options{Games: 1, MaxMoves: 240}, func(m engine.Message) string { return spoken.Say("en", sceneNames, nil, m) })
}

// TestDeclaredOfThePrint: where the book prints a value twice, not at all or another
// sign, the invitation says so and not "as printed".
func TestDeclaredOfThePrint(t *testing.T) {
	set := expect.Get(templates.New())(t)
	for rule, want := range map[string]string{"r17": "cannot be taken", "r18": "stays in front of its player", "r21": "3 in one list and 4 in the other", "r33": "prints no prices"} {
		text := set.Say("en", nil, nil, engine.Msg("tycoon.declared."+rule))
		if !strings.Contains(text, want) || !strings.Contains(text, "the book") || strings.Contains(text, "as printed") {
			t.Errorf("%s: %s", rule, text)
		}
	}
}

// told is a line's story in letters: "!" before changes of the game, "#" before headings.
func told(t *testing.T, c *scene, seat engine.Seat, line string) string {
	t.Helper()
	r, err := c.Try(seat, line, false)
	expect.NoError(t, err, line)
	reports := engine.Each(r.Reports, func(m engine.Report) engine.Message { return m.Message })
	var out []string
	for _, p := range New().Tell(reports) {
		mark := map[engine.Weight]string{engine.Event: "! ", engine.Stage: "# ", engine.Round: "## "}[p.Weight]
		if p.Block == nil {
			out = append(out, mark+spoken.Say("en", sceneNames, nil, p.Say))
			continue
		}
		for _, row := range p.Block.Rows {
			cells := engine.Each(row, func(cell engine.Cell) string {
				return spoken.Say("en", sceneNames, nil, cell.Say)
			})
			out = append(out, strings.TrimSpace(strings.Join(cells, " ")))
		}
	}
	return strings.Join(out, "\n")
}

// The effect of an order is told once, with the people concerned.
func TestStory(t *testing.T) {
	c := middleScene(t)
	c.pos().Cities[c.city("Detroit")].Colour = Blue
	c.goods("Chicago", Blue, Red)
	for line, want := range map[string]string{
		"build Wheeling: N34 N32 > Columbus": "Ann links Columbus - Wheeling for $5",
		"build J34: J36 K37 > L36":           "Ann builds from Cleveland for $16, issuing 1 share (4 in all): open end in K37 towards L36, lost unless completed this turn",
		"upgrade":                            "Ann upgrades to engine 3 for $10",
		"deliver blue Chicago > Toledo > Detroit(3)": "Ann delivers blue: Chicago - Toledo - Detroit (over Cleo's link). Points: Ann 2 and Cleo 1\n" +
			"! Ann wins The Railroad Era Begins (card 1): 1 point",
	} {
		expect.Same(t, line, told(t, c, 0, line), want)
	}
}

// The end of a turn is a table; the trigger of the end of the game is an event.
func TestStoryOfATurn(t *testing.T) {
	c := middleScene(t)
	s := c.pos()
	s.Round, s.Moved, s.Last, s.Open = Rounds, s.Seats-1, s.Turn+1, nil
	seat := s.Actor()
	got := told(t, c, seat, "pass")
	expect.Has(t, "the story", got, "passes\n", "## end of turn ", "income - dividends", "+$7", "-$2", "! turn 3 is the last")
}

// remarkOn returns the remarks on a line in a list of choices, as its seat reads it.
func remarkOn(t *testing.T, c *scene, seat engine.Seat, line string) string {
	t.Helper()
	view := c.pos().View(seat)
	r, err := c.Try(seat, line, true)
	expect.NoError(t, err, line)
	var words []string
	for _, m := range New().Remark(engine.Move{Before: view, After: r.Pos, Seat: seat, Acts: r.Acts, Reports: r.Reports}) {
		words = append(words, spoken.Say("en", sceneNames, nil, m))
	}
	return strings.Join(words, "; ")
}

func TestRemarks(t *testing.T) {
	for line, want := range map[string]string{
		"build Indianapolis: O23 N24 > M25":          "$4; open end: complete it this turn",
		"build Chicago: O15 P14 Q13 > R12":           "$6; open end: complete it this turn",
		"build J34: J36 K37 > L36":                   "$16; issues 1 share; 2 hills and 2 ridges; open end: complete it this turn",
		"build Wheeling: N34 N32 > Columbus":         "$5; opens no delivery yet; 1 river",
		"build Milwaukee: K11 J10 > I9":              "$4; open end: complete it this turn",
		"build P26: P28 O29 > Columbus":              "$4; opens no delivery yet; bends toward the SE; completes Indianapolis - Columbus",
		"upgrade":                                    "$10; opens no delivery yet",
		"urbanize Cleveland blue":                    "$10; 2 cubes",
		"card 22 Boston":                             "City Growth; 2 cubes",
		"card 30":                                    "Railroad Executive",
		"card 32":                                    "Government Land Grant: open hexes are free in one build action",
		"issue 2":                                    "$10 now, -$2 every turn, -2 points at the end",
		"pass":                                       "",
		"deliver blue Chicago > Toledo > Detroit":    "3 points; 1 of them for The Railroad Era Begins; empty marker on Chicago",
		"deliver blue Chicago > Toledo > Detroit(3)": "2 points; for others: Cleo 1; 1 of them for The Railroad Era Begins; empty marker on Chicago",
	} {
		c := middleScene(t)
		c.pos().Cities[c.city("Detroit")].Colour = Blue
		c.goods("Chicago", Blue)
		expect.Same(t, line, remarkOn(t, c, 0, line), want)
	}
}

// TestRemarksOnGivingUp: unused actions from Railroad Executive.
func TestRemarksOnGivingUp(t *testing.T) {
	for line, want := range map[string][3]string{
		"pass": {1: "", 2: "gives up one of your 2 actions"},
		"done": {1: "gives up your action", 2: "gives up your 2 actions"},
	} {
		for due := 1; due <= 2; due++ {
			c := middleScene(t)
			c.pos().Due, c.pos().More = due, true
			expect.Same(t, fmt.Sprintf("%s with %d actions", line, due), remarkOn(t, c, 0, line), want[due])
		}
	}
}

// Bids: the shares that they may need, and the first player when no other bidder is left.
func TestRemarksOnBids(t *testing.T) {
	c := &scene{Game: newTable(t, 2), names: sceneNames[:2], fail: t.Fatalf}
	expect.Same(t, "remark on bid 3", remarkOn(t, c, 0, "bid 3"), "issues 1 share if it wins")
	c.order(0, "bid 3")
	expect.Same(t, "remark on pass", remarkOn(t, c, 1, "pass"), "Ann is then first player")
}
