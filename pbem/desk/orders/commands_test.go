package orders

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/words"
)

func TestDeeds(t *testing.T) {
	for _, w := range words.Table {
		does := w.Kind == words.Acts || w.Kind == words.Vote || w.Name == "drop"
		expect.Same(t, w.Name+" does something", deeds[w.Name] != nil, does)
	}
}
