package templates

import (
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/golden"
)

// testSet holds the letters' own messages and those of the make-believe title.
func testSet(t testing.TB) *Set {
	t.Helper()
	files := fstest.MapFS{}
	for _, name := range []string{"en/letters.toml", "en/engine.toml"} {
		b := expect.Get(fs.ReadFile(embedded, name))(t)
		files[name] = &fstest.MapFile{Data: b}
	}
	b := expect.Get(os.ReadFile("testdata/rail.toml"))(t)
	files["en/rail.toml"] = &fstest.MapFile{Data: b}
	s := expect.Get(load(files))(t)
	return s
}

func render(t testing.TB, s *Set, l *Letter) Rendered {
	t.Helper()
	r := expect.Get(s.Render(l))(t)
	return r
}

// TestGolden: every kind of letter, whole, some as HTML.
func TestGolden(t *testing.T) {
	s := testSet(t)
	checkLetters(t, "testdata/letters.golden", func(name string) string {
		r := render(t, s, samples[name]())
		text := whole(name, r)
		if name == "turn" || name == "turn-usual" || name == "refusal" {
			text += asHTML(name, r)
		}
		return text
	})
}

// checkLetters compares all sample letters with one file, so that a sentence in many letters changes in one place.
func checkLetters(t *testing.T, file string, letter func(name string) string) {
	t.Helper()
	var all strings.Builder
	for _, name := range slices.Sorted(maps.Keys(samples)) {
		all.WriteString(letter(name))
	}
	golden.Check(t, file, all.String())
}

func whole(name string, r Rendered) string {
	return "==== " + name + " ====\nSubject: " + r.Subject + "\n\n" + r.Text + "\n"
}

func asHTML(name string, r Rendered) string { return "==== " + name + ", HTML ====\n" + r.HTML + "\n" }

// TestGoldenLanguages: every kind of letter in the other languages. Texts of the fixtures that are not messages
// stay English; their orders are those of Russian Railroads.
func TestGoldenLanguages(t *testing.T) {
	files := fstest.MapFS{}
	for lang, file := range map[string]string{English: "rail.toml", "es": "es/rail.toml", "ca": "ca/rail.toml"} {
		b := expect.Get(os.ReadFile("testdata/" + file))(t)
		files[lang+"/rail.toml"] = &fstest.MapFile{Data: b}
	}
	s := expect.Get(New(files))(t)
	for _, lang := range s.Languages() {
		if lang == English {
			continue
		}
		checkLetters(t, "testdata/letters."+lang+".golden", func(name string) string {
			l := samples[name]()
			for _, in := range append([]*Letter{l}, l.Parts...) {
				in.Lang, in.Title = lang, "russian"
				if in.Scores != nil {
					in.Title = "rail"
				}
				if in.Enclosed != nil {
					in.Enclosed.Title = in.Title
				}
			}
			r := render(t, s, l)
			if name == "turn" {
				return whole(name, r) + asHTML(name, r)
			}
			return whole(name, r)
		})
	}
}
