package pbem

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/extract"
	"railpost/pbem/journal"
)

// A question in a mail without orders is answered: one that has an order in it by a
// preview of that, which stops before anything hidden, another by the help on its
// words. Neither needs the whole letter once more.

// Bounds of what is looked at in the questions of a mail.
const (
	questionsMost = 5
	topicsMost    = 2
)

// questions answers the questions of a mail; nil where it has none, or a line that may
// have been meant as an order stands beside them.
func (h *handling) questions() (*journal.Change, error) {
	if h.c.Next == nil {
		return nil, nil
	}
	var asked, talk []extract.Unread
	for _, l := range h.sorted.Unread {
		if !isQuestionText(l.Text) {
			return nil, nil
		}
		asked = append(asked, l)
	}
	for _, l := range h.sorted.Talk {
		if isQuestionText(l.Text) {
			asked = append(asked, l)
		} else {
			talk = append(talk, l)
		}
	}
	if len(asked) == 0 || len(asked) > questionsMost {
		return nil, nil
	}
	slices.SortFunc(asked, func(a, b extract.Unread) int { return a.N - b.N })
	h.f.Talk = repeated(talk)
	m := h.meanings()
	var orders []extract.OrderLine
	for _, l := range asked {
		if line := m.orderIn(l.Text); line != "" {
			orders = append(orders, extract.OrderLine{N: l.N, Text: line})
		}
	}
	if orders != nil {
		h.sorted = extract.Sorted{Orders: orders}
		for _, o := range orders {
			h.rest = append(h.rest, item{n: o.N, text: o.Text, line: o.Text})
		}
		h.mode.Preview = true
		h.tell(engine.Msg("pbem.question-preview"))
		return h.run()
	}
	if m.meantAny(asked) {
		return nil, nil
	}
	for _, topic := range h.topics(asked) {
		if _, err := h.help(topic); err != nil {
			return nil, err
		}
	}
	if len(h.f.Help) == 0 {
		h.tell(engine.Msg("pbem.question-open"))
		h.f.Talk = repeated(append(talk, asked...))
		return nil, nil // it counts as a mail of which nothing was understood
	}
	return h.finish()
}

func isQuestionText(line string) bool {
	return strings.HasSuffix(strings.TrimRight(line, " !.\"')"), "?")
}

// meantAny says whether a question may be an order with a question mark behind it.
func (m *meanings) meantAny(asked []extract.Unread) bool {
	return slices.ContainsFunc(asked, func(l extract.Unread) bool {
		_, why := m.meant(l.Text)
		return !why.Empty()
	})
}

// orderIn is the order in a question: "build X > Y" of "How much is build X > Y?". It
// may be forbidden: then the preview says why. Words that no order has, as "on", may
// stand in it.
func (m *meanings) orderIn(text string) string {
	if m.view == nil || len(m.waits) > 0 {
		return ""
	}
	words := strings.Fields(strings.TrimRight(strings.TrimSpace(text), "?!. "))
	for i, w := range words {
		if !m.open(engine.Fold(strings.Trim(w, ",:"))) {
			continue
		}
		line := strings.Join(words[i:], " ")
		plain := strings.Join(slices.DeleteFunc(slices.Clone(words[i:]), func(w string) bool { return between[engine.Fold(w)] }), " ")
		for _, try := range []string{line, plain} {
			if m.tries--; m.tries >= 0 && m.right(try) {
				return try
			}
		}
		if i+1 < len(words) && m.slip(plain) {
			return plain
		}
	}
	return ""
}

// topics are the words of questions that help knows, the names of the game's words first.
func (h *handling) topics(asked []extract.Unread) []string {
	var exact, other []string
	for _, l := range asked {
		for _, t := range engine.Tokenize(l.Text).All {
			word := strings.Trim(t.Fold, "!¡¿'\"")
			if len([]rune(word)) < nameLetters || being[word] || common[word] || between[word] || slices.Contains(append(exact, other...), word) {
				continue
			}
			switch h.knows(word) {
			case 2:
				exact = append(exact, word)
			case 1:
				other = append(other, word)
			}
		}
	}
	found := append(exact, other...)
	return found[:min(topicsMost, len(found))]
}

// knows says whether help has a word: 2 as it stands, 1 as the beginning of one.
func (h *handling) knows(word string) int {
	best := 0
	note := func(name string) {
		switch fold := engine.Fold(name); {
		case fold == word, fold == strings.TrimSuffix(word, "s"):
			best = 2
		case strings.HasPrefix(fold, word):
			best = max(best, 1)
		}
	}
	for _, u := range h.verbs(word) {
		note(u.Verb)
		for _, also := range u.Also {
			note(also)
		}
	}
	for _, p := range h.parts() {
		note(p.Name)
	}
	return best
}
