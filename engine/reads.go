package engine

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Reads tells of lines whether they look like orders of a seat although they may
// be misspelt: some verb is spelt or begun by the first word, or misses it by one
// typing error, and the verb's first parameter reads what follows. Another
// spelling of a verb without parameters ("hold") must be the whole line. Reads
// asks for no rule.
func Reads(p Position, seat Seat) func(line string) bool {
	var forms []form
	whole := map[string]bool{}
	for _, prompt := range p.Prompts(seat) {
		for _, v := range prompt.Verbs {
			for i, name := range append([]string{v.Name}, v.Also...) {
				switch {
				case len(v.Params) > 0:
					forms = append(forms, form{squeeze(name), v.Params[0]})
				case i > 0:
					whole[squeeze(name)] = true
				}
			}
		}
	}
	return func(line string) bool {
		if len(whole) > 0 && whole[squeeze(strings.Trim(line, " .!"))] {
			return true
		}
		if head, plain := headWord(line); plain && !slices.ContainsFunc(forms, func(f form) bool { return f.like(head) }) {
			return false
		}
		words := Tokenize(line)
		word := words.Next().Fold
		return !words.Done() && slices.ContainsFunc(forms, func(f form) bool { return f.like(word) && f.reads(*words) })
	}
}

// headWord is the folded first word of a line; not plain when only Tokenize can
// tell which that is.
func headWord(line string) (fold string, plain bool) {
	head, _, more := strings.Cut(strings.TrimLeft(line, " "), " ")
	fold = Fold(head)
	odd := strings.ContainsFunc(head, func(r rune) bool { return r >= utf8.RuneSelf || r < ' ' || strings.ContainsRune(signs, r) })
	return fold, more && fold != "" && !odd
}

// form is a verb with its first parameter.
type form struct {
	name  string // squeezed
	first Param
}

func (f form) like(word string) bool {
	if len(word) >= 2 && strings.HasPrefix(f.name, word) {
		return true
	}
	return max(len(word)-len(f.name), len(f.name)-len(word)) < utf8.UTFMax && Distance(word, f.name) <= 1
}

func (f form) reads(t Tokens) bool {
	value, err := readParam(&t, f.first, nil)
	r, refused := AsRefusal(err)
	return refused && r.Kind == Forbidden || err == nil && value != nil
}
