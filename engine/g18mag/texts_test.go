package g18mag

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest"
	"railpost/engine/running"
	"railpost/engine/trackword"
	"railpost/templates"
)

// families are the keys that the rules put together from a beginning and names.
func families(t *testing.T) map[string][]string {
	names := map[string][]string{
		"18mag.colour.": {"yellow", "green", "brown", "gray"},
		"18mag.phase.":  {"yellow", "green", "brown", "gray"},
		"18mag.score.":  {"cash", "shares"},
		"18mag.no.":     slices.Concat(trackword.Refusals, running.Refusals, running.ExtraRefusals, running.BestRefusals),
		"18mag.param.":  {"hex", "tile"},
		// Keys of a table.
		"18mag.sheet.near-": {"areas", "mines"},
	}
	for _, step := range slices.Concat(minorSteps, majorSteps) {
		names["18mag.step."] = append(names["18mag.step."], string(step))
		names["18mag.ask."] = append(names["18mag.ask."], string(step))
		if mandatory(step) {
			names["18mag.no.must-"] = append(names["18mag.no.must-"], string(step))
		}
	}
	for _, c := range companies {
		names["18mag.company."] = append(names["18mag.company."], c.key)
	}
	for _, e := range []*edition{&book.small, &book.large} {
		suffix := (&State{Seats: 3 - e.index}).modeKey()
		for _, c := range e.majors {
			names["18mag.sheet.power-"] = append(names["18mag.sheet.power-"], companies[c].key+suffix)
		}
		for _, c := range goodsOf[e.index].services {
			names["18mag.service."] = append(names["18mag.service."], companies[c].key)
			names["18mag.sheet.service-"] = append(names["18mag.sheet.service-"], companies[c].key+suffix)
		}
		for i := range grounds[e.index].Map.Hexes {
			names["18mag.kind."] = append(names["18mag.kind."], grounds[e.index].Map.Hexes[i].Kind)
		}
	}
	for _, o := range New().Options() {
		names["18mag.option."] = append(names["18mag.option."], strings.TrimPrefix(o.Gloss, "18mag.option."))
	}
	for _, d := range New().Declared() {
		names["18mag.declared."] = append(names["18mag.declared."], strings.TrimPrefix(d.Gloss, "18mag.declared."))
	}
	for _, p := range New().Parts() {
		names["18mag.part."] = append(names["18mag.part."], p.Name)
	}
	for _, u := range (*State)(nil).Glossary() {
		names["18mag.word."] = append(names["18mag.word."], strings.TrimPrefix(u.Gloss, "18mag.word."))
	}
	for _, none := range []string{"column", "cell", "head", "sheet", "remark", "report"} { // said by functions of their own, see shortKeys
		names["18mag."+none+"."] = nil
	}
	return names
}

var (
	keyPattern = regexp.MustCompile(`"(18mag\.[a-z0-9._-]+)"`)
	// shortKeys are functions that put a beginning before a key.
	shortKeys = map[string]string{"line": "sheet", "head": "head", "add": "remark", "reported": "report"}
	shortCall = regexp.MustCompile(`\b(line|head|add|reported)\("([a-z-]+)"`)
	// keyValue are keys that a variable holds first.
	keyValue = regexp.MustCompile(`key(?:, to)? :?= "([a-z-]+)"`)
	// param are the names of parameters: help says what stands for them.
	param      = regexp.MustCompile(`\{Name: "([a-z]+)", (?:Lead|Many|In):`)
	headCall   = regexp.MustCompile(`headings\(([^)]*)\)`)
	quotedWord = regexp.MustCompile(`"([a-z-]+)"`)
)

// sourceKeys are the message keys that stand in the sources of the rules.
func sourceKeys(t *testing.T) []string {
	t.Helper()
	keys := []string{"18mag.title", "18mag.money"}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	known := families(t)
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		text := regexp.MustCompile(`(?m)^\s*//.*$`).ReplaceAllString(string(b), "")
		for _, m := range keyPattern.FindAllStringSubmatch(text, -1) {
			if !strings.HasSuffix(m[1], ".") && !strings.HasSuffix(m[1], "-") {
				keys = append(keys, m[1])
			} else if _, ok := known[m[1]]; !ok {
				t.Errorf("%s: the test knows no names for %q", f, m[1])
			}
		}
		for _, m := range param.FindAllStringSubmatch(text, -1) {
			keys = append(keys, "18mag.param."+m[1])
		}
		if strings.HasPrefix(f, "sheet") || f == "remark.go" {
			keys = append(keys, shortKeysIn(f, text)...)
		}
	}
	for start, names := range known {
		for _, n := range names {
			keys = append(keys, start+n)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// shortKeysIn are the keys of sheets and remarks, where functions put the
// beginning before them.
func shortKeysIn(file, text string) []string {
	var keys []string
	for _, m := range shortCall.FindAllStringSubmatch(text, -1) {
		family := shortKeys[m[1]]
		if m[1] == "add" && file != "remark.go" {
			family = "sheet"
		}
		if !strings.HasSuffix(m[2], "-") {
			keys = append(keys, "18mag."+family+"."+m[2])
		}
	}
	for _, m := range keyValue.FindAllStringSubmatch(text, -1) {
		family := "sheet"
		if strings.HasPrefix(m[1], "percent") {
			family = "cell"
		}
		keys = append(keys, "18mag."+family+"."+m[1])
	}
	for _, m := range headCall.FindAllStringSubmatch(text, -1) {
		for _, w := range quotedWord.FindAllStringSubmatch(m[1], -1) {
			keys = append(keys, "18mag.column."+w[1])
		}
	}
	return keys
}

// Every key that the rules can emit has an English text.
func TestEveryKeyHasAText(t *testing.T) {
	b, err := os.ReadFile("../../templates/en/18mag.toml")
	if err != nil {
		t.Fatal(err)
	}
	keys := sourceKeys(t)
	if len(keys) < 400 {
		t.Fatalf("only %d keys were found in the sources", len(keys))
	}
	text := string(b)
	for _, k := range keys {
		if !strings.Contains(text, "\n\""+k+"\" = ") {
			t.Errorf("templates/en/18mag.toml lacks %q", k)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^"([^"]+)" = `).FindAllStringSubmatch(text, -1) {
		k := strings.TrimSuffix(strings.TrimSuffix(m[1], ".you"), ".subject")
		if !slices.Contains(keys, k) {
			t.Errorf("templates/en/18mag.toml has %q, which the rules never say", m[1])
		}
	}
}

// What games say can be said: every argument that a text names is there.
func TestMessagesCanBeSaid(t *testing.T) {
	set, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"}
	for key, m := range enginetest.Messages(New(), enginetest.Options{Games: 1, MaxMoves: 3000}) {
		if !strings.HasPrefix(key, "18mag.") {
			continue
		}
		if s := set.Say("en", names, nil, m); strings.Contains(s, "["+"18mag.") || strings.Contains(s, "no value") {
			t.Errorf("%s with %v is said as %q", key, m.Args, s)
		}
	}
}
