package tycoon

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// Any line, on turn or aside, is refused without effect, at a place in it, or its canonical spelling means the same.
func TestLinesReadAgain(t *testing.T) {
	c := newScene(sceneNames[:3], nil, sceneSeed, t.Fatalf)
	c.link(0, "Cleveland", "Toledo", 1)
	c.link(1, "Toledo", "Detroit", 1)
	c.link(2, "Toledo", "Detroit", 1)
	c.link(0, "Detroit", "Chicago", 1)
	c.link(0, "Kansas City", "St. Louis", 1)
	c.open(0, "Detroit J26 I27 H28 G29 > F30")
	c.goods("Cleveland", Red, Black)
	c.up(1, 4, 22, 26, 30, 32)
	c.hold(0, 33, 36)
	c.money(0, 30, 2)
	c.pos().Players[0].Engine = 4
	bidding := newScene(sceneNames[:3], nil, sceneSeed, t.Fatalf)
	openAuction(bidding.pos())
	for _, line := range []string{
		"pass", "issue 2", "upgrade", "build Toledo: L26 > L28", "build Chicago e ne e e ne", "build chicago > toledo",
		"build G29: F30 > Toronto", "build Columbus: N32 N34 > Wheeling with grant engineering", "urbanize Toledo bla",
		"deliver red Cleveland > Toledo > Detroit(2) > Chicago", "deliver red cleveland to chicago", "card 22 Boston", "card 26 Toledo blue",
		"card 30", "western Kansas City", "bid up to 5", "always ask", "bid 3", "BUILD : > >", "deliver", "deliver ( > (", "card 99", "issue -1", "?", ">",
		"build Toledo: L26 > L28 with", "western des", "deliver red Cleveland > Toledo > Detroit(", "build n16: n18 m19 > m21",
		"build N16 > N18 - M19 -> 18 N 18", "build new york sw-sw", "build : > , with", "build é ß > N18", "build Chicago > > with with",
		"deliver red Cleveland to Toledo, Detroit (Ben) to Chicago", "deliver red Cleveland Toledo((", "deliver red Cleveland > > Toledo",
		"deliver red Cleveland Detroit()", "deliver red Cleveland Toledo please", "bid $3", "bid 3k", "issue 12 shares", "bid up to -4", "bid up to $",
		"issue 99999999999999999999", "issue 1 share share", "card 22 st louis", "card 22 new y", "card 22 N16", "card 22 jacks", "card 22 aa19", "card 22 '",
	} {
		for _, c := range []*scene{c, bidding} {
			for seat := range engine.Seat(2) {
				readsAgain(t, c, seat, line)
			}
		}
	}
}

func readsAgain(t *testing.T, c *scene, seat engine.Seat, line string) {
	digest := c.Digest()
	r, err := c.Try(seat, line, false)
	expect.Must(t, fmt.Sprintf("%q changes the game before it is taken", line), c.Digest(), digest)
	if err != nil {
		no, ok := engine.AsRefusal(err)
		if n := utf8.RuneCountInString(line); !ok || !strings.ContainsAny(line, "\r\n") && (no.Column < 0 || no.Column+no.Length > n+1) {
			t.Fatalf("%q: %v", line, err)
		}
		return
	}
	again, err := c.Try(seat, r.Line, false)
	if err != nil || again.Line != r.Line || string(engine.Encode(again.Pos)) != string(engine.Encode(r.Pos)) {
		t.Fatalf("%q is spelt %q, which means something else: %v", line, r.Line, err)
	}
}
