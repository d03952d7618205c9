package view

import (
	"testing"

	"railpost/engine"
	"railpost/engine/games/g18mag"
)

// The marks of corporations on the map are read in orders.
func TestMarksAreRead(t *testing.T) {
	words := engine.Words("", g18mag.Book.Large.Words, nil)
	for _, w := range g18mag.Book.Large.Words {
		if v, err := words.Read(engine.Tokenize(mark(w.Value))); err != nil || v != w.Value {
			t.Errorf("%s of %s reads as %v, %v", mark(w.Value), w.Text, v, err)
		}
	}
}
