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
