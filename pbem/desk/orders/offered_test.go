package orders

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/templates"
)

func TestOffered(t *testing.T) {
	list := []string{"work mine-1", "pass"}
	turn := offered{list: list, usual: list[:1], to: templates.Turn}
	expect.Same(t, "a number chooses", turn.numbered(nil), list)
	expect.Same(t, "no line has a letter", turn.marks()+turn.mark("[b]"), 0)
	expect.Same(t, "usual", turn.usualTurn(), list[:1])
	expect.Same(t, "nobody was asked", turn.defaultTurn(), nil)

	question := offered{list: list, lettered: true, to: templates.Question}
	expect.Same(t, "letters", question.marks(), 2)
	expect.Same(t, "second", question.mark("[b]"), 2)
	expect.Same(t, "beyond", question.mark("[c]"), 0)
	expect.Same(t, "numbers are of the turn letter", question.numbered(nil), nil)
}
