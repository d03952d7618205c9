package words

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/key"
	"railpost/templates"
)

// SpellNumbers replaces numbers by the lines they select; one that may mean something else
// stays.
func SpellNumbers(lines, list []string) []string {
	out := slices.Clone(lines)
	for i, l := range out {
		if n, ok := Number(l); ok {
			if choice, r := ChoiceBy(list, l, n); r == nil {
				out[i] = choice
			}
		}
	}
	return out
}

// ChoiceBy returns the choice with a number. If choices have numbers of their own, as
// "take 3", a bare number may be meant for one of these: it is refused with both, unless it
// means the same either way or was written as letters print it, "[3]".
func ChoiceBy(list []string, text string, n int) (string, *engine.Refusal) {
	r := &engine.Refusal{Kind: engine.NotUnderstood, Column: 1, Length: len([]rune(text))}
	own := templates.OwnNumber(list, n)
	switch {
	case len(list) == 0:
		r.Why = engine.Msg(key.NoList)
	case n > len(list):
		r.Why = engine.Msg(key.NoNumber, engine.Int("n", n), engine.Int("most", len(list)))
	case list[n-1] == own, inBrackets(text), !templates.OwnNumbers(list):
		return list[n-1], nil
	default:
		r.Why = engine.Msg(key.NumberTwice, engine.Int("n", n), engine.Order("choice", list[n-1]))
		r.Near = []string{list[n-1]}
	}
	if own != "" {
		r.Near = append(r.Near, own)
	}
	return "", r
}

func inBrackets(text string) bool {
	text = strings.Trim(text, " .")
	return strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]")
}
