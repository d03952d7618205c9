package tycoon

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// TestCityNames reads names as "Orders by mail" says; the first five are case N01.
func TestCityNames(t *testing.T) {
	s := &State{book: PrintedBook()}
	for _, c := range []struct {
		typed, want string // names in a refusal are parted by "or"
		taken       int    // words
	}{
		{"Jackson", "Jackson", 1}, {"jacksonv", "Jacksonville", 1}, {"jacks", "Jackson or Jacksonville", 0},
		{"st louis", "St. Louis", 2}, {"z36", "Atlanta", 1},
		{"new y", "New York", 2}, {"new york blue", "New York", 2}, {"NEW-YORK", "New York", 1}, {"newyork", "New York", 1},
		{"new", "New Haven or New York or New Orleans", 0}, {"st. louis", "St. Louis", 2}, {"St.Louis", "St. Louis", 1}, {"st l", "St. Louis", 2},
		{"kan ci blue", "Kansas City", 2}, {"AK27", "New Orleans", 1}, {"ak27 x", "New Orleans", 1},
		{"tol > det", "Toledo", 1}, {"toledo > det", "Toledo", 1}, {"little r red", "Little Rock", 2}, {"toledo: k3", "Toledo", 1},
		{"char", "Charleston", 1}, {"chat", "Chattanooga", 1}, {"cha", "Charleston or Chattanooga", 0},
		{"NY > bos", "New York", 1}, {"no", "New Orleans", 1}, {"SL", "St. Louis", 1}, {"k.c.", "Kansas City", 1}, {"DM red", "Des Moines", 1}, {"lr", "Little Rock", 1},
		{"Savannah-Charleston", "Savannah", 1}, {"New York-Boston", "New York", 2}, {"Boston–New York", "Boston", 1}, {"sav—char", "Savannah", 1},
		{"NY-Boston", "New York", 1}, {"New-York-Boston", "New York", 1}, {"Savannah-", "Savannah", 1}, {"z36-savannah", "Atlanta", 1}, {"xyz-Savannah", "", 0}, {"jack-Savannah", "", 0},
		{"to", "", 0}, {"tu", "", 0}, {"", "", 0}, {"B40", "", 0}, {"zz9", "", 0}, {"xyz", "", 0}, {"> toledo", "", 0},
	} {
		tokens := engine.Tokenize(c.typed)
		d := s.Book().CityDomain(nil)
		v, err := d.Read(tokens)
		got := ""
		if r, refused := engine.AsRefusal(err); refused {
			if r.Why.Key == "tycoon.no.city-two" {
				got = strings.Join(r.Expected, " or ")
			}
			if tokens.At != 0 || r.Why.Key == "" {
				t.Errorf("%q: refused, %d words taken: %v", c.typed, tokens.At, r)
			}
		} else {
			got = d.Text(v)
		}
		if !sameNames(got, c.want) || tokens.At != c.taken {
			t.Errorf("%q reads as %q with %d words, want %q with %d", c.typed, got, tokens.At, c.want, c.taken)
		}
	}
}

// sameNames compares names in any order.
func sameNames(a, b string) bool {
	x, y := strings.Split(a, " or "), strings.Split(b, " or ")
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

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
