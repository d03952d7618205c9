package tycoon

import (
	"testing"

	"railpost/engine"
)

// Whatever stands in a line: it is refused without effect, or its canonical
// spelling means the same.
func FuzzLine(f *testing.F) {
	for _, l := range []string{
		"pass", "issue 2", "upgrade", "build Toledo: L26 > L28", "build Chicago e ne e e ne", "build chicago > toledo",
		"build G29: F30 > Toronto", "build Columbus: N32 N34 > Wheeling with grant engineering", "urbanize Toledo bla",
		"deliver red Cleveland > Toledo > Detroit(2) > Chicago", "deliver red cleveland to chicago", "card 22 Boston", "card 26 Toledo blue",
		"card 30", "western Kansas City", "bid up to 5", "always ask", "bid 3", "BUILD : > >", "deliver", "deliver ( > (", "card 99", "issue -1", "?", ">",
		"build Toledo: L26 > L28 with", "western des", "deliver red Cleveland > Toledo > Detroit(", "build n16: n18 m19 > m21",
	} {
		f.Add(l)
	}
	c := newScene(sceneNames[:3], nil, sceneSeed, f.Fatalf)
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
	digest := c.Digest()
	f.Fuzz(func(t *testing.T, line string) {
		r, err := c.Try(0, line, false)
		if c.Digest() != digest {
			t.Fatalf("%q changes the game before it is taken", line)
		}
		if err != nil {
			if _, ok := engine.AsRefusal(err); !ok {
				t.Fatalf("%q is a fault: %v", line, err)
			}
			return
		}
		again, err := c.Try(0, r.Line, false)
		if err != nil || again.Line != r.Line || string(engine.Encode(again.Pos)) != string(engine.Encode(r.Pos)) {
			t.Fatalf("%q is spelt %q, which means something else: %v", line, r.Line, err)
		}
	})
}

// Names of cities read back as they are written.
func FuzzCity(f *testing.F) {
	for _, text := range []string{"Toledo", "st louis", "new y", "N16", "jacks", "St.", "kansas city western", "aa19", "'", "new"} {
		f.Add(text)
	}
	s := newScene(sceneNames[:2], nil, sceneSeed, f.Fatalf).pos()
	f.Fuzz(func(t *testing.T, text string) {
		d := s.CityDomain(nil)
		v, err := d.Read(engine.Tokenize(text))
		if err != nil {
			if _, ok := engine.AsRefusal(err); !ok {
				t.Fatalf("%q is a fault: %v", text, err)
			}
			return
		}
		again, err := d.Read(engine.Tokenize(d.Text(v)))
		if err != nil || again != v {
			t.Fatalf("%q is %v, which reads as %v: %v", text, v, again, err)
		}
	})
}
