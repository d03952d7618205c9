package main

import (
	"strings"
	"testing"

	"railpost/docs/rules"
	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/example"
	"railpost/engine/titles"
	"railpost/pbem/lab/pbemtest"
	"railpost/templates"
)

// choosing is Nim with another number of matches, and a profile.
type choosing struct{ example.Title }

func (c choosing) Options() []engine.Option {
	o := c.Title.Options()[0]
	o.Check = func(string) error { return nil }
	return []engine.Option{o}
}

func (choosing) Profiles() map[string]map[string]string {
	return map[string]map[string]string{"short": {"matches": "9", "first": "any"}}
}

// The choices of a table: options with free values, and profiles.
func TestTitleInText(t *testing.T) {
	set := expect.Get(pbemtest.Texts())(t)
	var out strings.Builder
	describe(choosing{}, set).print(&app{stdout: &out})
	want := `nim, 2 to 4 players, version 1

OPTIONS (railpost game create --option KEY=VALUE)
  matches=15|21|...   rule 1
      how many matches lie in the heap at first

PROFILES (railpost game create --profile NAME; --option goes before it)
  short
      first=any matches=9
`
	expect.Same(t, &out, out.String(), want)
}

// TestMendsSaid: each version of a title declares its mends, or begins games with other options.
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
			expect.True(t, mended[v], "%s version %d mends nothing", title.Name(), v)
		}
	}
}

// TestNoTitle: who misspells a title is told all of them.
func TestNoTitle(t *testing.T) {
	_, err := findTitle("titles", "chess")
	var names []string
	for _, title := range titles.All() {
		names = append(names, title.Name())
	}
	expect.Has(t, "the error", err.Error(), `there is no title "chess"`, strings.Join(names, ", "))
}
