package enginetest

import (
	"slices"
	"strings"
	"unicode"

	"railpost/engine"
	"railpost/engine/advise"
)

// wordsKnown: help explains every name of a title and every word of a listed order.
func wordsKnown(b *bench, games []*played) {
	seen := map[string]bool{}
	each(games, func(g *played, s sample) {
		view := s.game.Pos.View(s.seat)
		var names []string
		spaces, others := b.title.Names(view)
		if len(spaces)+len(others) == 0 {
			return // a test title: its words are not explained
		}
		names = slices.Concat(spaces, others)
		for _, c := range advise.List(b.title, view, s.seat, "", 1, 24).Choices {
			names = append(names, orderWords(c.Line, names)...)
		}
		for _, name := range names {
			if seen[name] {
				continue
			}
			seen[name] = true
			if len(advise.Guide(b.title, view, s.seat, name)) == 0 && len(advise.Explain(b.title, view, s.seat, name, false)) == 0 {
				b.fault(s.where, "seat %d: help does not know %q: write it into Glossary or Explain", s.seat, name)
			}
		}
	})
}

// orderWords returns the words of a line without names.
func orderWords(line string, names []string) (out []string) {
	for _, name := range names {
		if strings.Contains(name, " ") {
			line = strings.ReplaceAll(line, name, "")
		}
	}
	for _, t := range engine.Tokenize(line).All {
		for _, word := range strings.Split(t.Fold, "+") {
			if len(word) > 1 && strings.IndexFunc(word, unicode.IsDigit) < 0 && strings.IndexFunc(word, unicode.IsLetter) == 0 {
				out = append(out, word)
			}
		}
	}
	return out
}
