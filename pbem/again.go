package pbem

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"railpost/engine"
	"railpost/templates"
)

// mailAgain is the mail ready to send again. A refused line is replaced only by
// one that it may be a spelling of, and stays as it was typed otherwise; lines
// that nobody could read, and those behind the end of the turn, are left out. A
// single order that is understood, forbidden and like no legal one is not
// repeated: the legal ones stand above.
func (h *handling) mailAgain(lines []templates.Line) []string {
	better, left := map[int]string{}, map[int]bool{}
	for _, l := range lines {
		if l.Refusal == nil {
			continue
		}
		left[l.N] = beyond(l.Refusal)
		for _, near := range append([]string{l.Guess}, l.Refusal.Near...) {
			if typed := h.lineOf(l); sameMove(typed, near) && (l.Refusal.Kind != engine.Unanswered || goesFurther(typed, near)) {
				better[l.N] = near
				break
			}
		}
	}
	again := map[int]string{}
	for _, u := range h.sorted.Unread {
		again[u.N] = better[u.N]
	}
	for _, l := range h.sorted.Orders {
		if again[l.N] = better[l.N]; again[l.N] == "" && !left[l.N] {
			again[l.N] = l.Text
		}
	}
	var out []string
	for _, n := range slices.Sorted(maps.Keys(again)) {
		if again[n] != "" {
			out = append(out, again[n])
		}
	}
	cut := slices.Contains(slices.Collect(maps.Values(left)), true)
	if len(out) == 1 && len(better) == 0 && !cut && !h.misspelt(lines) {
		return nil
	}
	return withoutNumbers(out, h.list)
}

// misspelt: some line is an order of the game in words that were not
// understood. That is worth having back even when nobody can say what it was;
// a single line that is understood and refused is not.
func (h *handling) misspelt(lines []templates.Line) bool {
	return slices.ContainsFunc(lines, func(l templates.Line) bool {
		return l.Refusal != nil && l.Refusal.Kind != engine.Forbidden && len(strings.Fields(l.Text)) > 1
	})
}

// lineOf is the order a refused line was taken for: a number stands for its choice.
func (h *handling) lineOf(l templates.Line) string {
	if l.Refusal.Line != "" {
		return l.Refusal.Line
	}
	return l.Text
}

// previewAgain is the mail of a preview, mended, when some line of it was refused.
func (h *handling) previewAgain() []string {
	if !slices.ContainsFunc(h.f.Lines, func(l templates.Line) bool { return l.Refusal != nil }) {
		return nil
	}
	return h.mailAgain(h.f.Lines)
}

// sameMove says whether a legal line may be what was typed: the same verb and
// the same first argument, or a spelling near to them. A player who copies it
// in haste must not play what he has not thought of.
func sameMove(typed, near string) bool {
	if near == "" {
		return false
	}
	t, n := engine.Tokenize(near), engine.Tokenize(typed)
	for range 2 {
		a, b := t.Next().Fold, n.Next().Fold
		if n.Done() && b == "" || t.Done() && a == "" {
			return a == b
		}
		if !sameName(b, a) {
			return false
		}
	}
	return true
}

// goesFurther says whether a legal line holds all words that were typed, figures
// aside: an order that is not complete must not become a shorter one that is.
func goesFurther(typed, near string) bool {
	words := engine.Tokenize(near).All
	for _, t := range engine.Tokenize(typed).All {
		if letters(t.Fold) != "" && !slices.ContainsFunc(words, func(w engine.Token) bool { return w.Fold == t.Fold }) {
			return false
		}
	}
	return true
}

// sameName: letters may have a typing error, figures may not: black1 is not black2.
func sameName(typed, name string) bool {
	a, b := letters(typed), letters(name)
	if strings.HasPrefix(b, a) && a != "" && figures(typed) == figures(name) {
		return true
	}
	errors := 0
	switch n := len([]rune(b)); {
	case n >= 7:
		errors = 2
	case n >= 4:
		errors = 1
	}
	return figures(typed) == figures(name) && engine.Distance(a, b) <= errors
}

func figures(s string) string { return strings.Map(keepIf(unicode.IsDigit), s) }

func letters(s string) string {
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
