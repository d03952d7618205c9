package enginetest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Texts says how the sources of a title name the keys of its messages. Most occur there
// whole ("russian.no.track"); others are assembled.
type Texts struct {
	Title string
	// Families are the beginnings to which the rules append names, with these names:
	// "18mag.colour." -> yellow, green.
	Families map[string][]string
	// Calls returns the functions that prefix a key with a family, in the file with that
	// name: line("price") -> sheet. A key held by a variable named key belongs to the
	// family of the name "key". nil: there are none.
	Calls func(file string) map[string]string
	// More are keys that no source names, as those of the columns of the final table,
	// TITLE.score.PART.
	More []string
}

// fewest is how many texts and keys the smallest title has: with fewer, the sources or
// the files have not been found.
const fewest = 10

var (
	comment = regexp.MustCompile(`(?m)^\s*//.*$`)
	called  = regexp.MustCompile(`\b([a-zA-Z]+)\("([a-z-]+)"`)
	// held matches keys that are first assigned to a variable.
	held = regexp.MustCompile(`key(?:, to)? :?= "([a-z-]+)"`)
	// param matches the names of parameters, each of which help describes.
	param   = regexp.MustCompile(`\{Name: "([a-z]+)", (?:Lead|Many|About|In):`)
	columns = regexp.MustCompile(`headings\(([^)]*)\)`)
	quoted  = regexp.MustCompile(`"([a-z-]+)"`)
	heading = regexp.MustCompile(`(?m)^"([^"]+)" = `)
)

// Sources returns the Go files of the working folder and its subfolders, as those of a
// title and its view.
func Sources(t testing.TB) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{"*.go", "*/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, files...)
	}
	return slices.DeleteFunc(all, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
}

// Keys returns all message keys of a title that the sources in the working folder and below
// name.
func (x Texts) Keys(t testing.TB) []string {
	t.Helper()
	keys := append([]string{x.Title + ".title"}, x.More...)
	whole := regexp.MustCompile(`"(` + regexp.QuoteMeta(x.Title) + `\.[a-z0-9._-]+)"`)
	for _, f := range Sources(t) {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		text := comment.ReplaceAllString(string(b), "")
		for _, m := range whole.FindAllStringSubmatch(text, -1) {
			if !strings.HasSuffix(m[1], ".") && !strings.HasSuffix(m[1], "-") {
				keys = append(keys, m[1])
			} else if _, ok := x.Families[m[1]]; !ok {
				t.Errorf("%s: the test knows no names for %q", f, m[1])
			}
		}
		keys = append(keys, x.short(filepath.Base(f), text)...)
	}
	for start, names := range x.Families {
		for _, n := range names {
			keys = append(keys, start+n)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// short returns the keys that functions complete with a prefix.
func (x Texts) short(file, text string) (keys []string) {
	for _, m := range param.FindAllStringSubmatch(text, -1) {
		keys = append(keys, x.Title+".param."+m[1])
	}
	for _, m := range columns.FindAllStringSubmatch(text, -1) {
		for _, w := range quoted.FindAllStringSubmatch(m[1], -1) {
			keys = append(keys, x.Title+".column."+w[1])
		}
	}
	if x.Calls == nil {
		return keys
	}
	calls := x.Calls(file)
	for _, m := range called.FindAllStringSubmatch(text, -1) {
		if family := calls[m[1]]; family != "" && !strings.HasSuffix(m[2], "-") {
			keys = append(keys, x.Title+"."+family+"."+m[2])
		}
	}
	if family := calls["key"]; family != "" {
		for _, m := range held.FindAllStringSubmatch(text, -1) {
			keys = append(keys, x.Title+"."+family+"."+m[1])
		}
	}
	return keys
}

// Check compares the keys with the messages of files: each has a text, and each text a key.
// It ignores texts that other titles have, too ("engine.param.city").
func (x Texts) Check(t *testing.T, files ...string) {
	t.Helper()
	keys := x.Keys(t)
	var have []string
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range heading.FindAllStringSubmatch(string(b), -1) {
			if key := m[1]; !strings.HasPrefix(key, "engine.") {
				have = append(have, strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(key, ".you"), ".subject"), ".also"))
			}
		}
	}
	if len(have) < fewest || len(keys) < fewest {
		t.Fatalf("found %d texts in %q and %d keys in the sources: is this the folder of the title?", len(have), files, len(keys))
	}
	for _, k := range keys {
		if !slices.Contains(have, k) {
			t.Errorf("%q has no text in %q", k, files)
		}
	}
	for _, k := range have {
		if !slices.Contains(keys, k) {
			t.Errorf("%q is a text that no source names: remove it, or add its key to Texts.Families (if it is put together) or Texts.More", k)
		}
	}
}
