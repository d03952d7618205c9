package letters

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/compose"
	"railpost/store"
	"railpost/templates"
)

// TestMarkAfterARestore: the same words with another address to answer to are another letter.
func TestMarkAfterARestore(t *testing.T) {
	seen := map[string]bool{}
	for epoch := range uint64(3) {
		p := &page{letter: &templates.Letter{}, reply: compose.Reply{Step: compose.Step{Epoch: epoch}}}
		seen[mark(store.Letter{}, p, templates.Rendered{Text: "Done"})] = true
	}
	expect.Same(t, "marks for 3 epochs", len(seen), 3)
}
