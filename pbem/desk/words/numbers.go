package words

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/facts/key"
	"railpost/templates"
)

// Mark reads a choice by its letter, "[c]" or "c", from 1; 0 for none.
func Mark(text string) int {
	if len(text) > len("[cc].") {
		return 0
	}
	return templates.MarkOf(text)
}

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

// ChoiceBy returns the choice with a number. If choices have letters, a bare number is one of their own, as in
// "take 3"; in brackets it still counts the choices. "#3" may be either.
func ChoiceBy(list []string, text string, n int) (string, *engine.Refusal) {
	r := &engine.Refusal{Kind: engine.NotUnderstood, Column: 1, Length: len([]rune(text))}
	bare := !strings.HasPrefix(strings.Trim(text, " ."), "[")
	switch own := templates.OwnNumber(list, n); {
	case len(list) == 0:
		r.Why = engine.Msg(key.NoList)
	case strings.HasPrefix(text, "#") && templates.OwnNumbers(list):
		r.Why, r.Near = engine.Msg(key.NoOwnNumber, engine.Int("n", n)), slices.DeleteFunc([]string{own}, func(s string) bool { return s == "" })
	case bare && templates.OwnNumbers(list) && own != "":
		return own, nil
	case bare && templates.OwnNumbers(list):
		r.Why = engine.Msg(key.NoOwnNumber, engine.Int("n", n))
	case n > len(list):
		r.Why = engine.Msg(key.NoNumber, engine.Int("n", n), engine.Int("most", len(list)))
	default:
		return list[n-1], nil
	}
	return "", r
}
