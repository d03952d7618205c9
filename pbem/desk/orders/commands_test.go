package orders

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/words"
)

func TestDeeds(t *testing.T) {
	for _, w := range words.Table {
		does := w.Kind == words.Acts || w.Kind == words.Vote || w.Name == "drop"
		expect.Same(t, w.Name+" does something", deed.Of(w.Name) != nil, does)
	}
}
