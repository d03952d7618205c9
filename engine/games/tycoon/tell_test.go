package tycoon

import (
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

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
