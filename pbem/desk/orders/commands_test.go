package orders

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/enquiry"
	"railpost/pbem/desk/words"
)

// TestDeeds: each word of the table is bound, in the room that it belongs to.
func TestDeeds(t *testing.T) {
	for _, w := range words.Table {
		does := w.Kind == words.Acts || w.Kind == words.Vote || w.Name == "drop"
		expect.Same(t, w.Name+" does something", deed.Of(w.Name) != nil, does)
		expect.Same(t, w.Name+" is answered", enquiry.Answers[w.Name] != nil, w.Kind == words.Asks)
	}
}
