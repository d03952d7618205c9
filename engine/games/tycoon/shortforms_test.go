package tycoon

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// A cube with only one possible way needs no way named; with two, the order asks for it.
func TestDeliverTheOnlyWay(t *testing.T) {
	c := sceneAt(t, 2)
	c.acts(0)
	c.pos().Player(0).Engine = 2
	c.link(0, "Memphis", "Nashville", 1)
	c.link(0, "Nashville", "Louisville", 1)
	c.goods("Memphis", Black)
	c.town("Louisville").Colour, c.town("Nashville").Colour = Black, Gray
	r, err := c.Try(0, "deliver black Memphis > Louisville", true)
	if err != nil || r.Line != "deliver black Memphis > Nashville > Louisville" {
		t.Errorf("%+v, %v", r, err)
	}
	c.link(0, "Memphis", "Little Rock", 1)
	c.link(1, "Little Rock", "Louisville", 1)
	if r := c.refused(0, "deliver black Memphis > Louisville"); r.Kind != engine.Unanswered || len(r.Near) != 2 {
		t.Errorf("of two ways none is chosen: %+v", r)
	}
}

// Short forms that our tables and maps print are read in orders.
func TestShortColoursAreRead(t *testing.T) {
	read := func(word string) Colour {
		v, err := ColourDomain(nil).Read(engine.Tokenize(word))
		if err != nil {
			t.Errorf("%s: %v", word, err)
			return Gray
		}
		return v.(Colour)
	}
	for word, c := range map[string]Colour{"re": Red, "ye": Yellow, "bu": Blue, "bk": Black, "pu": Purple, "red": Red, "yel": Yellow, "blue": Blue, "blk": Black, "pur": Purple} {
		expect.Same(t, word, read(word), c)
	}
}
