package parlance

import (
	"slices"
	"strings"
	"unicode"
)

// Print returns a canonical English line, a part of one, or a form, in the words of the book's
// language.
func (b *Book) Print(line string) string {
	if b.lang == English || line == "" {
		return line
	}
	e := newEdit(strings.ReplaceAll(line, "|", " | ")) // forms: "plan N|note N"
	b.print(e, split(string(e.old), exact))
	return e.String()
}

// Term returns the name of a rule or an option, or values of it, in the book's language; other texts as they are.
func (b *Book) Term(name string) string {
	parts := strings.Split(name, ", ")
	for i, part := range parts {
		parts[i] = slices.Concat(b.names[part], parts[i:])[0]
	}
	return strings.Join(parts, ", ")
}

// print writes the words of an order, or of a part of one.
func (b *Book) print(e *edit, words []word) {
	if len(words) == 0 {
		return
	}
	from := b.title
	ph := b.title.printed.at(words)
	if own := b.always.printed.at(words); own != nil && (ph == nil || len(own.folds) > len(ph.folds)) { // "take the usual turn"
		ph, from = own, b.always
	}
	if ph != nil && from == b.always && slices.Contains(conditions, words[0].text) {
		b.printCondition(e, words)
		return
	}
	if ph == nil && b.printNamed(e, words) {
		return
	}
	n, own := 0, (*section)(nil)
	within := []*section{from, b.forms}
	if ph != nil {
		n = len(ph.folds)
		e.replace(words[:n], ph.english)
		if from == b.always {
			command := words[0].text
			if slices.Contains(leads, command) {
				b.print(e, behindColon(words[n:]))
				return
			}
			own = b.always.commands[command]
			within = append(b.scope(command), b.forms)
		}
	}
	for i := n; i < len(words); {
		if i > 0 && slices.Contains(conditions, words[i].text) && (own == nil || own.within.at(words[i:]) == nil) {
			b.printCondition(e, words[i:])
			return
		}
		if i > 0 && words[i-1].text == "," && words[i].text == otherwise {
			b.print(e, words[i:])
			return
		}
		if i > 0 && slices.Contains(begins, words[i-1].text) && from == b.title {
			if ph := b.title.printed.at(words[i:]); ph != nil {
				e.replace(words[i:i+len(ph.folds)], ph.english)
				i += len(ph.folds)
				continue
			}
		}
		if words[0].text == opens && slices.Contains(agrees, words[i].text) {
			within = []*section{own, b.terms, b.forms}
		}
		i += printInside(e, words[i:], within)
	}
}

// scope returns the words that may follow a command of the service, its own first. Names are not among them: in "map
// Abril" there is no month.
func (b *Book) scope(command string) (list []*section) {
	if own := b.always.commands[command]; own != nil {
		list = append(list, own)
	}
	switch {
	case slices.Contains(places, command):
		list = append(list, b.title)
	case command == proposes:
		list = append(list, b.terms, b.always)
	case !slices.Contains(verbatim, command):
		list = append(list, b.always)
	}
	return list
}

// printNamed writes the words after a player's name, "Ben: usual", "Ben upgrade" and "Ben placed", and reports
// whether there is such an order.
func (b *Book) printNamed(e *edit, words []word) bool {
	if strings.ToLower(words[0].text) == words[0].text {
		return false
	}
	if rest := behindColon(words); len(rest) < len(words) {
		b.print(e, rest)
		return true
	}
	if len(words) < 2 {
		return false
	}
	if done := b.always.commands[conditions[0]]; done != nil && done.within.at(words[1:]) != nil {
		b.printCondition(e, words)
		return true
	}
	if b.title.printed.at(words[1:]) == nil {
		return false
	}
	b.print(e, words[1:])
	return true
}

// begins precede another order in a form: "run best, run STOPS", "pay, or hold".
var begins = []string{",", "or"}

// printInside writes one word, or a phrase, and returns the number of its words.
func printInside(e *edit, words []word, within []*section) int {
	for _, s := range within {
		if ph := s.within.at(words); ph != nil {
			e.replace(words[:len(ph.folds)], ph.english)
			return len(ph.folds)
		}
		if head, rest := numbered(words[0].text); rest != "" {
			if ph := s.within.at([]word{{fold: head}}); ph != nil {
				e.replace(words[:1], ph.english+rest)
				return 1
			}
		}
	}
	return 1
}

// numbered cuts "black-1" before its number; rest is "" if there is none, or after a single letter ("k2", "E16").
func numbered(text string) (head, rest string) {
	i := len(strings.TrimRightFunc(text, unicode.IsDigit))
	if i == len(text) {
		return text, ""
	}
	if i > 0 && text[i-1] == '-' {
		i--
	}
	if i < 2 {
		return text, ""
	}
	return text[:i], text[i:]
}

// Commands of the service before an order, or a word of one; before text and names, which are
// never touched.
var (
	leads    = []string{"preview", "try", "always", "late", "next", "plan", "help", "moves", otherwise}
	verbatim = []string{
		"accept", "say", "tell", "ignore", "note", "rule", "status", "player", "join", "leave", "invite", "start", "watch", "unwatch", "rematch", "add", "new", "confirm",
		"history",
	}
)

// Terms of a table follow one command, "propose grace=2d"; and, after one of some words, another: "new tycoon 3
// Winter rule grace=2d".
const proposes, opens = "propose", "new"

var agrees = []string{"rule", "option"}

// places are commands of the service that the names of a title's places may follow.
var places = []string{"map", "position"}

// conditions begin the condition of a plan; in tables the words after them are under the first.
var conditions = []string{"if", "unless", "until"}

// conditional returns the word of a condition at the beginning of words, with any word after it ("hasta la
// ronda"), and the number of its words; 0 for others.
func (b *Book) conditional(words []word) (n int, english string) {
	n, english = b.always.first(words)
	if first, _, _ := strings.Cut(english, " "); !slices.Contains(conditions, first) {
		return 0, ""
	}
	return n, english
}

// conditions reports whether words begin with a condition.
func (b *Book) conditions(words []word) bool {
	if len(words) == 0 {
		return false
	}
	n, _ := b.conditional(words)
	return n > 0
}

// printCondition writes a condition from its first word on.
func (b *Book) printCondition(e *edit, words []word) {
	var within []*section
	for _, of := range []string{words[0].text, conditions[0]} { // "si compra", but "hasta que compre"
		if own := b.always.commands[of]; own != nil {
			within = append(within, own)
		}
	}
	done := within
	within = append(within, b.title, b.forms)
	for i := 0; i < len(words); {
		ph := b.title.printed.at(words[i:])
		switch {
		case i == 0:
			ph = b.always.printed.at(words)
		case slices.ContainsFunc(done, func(own *section) bool { return own.within.at(words[i:]) != nil }):
			ph = nil
		}
		if ph == nil {
			i += printInside(e, words[i:], within)
			continue
		}
		e.replace(words[i:i+len(ph.folds)], ph.english)
		i += len(ph.folds)
	}
}

// behindColon returns the words of the order after a command: all, or those after the colon of "always EKJ: ORDER".
func behindColon(words []word) []word {
	if i := slices.IndexFunc(words, func(w word) bool { return w.text == ":" }); i >= 0 && i < 3 && (i == 0 || len(words) > i+1) {
		return words[i+1:]
	}
	return words
}

// edit is a line with some words replaced.
type edit struct {
	old   []rune
	b     []rune
	at    int // number of characters of old already in b
	moved []moved
}

// moved is the origin of a part of the new line.
type moved struct {
	from, to, length int // columns in the new line and the old one; length in the new one; whole: of one word
	whole            bool
}

func newEdit(line string) *edit { return &edit{old: []rune(line)} }

// uncry drops the marks around "¡paso!", which no order has.
func (e *edit) uncry() {
	for e.at == 0 && len(e.old) > 0 && strings.ContainsRune("¡¿", e.old[0]) {
		e.moved, e.at = append(e.moved, moved{1, 1, 0, true}), 1
	}
	for len(e.old) > 0 && strings.ContainsRune("! ", e.old[len(e.old)-1]) {
		e.old = e.old[:len(e.old)-1]
	}
}

// replace replaces some words, which follow all earlier replacements; empty text leaves no blank, and no dot of
// "núm.".
func (e *edit) replace(words []word, text string) {
	last := words[len(words)-1]
	start, end := words[0].column-1, last.column-1+len([]rune(last.text))
	if start < e.at || string(e.old[start:end]) == text {
		return
	}
	for text == "" && end < len(e.old) && (e.old[end] == '.' || e.old[end] == ' ' && (start == 0 || e.old[start-1] == ' ')) {
		end++
	}
	if text == "" && end == len(e.old) {
		for start > e.at && e.old[start-1] == ' ' {
			start--
		}
	}
	e.copy(start)
	new := []rune(text)
	e.moved = append(e.moved, moved{len(e.b) + 1, start + 1, len(new), true})
	e.b = append(e.b, new...)
	e.at = end
}

func (e *edit) copy(end int) {
	if end > e.at {
		e.moved = append(e.moved, moved{len(e.b) + 1, e.at + 1, end - e.at, false})
		e.b = append(e.b, e.old[e.at:end]...)
		e.at = end
	}
}

func (e *edit) String() string {
	e.copy(len(e.old))
	return string(e.b)
}

// column returns the column in the old line of one in the new line.
func (e *edit) column(c int) int {
	for _, m := range e.moved {
		if c < m.from+m.length {
			if m.whole {
				return m.to
			}
			return m.to + c - m.from
		}
	}
	return len(e.old) + max(1, c-len(e.b)) // after the end
}
