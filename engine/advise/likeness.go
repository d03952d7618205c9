package advise

import (
	"slices"
	"strings"
	"unicode"

	"railpost/engine"
)

// SameWords reports whether a legal line agrees word for word with what was typed, except
// for typing errors and abbreviated names, so that a player who copies it in haste plays
// nothing they did not intend. Courtesies after an order do not count.
func (w Words) SameWords(typed, line string) bool {
	a, b := spoken(typed), spoken(line)
	for len(a) > len(b) && w.Courtesies[a[len(a)-1].Fold] {
		a = a[:len(a)-1]
	}
	if len(a) != len(b) || len(a) == 0 {
		return false
	}
	if len(a) > 1 && sameVerb(a[0].Fold, b[0].Fold) && slices.EqualFunc(a[1:], b[1:], func(x, y engine.Token) bool { return x.Fold == y.Fold }) {
		return true
	}
	return slices.EqualFunc(a, b, func(x, y engine.Token) bool { return SameName(x.Fold, y.Fold) })
}

// spoken returns the words of a line without the signs that merely separate answers.
func spoken(line string) []engine.Token {
	return slices.DeleteFunc(engine.Tokenize(line).All, engine.Token.Missing)
}

// sameVerb tolerates two typing errors in a verb if all its arguments are right.
func sameVerb(typed, name string) bool {
	return len([]rune(name)) >= shortVerb && len([]rune(typed)) >= shortVerb && engine.Distance(typed, name) <= 2
}

const shortVerb = 3

// SameName reports whether two folded words may name the same: letters may have typing
// errors, or one word may be a prefix of the other; digits must agree: black1 is not
// black2.
func SameName(typed, name string) bool {
	if figures(typed) != figures(name) {
		return false
	}
	a, b := WithoutFigures(typed), WithoutFigures(name)
	if a == b || a != "" && strings.HasPrefix(b, a) || len([]rune(b)) >= shortVerb && strings.HasPrefix(a, b) {
		return true
	}
	errors := 0
	switch n := len([]rune(b)); {
	case n >= 7:
		errors = 2
	case n >= 4:
		errors = 1
	}
	return engine.Distance(a, b) <= errors
}

func figures(s string) string { return strings.Map(keepIf(unicode.IsDigit), s) }

// WithoutFigures returns a word without its digits.
func WithoutFigures(s string) string {
	return strings.Map(keepIf(func(r rune) bool { return !unicode.IsDigit(r) }), s)
}

func keepIf(keep func(rune) bool) func(rune) rune {
	return func(r rune) rune {
		if keep(r) {
			return r
		}
		return -1
	}
}

// nearLine is a legal line that resembles a refused one.
type nearLine struct {
	line     string
	verb     engine.Verb // verb of its first answer
	about    []string    // its values of Param.About, as text
	question bool        // it may ask how it continues, and can still be what was meant
}

// meant reports whether the refused line may have meant this one: both have the same verb and subject.
func (n nearLine) meant(typed string) bool {
	words := spoken(typed)
	if len(words) == 0 || !begunBy(n.verb, words[0].Fold) {
		return false
	}
	for _, text := range n.about {
		for _, t := range spoken(text) {
			if !slices.ContainsFunc(words[1:], func(w engine.Token) bool { return SameName(w.Fold, t.Fold) }) {
				return false
			}
		}
	}
	return true
}

// begunBy reports whether a word is the first of some spelling of the verb, give or take a
// typing error.
func begunBy(v engine.Verb, word string) bool {
	return slices.ContainsFunc(append([]string{v.Name}, v.Also...), func(name string) bool {
		first, _, _ := strings.Cut(name, " ")
		return SameName(word, engine.Fold(first))
	})
}

// likeness sorts near lines: those that say the same, those that may have been meant, then
// the others in their order. like counts the first two kinds.
func (w Words) likeness(typed string, near []nearLine) (sorted []nearLine, same, like int) {
	var meant, others []nearLine
	for _, n := range near {
		switch {
		case w.SameWords(typed, n.line):
			sorted = append(sorted, n)
		case n.meant(typed):
			meant = append(meant, n)
		default:
			others = append(others, n)
		}
	}
	same = len(sorted)
	sorted = append(append(sorted, meant...), others...)
	return sorted, same, same + len(meant)
}
