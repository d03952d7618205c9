package gate

import (
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/words"
)

// TestGuestWords: the words that guests may write are those that do something.
func TestGuestWords(t *testing.T) {
	for _, w := range words.Table {
		does := shows[w.Name] != nil || slices.Contains([]string{"accept", "decline", "set"}, w.Name)
		expect.Same(t, w.Name, w.Allows(words.Guest), does)
	}
}
