package templates

import (
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/pelletier/go-toml/v2"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// TestWordsFiles: English has words in every list, and every word of every file is read
// and is one word.
func TestWordsFiles(t *testing.T) {
	s := expect.Get(New())(t)
	files, err := fs.Glob(embedded, "*/"+wordsFile)
	if err != nil || len(files) < 3 {
		t.Fatalf("%q, %v", files, err)
	}
	for _, file := range files {
		b := expect.Get(fs.ReadFile(embedded, file))(t)
		var l wordLists
		expect.NoError(t, toml.Unmarshal(b, &l))
		if path.Dir(file) == English {
			for _, f := range reflect.VisibleFields(reflect.TypeFor[wordLists]()) {
				spared := f.Anonymous || slices.Contains([]string{"Talk", "Spared", "Elided"}, f.Name) // the game tells English orders
				if !spared && reflect.ValueOf(l).FieldByIndex(f.Index).Len() == 0 {
					t.Errorf("%s: nothing in %s", file, f.Name)
				}
			}
		}
		w := s.Words()
		for _, c := range []struct {
			words []string
			read  map[string]bool
		}{
			{l.Courtesies, w.Courtesies}, {l.Subjects, w.Subjects}, {l.Greetings, w.Greetings}, {l.Articles, w.Articles},
			{l.SentenceVerbs, w.SentenceVerbs}, {l.Openings, w.Openings}, {l.Between, w.Between}, {l.Everyday, w.Everyday}, {l.Spared, w.Spared},
		} {
			for _, word := range c.words {
				if n := len(strings.Fields(word)); !c.read[engine.Fold(word)] || n != 1 && (n > courteousWords || !slices.Contains(l.Courtesies, word)) {
					t.Errorf("%s: %q is not read, or is not one word", file, word)
				}
			}
		}
	}
}

// TestWordsOfLanguages: a language may have words and no messages, and is no language of
// letters then; a word must not mean two orders.
func TestWordsOfLanguages(t *testing.T) {
	files := fstest.MapFS{
		"en/a.toml":     {Data: []byte(`"a.b" = "x"`)},
		"en/words.toml": {Data: []byte("courtesies = [\"please\"]\n[forms]\npass = [\"passed\"]")},
		"es/words.toml": {Data: []byte("courtesies = [\"Grácias\"]\nwishes = [\"Buen día\"]\n[orders.service]\nhelp = [\"ayuda\"]")},
	}
	s := expect.Get(load(files))(t)
	w := s.Words()
	if !w.IsFiller("please") || !w.IsFiller("gracias") || w.IsFiller("paso") || w.Forms["passed"] != "pass" || s.Book("es", "").Print("help lay") != "ayuda lay" || w.Wishes[0] != "buen día" || s.languages["es"] != nil {
		t.Errorf("%+v", w)
	}
	files["ca/words.toml"] = &fstest.MapFile{Data: []byte("[forms]\nplace = [\"passed\"]")}
	expect.Fails(t, "a word that means two orders", expect.Err(load(files)), `"passed" means`)
}
