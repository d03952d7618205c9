package tycoon

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/rail/hex"
	"railpost/templates"
)

// families are the keys that the rules put together from a beginning and names.
func families() map[string][]string {
	names := map[string][]string{}
	add := func(family, name string) { names["tycoon."+family+"."] = append(names["tycoon."+family+"."], name) }
	for c := Gray; c <= Purple; c++ {
		add("colour", c.String())
	}
	for e := range hex.Edge(hex.Edges) {
		add("side", Directions[e])
	}
	for _, o := range New().Options() {
		name := strings.TrimPrefix(o.Gloss, "tycoon.option.")
		add("option", name)
		for _, value := range o.Values {
			add("option", name+".is-"+value)
		}
	}
	add("option", optBoard+".is")
	for _, d := range New().Declared() {
		add("declared", strings.TrimPrefix(d.Gloss, "tycoon.declared."))
	}
	for _, p := range New().Parts() {
		add("part", p.Name)
	}
	for _, u := range New().Glossary(nil) {
		add("word", strings.TrimPrefix(u.Gloss, "tycoon.word."))
	}
	for _, part := range (final{}).parts(true, true) {
		add("score", part.Name)
	}
	for _, terrain := range []Terrain{Open, Hill, West, Unusable} {
		add("sheet", "ground-"+string(terrain))
	}
	for _, terrain := range []Terrain{Open, Hill} {
		add("cost", string(terrain))
	}
	book := PrintedBook()
	for i := range book.Cards {
		add("sheet", "effect-"+strings.ReplaceAll(string(book.Cards[max(i, 1)].Kind), "_", "-"))
	}
	for i := range book.Barons {
		goal := strings.ReplaceAll(string(book.Barons[max(i, 1)].Goal), "_", "-")
		names["tycoon.sheet.goal-"] = append(names["tycoon.sheet.goal-"], goal)
	}
	return names
}

// calls are functions that put a beginning before a key.
func calls(file string) map[string]string {
	switch {
	case strings.HasPrefix(file, "sheet"), strings.HasPrefix(file, "map"):
		return map[string]string{"line": "sheet", "head": "head", "cell": "cell"}
	case strings.HasPrefix(file, "remark"):
		return map[string]string{"add": "remark"}
	}
	return map[string]string{"forbid": "no", "ask": "no", "fault": "board"}
}

var (
	literal = regexp.MustCompile(`"([a-z0-9._-]+)"`)
	message = regexp.MustCompile(`(?m)^"(tycoon\.[a-z0-9-]+\.)([^"]+)" = `)
)

// literals are all words in quotation marks in the sources.
func literals(t *testing.T) map[string]bool {
	words := map[string]bool{}
	for _, f := range enginetest.Sources(t) {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range literal.FindAllStringSubmatch(string(b), -1) {
			words[m[1]] = true
		}
	}
	return words
}

// saidSomewhere says that a name of a family stands in the sources: as it is, or in
// two parts, "card" and "-city".
func saidSomewhere(words map[string]bool, family, name string) bool {
	for i := 1; i <= len(name); i++ {
		start, end := name[:i], name[i:]
		if i < len(name) && (!words[end] || end[0] != '-' && start[i-1] != '-') {
			continue
		}
		if words[start] || words[family+start] {
			return true
		}
	}
	return false
}

// Every key that the rules can emit has an English text, and every text a key.
func TestEveryKeyHasAText(t *testing.T) {
	files, err := filepath.Glob("../../../templates/en/tycoon*.toml")
	if err != nil {
		t.Fatal(err)
	}
	names, words := families(), literals(t)
	for _, family := range []string{"report", "board", "no", "remark", "head", "column", "cell", "sheet", "ask"} {
		names["tycoon."+family+"."] = append(names["tycoon."+family+"."], []string{}...)
	}
	names["tycoon.no.sheet-"] = []string{"part", "more", "place", "no-city"}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range message.FindAllStringSubmatch(string(b), -1) {
			if name := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(m[2], ".you"), ".subject"), ".also"); saidSomewhere(words, m[1], name) {
				names[m[1]] = append(names[m[1]], name)
			}
		}
	}
	enginetest.Texts{Title: "tycoon", Families: names, Calls: calls, More: []string{"tycoon.title"}}.Check(t, files...)
}

// What games say can be said: every argument that a text names is there.
func TestMessagesCanBeSaid(t *testing.T) {
	for key, m := range enginetest.Messages(New(), enginetest.Options{Games: 1, MaxMoves: 240}) {
		if !strings.HasPrefix(key, "tycoon.") {
			continue
		}
		if s := spoken.Say("en", sceneNames, nil, m); strings.Contains(s, "[tycoon.") || strings.Contains(s, "no value") {
			t.Errorf("%s with %v is said as %q", key, m.Args, s)
		}
	}
}

// TestDeclaredOfThePrint: where the book prints a value twice, not at all or another
// sign, the invitation says so and not "as printed".
func TestDeclaredOfThePrint(t *testing.T) {
	set, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	for rule, want := range map[string]string{"r17": "cannot be taken", "r18": "stays in front of its player", "r21": "3 in one list and 4 in the other", "r33": "prints no prices"} {
		text := set.Say("en", nil, nil, engine.Msg("tycoon.declared."+rule))
		if !strings.Contains(text, want) || !strings.Contains(text, "the book") || strings.Contains(text, "as printed") {
			t.Errorf("%s: %s", rule, text)
		}
	}
}
