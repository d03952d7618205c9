package rules_test

import (
	"testing"

	"railpost/docs/rules"
	"railpost/engine/enginetest/expect"
	"railpost/templates"
)

func TestLook(t *testing.T) {
	sample := expect.Get(rules.Read(rules.Sample))(t)
	set := expect.Get(templates.New())(t)
	for _, c := range []struct {
		words string
		found bool
		want  string
	}{
		{"", true, `The sections of the rules reference
  Set-up
  VIII Operating turn
  Rulings
`},
		{"18Sample VIII.6, R-02", true, `VIII.6 Stations
  A station costs 40 K.

Home
  The first is free.

R-02 No revenue
  The price falls.
a b
`},
		{"viii.12", true, `VIII.12 Buying trains
  Of a depot or a corporation.
  train  price
  2      70
  - one and more
  - two
`},
		{"s", true, `Several sections fit "s"
  Set-up
  VIII.6 Stations
`},
		{"tender", false, `No section has "tender" in its name; these are all
  Set-up
  VIII Operating turn
  Rulings
`},
	} {
		blocks, found := sample.Look(c.words)
		if got := set.Blocks(templates.English, nil, blocks); got != c.want || found != c.found {
			t.Errorf("%q: found %v\n%s\nwant\n%s", c.words, found, got, c.want)
		}
	}
}
