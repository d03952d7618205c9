package tycoon

import (
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
	enginetest.Said(t, New(), enginetest.Options{Games: 1, MaxMoves: 240}, func(m engine.Message) string { return spoken.Say("en", sceneNames, nil, m) })
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
