package parlance

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"railpost/engine"
	"railpost/engine/advise"
)

// Anywhere is the scope of words for any title.
const Anywhere = "any"

// Sense is a word of a line, or several that belong together, with the possible meanings.
type Sense struct {
	Fold  string // of the first word
	Words int    // how many it has
	advise.Spoken
}

// senses is the possible meanings of words: unlike phrases, each may have several.
type senses struct {
	means  map[string][]sense // by their first word
	counts map[string]string  // number words
	guards map[string]bool
}

type sense struct {
	folds []string
	past  bool
	means advise.Meaning
}

func newSenses() *senses {
	return &senses{map[string][]sense{}, map[string]string{}, map[string]bool{}}
}

// addAll adds the tables of a language. A word that one order ignores is ignored everywhere.
func (s *senses) addAll(t Table, scopes []string) {
	for _, scope := range scopes {
		for i, table := range []map[string][]string{t.Orders[scope], t.Inside[scope], t.Said[scope]} {
			for english, spellings := range table {
				if capital(english) {
					continue
				}
				word, beside := strings.CutPrefix(english, "+ ")
				means := advise.Meaning{Words: orderWords(word), Free: i == 2 && word != "", Filler: beside}
				if !beside {
					spellings = append(slices.Clip(spellings), english)
				}
				if i != 1 {
					spellings = t.inflected(spellings)
				}
				s.add(means, spellings...)
			}
		}
		for command := range t.Inside {
			if strings.HasPrefix(command, scope+" ") {
				s.add(advise.Meaning{}, t.Inside[command][""]...)
			}
		}
		for _, unit := range t.Units[scope] {
			s.add(advise.Meaning{}, unit)
		}
	}
	for i, word := range t.Counts {
		for _, w := range strings.Split(word, "/") {
			s.counts[fold(w)] = strconv.Itoa(i + 1)
		}
	}
	for _, w := range t.Guards {
		s.guards[fold(w)] = true
	}
}

// inflected adds the other forms of the verbs in spellings.
func (t Table) inflected(spellings []string) []string {
	out := slices.Clip(spellings)
	for _, spelling := range spellings {
		words := strings.Fields(spelling)
		for i, w := range words {
			for _, ending := range t.Endings {
				from, to, _ := strings.Cut(ending, "/")
				if stem, ok := strings.CutSuffix(w, from); ok && stem != "" {
					words[i] = stem + to
					out = append(out, strings.Join(words, " "))
				}
			}
			words[i] = w
		}
	}
	return out
}

func (s *senses) add(means advise.Meaning, spellings ...string) {
	for _, spelling := range spellings {
		var folds []string
		for _, w := range split(strings.TrimRight(spelling, "#@ "), fold) {
			if !strings.Contains(engine.Signs, w.text) {
				folds = append(folds, w.fold)
			}
		}
		if len(folds) > 0 {
			s.means[folds[0]] = append(s.means[folds[0]], sense{folds, past(spelling), means})
		}
	}
}

// orderWords returns the words and figures of an order, folded: no signs, and each hex of "D5-C8".
func orderWords(line string) (list []string) {
	for _, t := range engine.Tokenize(line).All {
		for _, part := range hexes(t.Text) {
			if f := engine.Fold(part); strings.ContainsFunc(f, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
				list = append(list, f)
			}
		}
	}
	return list
}

// hexes returns the hexes and cities that hyphens join, "D5" and "E14.1"; the text itself if they
// join anything else.
func hexes(text string) []string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == '-' || r == '–' })
	if len(parts) < 2 || slices.ContainsFunc(parts, func(p string) bool { return !hex([]word{{text: p}}) }) {
		return []string{text}
	}
	return parts
}

// Senses returns the possible meanings of the words of a line in an order of the title, by the words of the
// reader's language and of English; places are the meanings of names. ok is false for a question, or a line
// with no, if, or or: its words do not say what it means.
func (b *Book) Senses(line string, places map[string]string) (list []Sense, ok bool) {
	if strings.ContainsAny(line, "?¿") || belowZero.MatchString(line) {
		return nil, false
	}
	words := b.spoken(thousandsComma.ReplaceAllString(line, "$1$2"))
	named := newSenses()
	for name, code := range places {
		named.add(advise.Meaning{Words: orderWords(code)}, name)
	}
	for i := 0; i < len(words); {
		s := b.senses.at(words[i:])
		if place := named.at(words[i:]); len(place.Means) > 0 && place.Words >= s.Words {
			s = place
		}
		if s.Words == 1 {
			if b.senses.guards[words[i].fold] {
				return nil, false
			}
			s.Means = append(s.Means, b.single(words[i])...)
		}
		s.Fold = words[i].fold
		list = append(list, s)
		i += s.Words
	}
	return list, true
}

// belowZero is a figure that would lose its minus.
var belowZero = regexp.MustCompile(`(?:^|\s)[-–−]\d`)

// thousandsComma is a comma that Tokenize would take for a sign between two figures.
var thousandsComma = regexp.MustCompile(`\b(\d{1,3}),(\d{3})\b`)

// spoken returns the words of a line without signs and pictures, and without elided articles.
func (b *Book) spoken(line string) (out []word) {
	for _, w := range split(line, fold) {
		w.text = strings.TrimRight(strings.TrimLeft(w.text, "#$("), ")!\ufe0f\u20e3")
		w.text = w.text[b.elision(w.text):]
		for _, part := range hexes(w.text) {
			if f := fold(strings.TrimRight(part, "\ufe0f\u20e3")); strings.ContainsFunc(f, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
				out = append(out, word{text: part, fold: f})
			}
		}
	}
	return out
}

// at returns the meanings of the longest phrase at the beginning of some words; if there is none, the first
// word without a meaning.
func (s *senses) at(words []word) Sense {
	out := Sense{Words: 1}
	for _, p := range s.means[words[0].fold] {
		n := len(p.folds)
		if n < out.Words || n > len(words) || past(words[0].text) && !p.past || !slices.EqualFunc(p.folds, words[:n], func(f string, w word) bool { return f == w.fold }) {
			continue
		}
		if n > out.Words {
			out.Words, out.Means = n, nil
		}
		out.Means = append(out.Means, p.means)
	}
	return out
}

// single returns the meanings of one word beyond the tables: itself, as a name or figure, "black1" for
// "negra-1", 3 for "three", and 3 for "3.000" in languages where that means thousands.
func (b *Book) single(w word) []advise.Meaning {
	out := []advise.Meaning{{Words: []string{engine.Fold(w.text)}, Typed: true}}
	add := func(word string) { out = append(out, advise.Meaning{Words: []string{word}}) }
	if composed := b.title.composed(w); composed != "" {
		add(engine.Fold(composed))
	}
	if head, rest := numbered(w.text); rest != "" {
		for _, m := range b.senses.at([]word{{fold: fold(head)}}).Means {
			if len(m.Words) == 1 {
				add(m.Words[0] + engine.Fold(rest))
			}
		}
	}
	if n := b.senses.counts[w.fold]; n != "" {
		add(n)
	}
	if figures := strings.NewReplacer(".", "", ",", "").Replace(strings.TrimRight(w.fold, "$€")); figures != w.fold || len(figures) > 3 {
		if n, err := strconv.Atoi(figures); err == nil {
			add(strconv.Itoa(n))
			if b.title.units["thousand"] != nil && n%1000 == 0 {
				add(strconv.Itoa(n / 1000))
			}
		}
	}
	return out
}
