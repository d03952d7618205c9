package orders

import (
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
	"railpost/templates"
)

// A restore puts games back to an earlier state. Answers to letters written after that
// state must not be played: their addresses are of an older epoch (compose.Step).

// ordersGone reports whether a mail orders something in answer to a letter of a step
// that a restore has undone.
func (h *handling) ordersGone() bool {
	return h.in.Gone && h.Change.Table.State == table.Running && h.Change.Next != nil && slices.ContainsFunc(h.read.sorted.Orders, func(l extract.OrderLine) bool {
		return !h.reader().isCommand(l.Text) || words.Find(words.First(l.Text)).Bars(words.Stale)
	})
}

// tellGone makes the answer enclose the letter that counts now.
func (w *work) tellGone() {
	w.Kind, w.Reply.Enclose = templates.Stale, true
	if w.in.Former {
		w.Tell(engine.Msg(key.Gone))
	}
}
