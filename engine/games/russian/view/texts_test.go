package view

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest"
	"railpost/engine/games/russian"
	"railpost/templates"
)

// families are the keys that are put together from a beginning and names
// of the data.
func families() map[string][]string {
	names := map[string][]string{
		"russian.colour.":       russian.ColourNames[:],
		"russian.railway.":      russian.RailwayLetters[:],
		"russian.param.":        {"steps"},
		"russian.railway-sign.": russian.RailwayLetters[:],
		"russian.marker.":       {"a", "b"},
		"russian.piece.":        {"own", "black", "temp", "ruble"},
		"russian.pieces.":       {"own", "black", "temp", "ruble"},
		"russian.token.":        russian.Book.Tokens,
		"russian.card.":         russian.Book.QuestionCards,
		"russian.verb.card-":    russian.Book.QuestionCards,
		"russian.start.":        russian.Book.StartCards,
		"russian.special.":      append([]string{"t15"}, russian.Book.QuestionSpaces...),
		"russian.factory.":      {"1", "2", "3", "4", "5", "6", "7", "8", "9"},
		"russian.part.": {"industry", "doubler", "build", "loco", "factory", "again", "repeat", "points", "rubles", "temps",
			"hire", "claim", "engineer-sum", "loco-sum", "end-choice", "build-sign", "loco-sign", "factory-sign"},
		"russian.declared.":      nil,
		"russian.space.":         nil,
		"russian.endcard.":       nil,
		"russian.sheet.":         nil,
		"russian.sheet.explain-": {"token", "card", "endcard", "start", "word"},
		"russian.head.":          nil,
		"russian.remark.":        nil,
		"russian.column.":        {"place", "player", "points", "workers", "rubles", "engineers", "tokens", "cards", "state"},
		"russian.score.":         {"game", "cards", "majority"},
	}
	for _, id := range russian.Book.Tokens {
		names["russian.does."] = append(names["russian.does."], "token-"+id)
	}
	for _, id := range russian.Book.QuestionCards {
		names["russian.does."] = append(names["russian.does."], "card-"+id)
	}
	for _, id := range termsOfLetters {
		names["russian.does."] = append(names["russian.does."], "word-"+id)
	}
	for _, s := range russian.Book.Spaces {
		names["russian.space."] = append(names["russian.space."], s.ID)
	}
	for _, c := range russian.Book.EndCards {
		names["russian.endcard."] = append(names["russian.endcard."], c.ID)
	}
	for _, u := range title.Glossary(nil) {
		names["russian.word."] = append(names["russian.word."], strings.TrimPrefix(u.Gloss, "russian.word."))
	}
	for _, d := range title.Declared() {
		names["russian.declared."] = append(names["russian.declared."], strings.TrimPrefix(d.Gloss, "russian.declared."))
	}
	return names
}

var (
	keyPattern   = regexp.MustCompile(`"(russian\.[a-z0-9.-]+)"`)
	sheetPattern = regexp.MustCompile(`(?:line|head|add)\("([a-z-]+)"`)
)

// sourceKeys are the message keys that stand in the sources of rules and view.
func sourceKeys(t *testing.T) []string {
	t.Helper()
	keys := []string{"russian.title"}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := filepath.Glob("../*.go")
	if err != nil {
		t.Fatal(err)
	}
	known := families()
	for _, f := range append(files, rules...) {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range keyPattern.FindAllSubmatch(b, -1) {
			key := string(m[1])
			if !strings.HasSuffix(key, ".") && !strings.HasSuffix(key, "-") {
				keys = append(keys, key)
			} else if _, ok := known[key]; !ok {
				t.Errorf("%s: the test knows no names for %q", f, key)
			}
		}
		prefix := map[string]string{"line": "russian.sheet.", "head": "russian.head.", "add": "russian.sheet."}
		if f == "remark.go" {
			prefix["add"] = "russian.remark."
		}
		for _, m := range sheetPattern.FindAllStringSubmatch(string(b), -1) {
			word, _, _ := strings.Cut(m[0], "(")
			keys = append(keys, prefix[word]+m[1])
		}
	}
	for start, names := range known {
		for _, n := range names {
			keys = append(keys, start+n)
		}
	}
	slices.Sort(keys)
	return slices.DeleteFunc(slices.Compact(keys), func(k string) bool { return strings.HasSuffix(k, ".json") })
}

// Every key that the rules can emit has an English text.
func TestEveryKeyHasAText(t *testing.T) {
	b, err := os.ReadFile("../../../../templates/en/russian.toml")
	if err != nil {
		t.Fatal(err)
	}
	keys := sourceKeys(t)
	if len(keys) < 200 {
		t.Fatalf("only %d keys were found in the sources", len(keys))
	}
	text := string(b)
	for _, k := range keys {
		if !strings.Contains(text, "\n\""+k+"\" = ") {
			t.Errorf("templates/en/russian.toml lacks %q", k)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^"([^"]+)" = `).FindAllStringSubmatch(text, -1) {
		k := strings.TrimSuffix(strings.TrimSuffix(m[1], ".you"), ".subject")
		if !slices.Contains(keys, k) && !strings.HasPrefix(k, "russian.sheet.engineer-") && !strings.HasPrefix(k, "russian.report.") {
			t.Errorf("templates/en/russian.toml has %q, which the rules never say", m[1])
		}
	}
}

// What games say can be said: every argument that a text names is there.
func TestMessagesCanBeSaid(t *testing.T) {
	set, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Ann", "Ben", "Cleo", "Dag"}
	for key, m := range enginetest.Messages(title, enginetest.Options{Games: 2}) {
		if !strings.HasPrefix(key, "russian.") {
			continue
		}
		if s := set.Say("en", names, nil, m); strings.Contains(s, "["+"russian.") || strings.Contains(s, "no value") {
			t.Errorf("%s with %v is said as %q", key, m.Args, s)
		}
	}
}
