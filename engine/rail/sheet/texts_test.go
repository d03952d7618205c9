package sheet

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	saidHere = regexp.MustCompile(`(?:[^).]|\breturn )\b(line|head|remark|forbid)\("([a-z-]+)"`)
	cellHere = regexp.MustCompile(`shared\.say\("cell", "([a-z-]+)"`)
	keyHere  = regexp.MustCompile(`key :?= "([a-z-]+)"`)
)

// sourceKeys are the message keys that the sources name.
func sourceKeys(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	keys := []string{"18xx.cell.percent", "18xx.cell.percent-director", "18xx.sheet.near-cities", "18xx.sheet.near-towns"}
	for e := range 6 {
		keys = append(keys, "18xx.side."+string(rune('0'+e)))
	}
	family := map[string]string{"line": "sheet", "head": "head", "remark": "remark", "forbid": "no"}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range saidHere.FindAllStringSubmatch(string(b), -1) {
			keys = append(keys, "18xx."+family[m[1]]+"."+m[2])
		}
		for _, m := range cellHere.FindAllStringSubmatch(string(b), -1) {
			keys = append(keys, "18xx.cell."+m[1])
		}
		for _, m := range keyHere.FindAllStringSubmatch(string(b), -1) {
			if !strings.HasPrefix(m[1], "percent") {
				keys = append(keys, "18xx.sheet."+m[1])
			}
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// Every key of the sources has an English text, and every text a key.
func TestTexts(t *testing.T) {
	b, err := os.ReadFile("../../../templates/en/18xx.toml")
	if err != nil {
		t.Fatal(err)
	}
	keys := sourceKeys(t)
	if len(keys) < 60 {
		t.Fatalf("only %d keys were found in the sources", len(keys))
	}
	var have []string
	for _, m := range regexp.MustCompile(`(?m)^"([^"]+)" = `).FindAllStringSubmatch(string(b), -1) {
		have = append(have, strings.TrimSuffix(m[1], ".you"))
	}
	for _, k := range keys {
		if !slices.Contains(have, k) {
			t.Errorf("templates/en/18xx.toml lacks %q", k)
		}
	}
	for _, k := range have {
		if !slices.Contains(keys, k) {
			t.Errorf("templates/en/18xx.toml has %q, which the sources never say", k)
		}
	}
}
