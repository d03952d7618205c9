package tycoon

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

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
		"build P26: P28 O29 > Columbus":              "$4; opens no delivery yet; bends SE; completes Indianapolis - Columbus",
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
