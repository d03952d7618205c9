package orders

import (
	"context"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/key"
	"railpost/pbem/mail/extract"
)

// A question in a mail without orders is answered: one that has an order in it by a
// preview of that order, which stops before anything hidden, any other by the help on
// its words. Neither needs the whole letter again.

// questionsMost limits the questions of a mail that are read.
const questionsMost = 5

// questions answers the questions of a mail; nil if it has none, or also has a line that may be an order.
func (h *handling) questions(ctx context.Context) *journal.Change {
	if h.Change.Next == nil {
		return nil
	}
	var questions, talk []extract.Unread
	for _, l := range h.read.sorted.Unread {
		if !isQuestionText(l.Text) {
			return nil
		}
		questions = append(questions, l)
	}
	for _, l := range h.read.sorted.Talk {
		if isQuestionText(l.Text) {
			questions = append(questions, l)
		} else {
			talk = append(talk, l)
		}
	}
	if len(questions) == 0 || len(questions) > questionsMost {
		return nil
	}
	slices.SortFunc(questions, func(a, b extract.Unread) int { return a.N - b.N })
	h.Reply.Talk = repeated(talk)
	m := h.reader().meanings()
	var orders []extract.OrderLine
	for _, l := range questions {
		if line := m.OrderIn(l.Text); line != "" {
			orders = append(orders, extract.OrderLine{N: l.N, Text: line})
		}
	}
	if orders != nil {
		h.read.sorted = extract.Sorted{Orders: orders}
		for _, o := range orders {
			h.rest = append(h.rest, item{n: o.N, text: o.Text, line: o.Text})
		}
		h.mode.Preview = true
		h.Tell(engine.Msg(key.QuestionPreview))
		return h.run(ctx)
	}
	if m.MeantAny(questions) {
		return nil
	}
	e := h.enquire()
	for _, topic := range e.Topics(h.Texts.Words(), questions) {
		e.Help(topic)
	}
	if len(h.Reply.Help) == 0 {
		h.Tell(engine.Msg(key.QuestionOpen))
		h.Reply.Talk = repeated(append(talk, questions...))
		return nil // it counts as a mail that was not understood
	}
	return h.finish(ctx)
}

func isQuestionText(line string) bool {
	return strings.HasSuffix(strings.TrimRight(line, " !.\"')"), "?")
}
