package plan

import (
	"maps"
	"slices"
	"strings"

	"railpost/engine"
)

// Act is an order, and its wording in letters.
type Act struct {
	Line string
	Says string
}

// InOrderWords returns a condition in words of orders for one in words of letters: "until Ana placed hire"
// for "until Ana hires". ok is false if no order of acts is told so, if others with the same words
// are not, or if it takes more than a verb and a word to say which are.
func (w World) InOrderWords(c Condition, acts []Act) (meant Condition, ok bool) {
	words := strings.Fields(c.Text)
	n := len(words) - 1
	for ; n > 0; n-- {
		if _, _, ok := w.who(engine.Fold(strings.Join(words[:n], " "))); ok {
			break
		}
	}
	if n <= 0 {
		return c, false
	}
	told := func(a Act) bool { return tells(a.Says, words[n:]) }
	for _, a := range acts {
		verb := engine.FirstFold(a.Line)
		if !told(a) || w.Verbs[verb] != verb {
			continue
		}
		common := slices.DeleteFunc(spoken(a.Line)[1:], func(word string) bool {
			return slices.ContainsFunc(acts, func(b Act) bool {
				return told(b) && says(b.Line, verb, nil) && !says(b.Line, verb, []string{engine.Fold(word)})
			})
		})
		folded := spoken(engine.Fold(strings.Join(common, " ")))
		others := func(b Act) bool { return says(b.Line, verb, folded) && !told(b) }
		if len(common) < 2 && !slices.ContainsFunc(acts, others) {
			words = append(append(words[:n:n], w.past(verb)), common...)
			return Condition{Kind: c.Kind, Text: strings.Join(words, " ")}, true
		}
	}
	return c, false
}

// tells reports whether a sentence contains words, in any form.
func tells(sentence string, words []string) bool {
	has := strings.Fields(engine.Fold(sentence))
	return !slices.ContainsFunc(words, func(word string) bool {
		fold := engine.Fold(word)
		return !articles[fold] && !slices.ContainsFunc(has, func(h string) bool { return stem(h) == stem(fold) })
	})
}

// stem cuts off the endings in which the forms of most verbs differ: "hires", "hired"; "contrata", "contrate".
func stem(word string) string {
	for _, end := range []string{"ing", "es", "ed", "s", "e", "a"} {
		if s, ok := strings.CutSuffix(word, end); ok && len(s) > 2 {
			return s
		}
	}
	return word
}

// past returns the form of a verb in sentences on past actions.
func (w World) past(verb string) string {
	for _, form := range slices.Sorted(maps.Keys(w.Verbs)) {
		if w.Verbs[form] == verb && form != verb && !strings.HasSuffix(form, "s") {
			return form
		}
	}
	return verb
}
