package templates

import (
	"io/fs"
	"os"
	"testing"
	"testing/fstest"

	"railpost/engine/enginetest/golden"
)

// testSet holds the letters' own messages and those of the make-believe title.
func testSet(t testing.TB) *Set {
	t.Helper()
	files := fstest.MapFS{}
	for _, name := range []string{"en/letters.toml", "en/engine.toml"} {
		b, err := fs.ReadFile(embedded, name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: b}
	}
	b, err := os.ReadFile("testdata/rail.toml")
	if err != nil {
		t.Fatal(err)
	}
	files["en/rail.toml"] = &fstest.MapFile{Data: b}
	s, err := load(files)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func render(t testing.TB, s *Set, l *Letter) Rendered {
	t.Helper()
	r, err := s.Render(l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestGolden(t *testing.T) {
	s := testSet(t)
	for name, sample := range samples {
		t.Run(name, func(t *testing.T) {
			r := render(t, s, sample())
			golden.Check(t, "testdata/"+name+".golden", "Subject: "+r.Subject+"\n\n"+r.Text)
			if name == "turn" || name == "turn-usual" || name == "refusal" {
				golden.Check(t, "testdata/"+name+".html.golden", r.HTML)
			}
		})
	}
}

// TestGoldenLanguages: every kind of letter in the other languages. What the fixtures say in
// words of their own, and no message says, stays English; their orders are those of Russian
// Railroads.
func TestGoldenLanguages(t *testing.T) {
	files := fstest.MapFS{}
	for lang, file := range map[string]string{English: "rail.toml", "es": "es/rail.toml", "ca": "ca/rail.toml"} {
		b, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		files[lang+"/rail.toml"] = &fstest.MapFile{Data: b}
	}
	s, err := New(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range s.Languages() {
		for name, sample := range samples {
			if lang == English {
				continue
			}
			t.Run(lang+"/"+name, func(t *testing.T) {
				l := sample()
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
				golden.Check(t, "testdata/"+lang+"/"+name+".golden", "Subject: "+r.Subject+"\n\n"+r.Text)
				if name == "turn" {
					golden.Check(t, "testdata/"+lang+"/"+name+".html.golden", r.HTML)
				}
			})
		}
	}
}
