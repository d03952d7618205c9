// Package parlance turns order lines between English, in which positions, logs and the code
// keep them, and the words of another language: Book.Print for letters, Book.Read for what
// players write. The words are tables (templates/<language>/words.toml); the package knows
// none. What is no order word stays as it is: names, codes, hexes, figures and signs.
//
// Positions and logs hold canonical English lines. Laws in parlance_test.go: within a title no
// spelling means two orders, in all languages together, and what is printed of a legal line reads
// back to it.
package parlance

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"railpost/engine"
)

// Table holds the order words of one language, or its English synonyms. Scopes are "service",
// a title, and a group of titles as "18xx"; Inside has one for each word of the service that
// takes words of its own, too ("set"), and one for each such order of a title ("rail build"). From an English word or phrase to its spellings; the
// first is printed; inside, the spellings of "" are passed over, as "una acción de SIK" has. Capital
// keys are what forms leave open ("HEX") and are only printed. "a #" is "a" before a figure,
// "a @" before a hex.
type Table struct {
	Orders  map[string]map[string][]string // first words of orders
	Inside  map[string]map[string][]string // the words after them
	Units   map[string][]string            // after amounts of a title
	Choice  []string                       // words before the number of a choice: "opción 3"
	Chooses []string                       // words that begin such a line: "juego la 3"
	Talk    []string                       `toml:"loose"` // first words that are an order only if the rest reads as one
	Elided  []string                       // what stands before a vowel without belonging to the word: "d'" of "d'EKJ"
	Whole   []string                       // English: orders alone on their line, or before a number
	Said    map[string]map[string][]string // what people say as well for words of orders, beside them ("+ hire"), or as if it were one of those of "": see Book.Senses
	Endings []string                       // how forms of verbs end that people say: "ar/o" for "compro" of "comprar"
	Counts  []string                       // number words, from one
	Guards  []string                       // words that never occur in talk
	Groups  map[string][]string            // English: groups of titles that share a scope, as "18xx"
}

// Service is the scope of the words that are understood at any time.
const Service = "service"

// phrase is a spelling of one or several words.
type phrase struct {
	folds   []string
	past    bool // its first word is spelt with "ó": "compró"
	english string
	native  bool // of the reader's own language
	whole   bool // only if no other word follows
	before  byte // only before a figure ('#'), or before a hex ('@')
}

// phrases finds spellings by their first word, folded; longer ones come first.
type phrases map[string][]phrase

// add adds spellings of like, an English word; same makes their words comparable.
func (p phrases) add(like phrase, spellings []string, same func(string) string) {
	for _, s := range spellings {
		folds := engine.Each(engine.Tokenize(s).All, func(t engine.Token) string { return same(t.Text) })
		like.before = 0
		if last := folds[max(0, len(folds)-1):]; len(folds) > 1 && (last[0] == "#" || last[0] == "@") {
			like.before, folds = last[0][0], folds[:len(folds)-1]
		}
		if len(folds) == 0 {
			continue
		}
		head := folds[0]
		if slices.ContainsFunc(p[head], func(o phrase) bool {
			return slices.Equal(o.folds, folds) && o.whole == like.whole && o.before == like.before
		}) {
			continue // the first table with it decides: the title's own before its group's
		}
		like.folds, like.past = folds, past(s)
		p[head] = append(p[head], like)
		slices.SortStableFunc(p[head], func(a, b phrase) int { return b.rank() - a.rank() })
	}
}

// rank sorts spellings with one first word: the longest first, then the most restricted.
func (p *phrase) rank() int {
	n := 2 * len(p.folds)
	if p.whole || p.before != 0 {
		n++
	}
	return n
}

// at returns the longest spelling with which the words begin; nil if there is none.
func (p phrases) at(words []word) *phrase {
	list := p[words[0].fold]
	for i := range list {
		if list[i].matches(words) {
			return &list[i]
		}
	}
	return nil
}

func (p *phrase) matches(words []word) bool {
	if len(words) < len(p.folds) || past(words[0].text) && !p.past {
		return false
	}
	for i, f := range p.folds {
		if words[i].fold != f {
			return false
		}
	}
	switch rest := words[len(p.folds):]; {
	case p.before == '#' && !figure(rest), p.before == '@' && !hex(rest):
		return false
	}
	return !p.whole || len(words) == len(p.folds) || len(words) == len(p.folds)+1 && strings.Trim(words[len(p.folds)].text, "#0123456789") == ""
}

// past reports whether the first word of a text ends in "ó", which nobody writes by mistake: "compró" is not "compro".
func past(text string) bool {
	first, _, _ := strings.Cut(text, " ")
	return strings.HasSuffix(first, "ó")
}

// word is a token of a line without the signs around it.
type word struct {
	text   string
	fold   string // comparable
	column int    // in characters, from 1
}

// around are signs of writing that are no part of a word.
const around = "!¡¿«»“”\"*_"

// split returns the words and signs of a line; same makes them comparable.
func split(line string, same func(string) string) []word {
	all := engine.Tokenize(line).All
	words := make([]word, len(all))
	for i, t := range all {
		text := strings.TrimLeft(t.Text, around)
		column := t.Column + utf8.RuneCountInString(t.Text) - utf8.RuneCountInString(text)
		text = strings.TrimRight(text, around+".")
		words[i] = word{text, same(text), column}
	}
	return words
}

// unheard are apostrophes, and substitutes for the middle dot of Catalan between two l.
var unheard = strings.NewReplacer("'", "", "’", "", "´", "", "`", "", "l.l", "ll", "l•l", "ll", "l‧l", "ll", "ŀ", "l")

// fold is engine.Fold, blind to apostrophes and to the dot of "col·loca" however it is typed.
func fold(s string) string {
	f := engine.Fold(s)
	for i := 0; i < len(f); i++ {
		if c := f[i]; c >= utf8.RuneSelf || c == '\'' || c == '`' || c == '.' {
			return unheard.Replace(f)
		}
	}
	return f
}

// capital reports whether a key of a table is a placeholder of a form, as "HEX".
func capital(key string) bool {
	return strings.ToUpper(key) == key && strings.ContainsFunc(key, unicode.IsLetter)
}
