package orders

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
	"railpost/templates"
)

// A restore puts games back to an earlier state. Answers to letters written after that
// state must not be played: their addresses are of an older epoch (compose.Step).

// ofItsTime reports whether a word refers to what was there when its letter was written.
func ofItsTime(word string) bool {
	return slices.Contains(strings.Fields("undo play add ok yes no"), word)
}

// ordersGone reports whether a mail orders something in answer to a letter of a step
// that a restore has undone.
func (h *handling) ordersGone() bool {
	return h.in.Gone && h.c.Table.State == table.Running && h.c.Next != nil && slices.ContainsFunc(h.sorted.Orders, func(l extract.OrderLine) bool {
		return !h.isCommand(l.Text) || ofItsTime(words.First(l.Text))
	})
}

// tellGone makes the answer enclose the letter that counts now.
func (h *handling) tellGone() {
	h.kind, h.f.Enclose = templates.Stale, true
	if h.in.Former {
		h.tell(engine.Msg(key.Gone))
	}
}
