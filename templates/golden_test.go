package templates

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden letters anew")

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
			golden(t, name+".golden", "Subject: "+r.Subject+"\n\n"+r.Text)
			if name == "turn" || name == "turn-usual" || name == "refusal" {
				golden(t, name+".html.golden", r.HTML)
			}
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got); go test -update writes it anew:\n%s", name, diff)
	}
}
