package advise

import (
	"slices"
	"strings"
	"unicode/utf8"

	"railpost/engine"
)

// LooksLikeOrder returns a function that reports whether a line looks like an order of a seat,
// perhaps misspelt: the first word spells or begins some verb, or misses it by one typing
// error, and the verb's first parameter reads what follows. Another spelling of a verb
// without parameters ("hold") must be the whole line. Orders that answer nothing now look
// like orders, too, see closed. LooksLikeOrder asks no rule.
func LooksLikeOrder(t engine.Title, p engine.Position, seat engine.Seat) func(line string) bool {
	var forms []form
	whole := map[string]bool{}
	for _, prompt := range p.Prompts(seat) {
		for _, v := range prompt.Verbs {
			for i, name := range append([]string{v.Name}, v.Also...) {
				switch {
				case len(v.Params) > 0:
					forms = append(forms, form{engine.Squeeze(name), v.Params[0]})
				case i > 0:
					whole[engine.Squeeze(name)] = true
				}
			}
		}
	}
	other := closed(t, p)
	return func(line string) bool {
		if other(line) {
			return true
		}
		if len(whole) > 0 && whole[engine.Squeeze(strings.Trim(line, " .!"))] {
			return true
		}
		if head, plain := headWord(line); plain && !slices.ContainsFunc(forms, func(f form) bool { return f.like(head) }) {
			return false
		}
		words := engine.Tokenize(line)
		return len(words.All) > 1 && slices.ContainsFunc(forms, func(f form) bool { return f.like(words.Peek().Fold) && engine.ReadsAs(f.name, f.first, *words) })
	}
}

// headWord returns the folded first word of a line; plain is false if only Tokenize can
// find it.
func headWord(line string) (fold string, plain bool) {
	head, _, more := strings.Cut(strings.TrimLeft(line, " "), " ")
	fold = engine.Fold(head)
	odd := strings.ContainsFunc(head, func(r rune) bool { return r >= utf8.RuneSelf || r < ' ' || strings.ContainsRune(engine.Signs, r) })
	return fold, more && fold != "" && !odd
}

// form is a verb with its first parameter.
type form struct {
	name  string // squeezed
	first engine.Param
}

func (f form) like(word string) bool {
	return len(word) >= 2 && strings.HasPrefix(f.name, word) ||
		max(len(word)-len(f.name), len(f.name)-len(word)) < utf8.UTFMax && engine.Distance(word, f.name) <= 1
}

// closed returns a function that reports whether a line looks like an order of the title's glossary, which may
// be open at other times only: the verb comes first, followed by its parameters: a figure, or a word of its
// usage. A needless question is better than half a turn.
func closed(t engine.Title, p engine.Position) func(line string) bool {
	usages := map[string][]engine.Usage{} // by the first word of the verb
	for _, u := range t.Glossary(p) {
		if begins(u) {
			verb := engine.FirstFold(u.Verb)
			usages[verb] = append(usages[verb], u)
		}
	}
	return func(line string) bool {
		if head, plain := headWord(line); plain && usages[head] == nil {
			return false
		}
		words := spoken(strings.TrimRight(line, " !"))
		if len(words) == 0 || len(words) > closedLongest {
			return false
		}
		return slices.ContainsFunc(usages[words[0].Fold], func(u engine.Usage) bool {
			if len(words) == 1 {
				return len(spoken(u.Example)) == 1 // the verb is a whole order
			}
			return figures(words[1].Fold) != "" || follows(u, words[1].Fold)
		})
	}
}

// follows reports whether a word may follow the verb of a usage.
func follows(u engine.Usage, fold string) bool {
	return slices.ContainsFunc(engine.Tokenize(u.Example+", "+u.Form).All, func(w engine.Token) bool {
		return w.Fold == fold && (w.Text != strings.ToUpper(w.Text) || strings.Contains(u.Example, w.Text))
	})
}

// closedLongest is the maximum number of words in an order; a longer line is talk.
const closedLongest = 8
