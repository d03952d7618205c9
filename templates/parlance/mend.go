package parlance

import (
	"unicode/utf8"

	"railpost/engine"
)

// The least number of letters of a word that may be misspelt: of first words, and of later ones.
const (
	firstLetters  = 5
	insideLetters = 4
)

// Mend returns a line with its words that are one typing error away from a spelling in the
// book's language spelt so; the line itself if there are none. It is only ever offered, never
// played: compra and compro, paga and pasa are one letter apart, too.
func (b *Book) Mend(line string) string {
	words := split(line, fold)
	if len(words) == 0 || b.lang == English {
		return line
	}
	e := newEdit(line)
	for i := 0; i < len(words); {
		w, n := words[i], 0
		if i == 0 {
			if n, _ = b.title.first(words); n == 0 {
				n, _ = b.always.first(words)
			}
			if n == 0 {
				e.mend(w, firstLetters, b.title.orders, b.always.orders)
			}
		} else if ph := b.title.inside.at(words[i:]); ph != nil {
			n = len(ph.folds)
		} else if b.title.known[w.fold] == "" && b.title.composed(w) == "" {
			w.text, _ = numbered(w.text)
			w.fold = fold(w.text)
			e.mend(w, insideLetters, b.title.inside)
		}
		i += max(1, n)
	}
	return e.String()
}

// mend spells a word as the nearest native spelling, if that is certain.
func (e *edit) mend(w word, letters int, of ...phrases) {
	if utf8.RuneCountInString(w.fold) < letters {
		return
	}
	best, english := "", ""
	for _, p := range of {
		for head, list := range p {
			for _, ph := range list {
				if !ph.native || len(ph.folds) > 1 || utf8.RuneCountInString(head) < letters || engine.Distance(w.fold, head) != 1 {
					continue
				}
				if english != "" && english != ph.english {
					return
				}
				if best == "" || head < best {
					best, english = head, ph.english
				}
			}
		}
	}
	if best != "" {
		e.replace([]word{w}, best)
	}
}
