package g18mag

import (
	"testing"

	"railpost/engine"
)

// The marks of corporations on the map are read in orders.
func TestMarksAreRead(t *testing.T) {
	words := engine.Words("", book.large.words, nil)
	for _, w := range book.large.words {
		if v, err := words.Read(engine.Tokenize(mark(w.Value))); err != nil || v != w.Value {
			t.Errorf("%s of %s reads as %v, %v", mark(w.Value), w.Text, v, err)
		}
	}
}
