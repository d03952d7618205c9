package main

import (
	"strings"
	"testing"

	"railpost/docs/rules"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/tram"
	"railpost/engine/titles"
	"railpost/pbem/pbemtest"
	"railpost/templates"
)

// What a table can choose: options with free values, and profiles.
func TestTitleInText(t *testing.T) {
	set := expect.Get(pbemtest.Texts())(t)
	var out strings.Builder
	describe(tram.Title{}, set).print(&app{stdout: &out})
	want := `tram, 2 to 4 players, version 1

OPTIONS (railpost game create --option KEY=VALUE)
  stops=300|30|...   rule 1
      how many stops there are
  consent=asked|not-asked   rule 4
      whether the seller of a car is asked

PROFILES (railpost game create --profile NAME; --option goes before it)
  short
      consent=not-asked stops=12
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
}

// TestMendsSaid: each version of a title says what it mends, or begins games with other options.
func TestMendsSaid(t *testing.T) {
	set := expect.Get(templates.New())(t)
	for _, title := range titles.All() {
		mended := map[int]bool{}
		for _, m := range title.Mends() {
			mended[m.Version] = true
			if key := title.Name() + ".mend." + m.ID; !set.Has(templates.English, key) {
				t.Errorf("there is no message %s", key)
			}
			if _, known := rules.Of(title.Name(), rules.English).Key(m.Rule); !known {
				t.Errorf("%s: the mend %s cites %s, which is not in the rules reference", title.Name(), m.ID, m.Rule)
			}
		}
		for _, o := range title.Options() {
			mended[o.Since] = true
		}
		for v := 2; v <= title.Version(); v++ {
			if !mended[v] {
				t.Errorf("%s version %d mends nothing", title.Name(), v)
			}
		}
	}
}
