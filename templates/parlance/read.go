package parlance

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"railpost/engine"
)

// Line is a line of a player in English.
type Line struct {
	English string
	// Loose: its first word is one of everyday talk, or the beginning of a word: the line is an order only if
	// the rest reads as one.
	Loose bool
	// Part: it begins with a word that belongs inside orders.
	Part bool
	// Doubts are ambiguous beginnings of words, which were left unchanged.
	Doubts []Doubt
	edit   *edit
}

// Doubt is an ambiguous beginning, as "bla" for a reader of Catalan: black or blau.
type Doubt struct {
	Column, Length int // in the player's line
	Words          []string
}

// As returns the player's line with the beginning spelt as one of the words.
func (d Doubt) As(line, word string) string {
	all := []rune(line)
	return string(all[:d.Column-1]) + word + string(all[d.Column-1+d.Length:])
}

// Column returns the column in the player's line of a column of the English one.
func (l Line) Column(c int) int {
	if l.edit == nil {
		return c
	}
	return l.edit.column(c)
}

// Read turns a line in any of the languages into English: the words of the title first, then those of the
// service. A line that does not begin as an order is returned unchanged.
func (b *Book) Read(line string) Line { return b.read(line, b.title, b.always) }

// ReadService is Read with the words of the service alone: "acepta" answers an offer of the
// game, or an invitation.
func (b *Book) ReadService(line string) Line { return b.read(line, b.always) }

func (b *Book) read(line string, of ...*section) Line {
	if !b.begins(line, of) {
		return Line{English: line}
	}
	words := split(line, fold)
	if len(words) == 0 {
		return Line{English: line}
	}
	e := newEdit(line)
	if n := b.number(words); n != "" {
		e.replace(words, n)
		return Line{English: e.String(), edit: e}
	}
	r := reader{book: b, edit: e}
	if !r.order(words, of) || len(e.moved) == 0 {
		return Line{English: line, Doubts: r.doubts}
	}
	return Line{English: e.String(), Loose: r.loose, Part: r.part, Doubts: r.doubts, edit: e}
}

// begins reports whether a line may begin as one that is read: by its first word alone. What a
// reader of English begins in English is English.
func (b *Book) begins(line string, of []*section) bool {
	first := fold(strings.Trim(engine.FirstFold(line), around+"."))
	if first == "" || b.choice[first] || b.chooses[first] || b.senses.counts[first] != "" || strings.ContainsAny(first, "+0123456789") {
		return true
	}
	return slices.ContainsFunc(of, func(s *section) bool {
		return s.starts[first] && (b.lang != English || s.english[first] == "" || s.orders[first] != nil)
	})
}

// number returns "#3" of "la 3", "n.º 3", "opción tres", "juega la 3" and "tres": the choice with that number, which no number
// of an order is; "" of other lines.
func (b *Book) number(words []word) string {
	if len(words) > choiceWords {
		return ""
	}
	before, last := words[:len(words)-1], words[len(words)-1]
	figure := strings.Trim(last.text, "[]()#.")
	if strings.Trim(figure, "0123456789") != "" {
		if figure = b.senses.counts[last.fold]; b.isOrder(last) || len([]rune(last.fold)) < 2 {
			return ""
		}
	} else if len(before) == 0 {
		return ""
	}
	if len(before) > 0 && b.chooses[before[0].fold] && b.title.orders[before[0].fold] == nil && b.title.english[before[0].fold] == "" {
		before = before[1:]
	}
	if figure == "" || slices.ContainsFunc(before, func(w word) bool { return !b.choice[w.fold] || b.title.known[w.fold] != "" }) { // "choice" is a space of one title
		return ""
	}
	return "#" + figure
}

// choiceWords limits the words of a line that chooses by a number: "juego la opción 3".
const choiceWords = 4

// isOrder reports whether a word is an order of the title or of the service, as "set" is, which also means seven.
func (b *Book) isOrder(w word) bool {
	return slices.ContainsFunc([]*section{b.title, b.always}, func(s *section) bool { return s.english[w.fold] != "" || s.orders[w.fold] != nil })
}

// reader reads one line.
type reader struct {
	book   *Book
	edit   *edit
	loose  bool
	part   bool
	doubts []Doubt
}

// order reads an order, and reports whether the words begin as one.
func (r *reader) order(words []word, of []*section) bool {
	if len(words) == 0 {
		return false
	}
	longest := 0
	for _, s := range of {
		n, _ := s.first(words)
		longest = max(longest, n)
	}
	for _, s := range of {
		n, english := s.first(words)
		if n == 0 || n < longest { // "toma el turno habitual" is no "toma" of the title
			continue
		}
		r.loose = r.loose || r.book.talk[join(words[:n])]
		if s == r.book.title {
			r.edit.uncry()
		}
		r.edit.replace(words[:n], english)
		r.rest(s, english, words[n:])
		return true
	}
	s := of[0]
	if ph := s.inside.at(words); s.known[words[0].fold] != "" || ph != nil && ph.english != "" || s.composed(words[0]) != "" {
		r.part = true
		r.rest(s, "", words)
		return true
	}
	if r.book.choice[words[0].fold] || past(words[0].text) { // an article begins no word
		return false
	}
	english, several := begun(s.orders, s.english, words[0].fold)
	if several != nil {
		r.doubts = append(r.doubts, Doubt{words[0].column, utf8.RuneCountInString(words[0].text), several})
	}
	if english == "" {
		return false
	}
	r.loose = true
	r.edit.replace(words[:1], english)
	r.rest(s, english, words[1:])
	return true
}

// first returns the first word or phrase of an order in English, and the number of its words in the line; 0 if
// there is none.
func (s *section) first(words []word) (n int, english string) {
	ph := s.orders.at(words)
	_, known := s.english[words[0].fold]
	switch {
	case ph != nil && (len(ph.folds) > 1 || !known):
		return len(ph.folds), ph.english
	case known:
		return 1, words[0].text
	}
	return 0, ""
}

// means returns the English word inside orders with which words begin; "" if there is none.
func (s *section) means(words []word) string {
	if ph := s.inside.at(words); ph != nil {
		return ph.english
	}
	return s.known[words[0].fold]
}

// rest reads the words after the first words of an order.
func (r *reader) rest(s *section, english string, words []word) {
	inside := []*section{s}
	command, _, _ := strings.Cut(fold(english), " ")
	if s == r.book.always && english != "" {
		if slices.Contains(leads, command) && !r.book.conditions(words) {
			if words = behindColon(words); len(words) > 1 && words[0].text == "," { // "si no, pasa"
				words = words[1:]
			}
			if own := s.commands[command]; own != nil && len(words) > 0 {
				if ph := own.inside.at(words); ph != nil && len(ph.folds) == len(words) { // "help" about a thing that begins no order
					r.edit.replace(words, ph.english)
					return
				}
			}
			if len(words) > 0 {
				part := r.part
				r.order(words, []*section{r.book.title, r.book.always})
				r.part = part // "help loco" begins with "help"
			}
			return
		}
		if inside = r.book.scope(command); len(inside) == 0 {
			return
		}
	}
	if slices.Contains(conditions, english) {
		r.condition(words)
		return
	}
	strange := 0
	for i := 0; i < len(words); {
		if n, english := r.book.conditional(words[i:]); n > 0 && (inside[0] == s || inside[0].known[english] == "") { // "away until 5 jan"
			r.edit.replace(words[i:i+n], english)
			r.condition(words[i+n:])
			break
		}
		if i > 0 && r.alternative(words[i:]) {
			break
		}
		if way := r.book.title.way(english, words, i); s == r.book.title && way != nil {
			r.edit.replace(words[i:i+len(way.folds)], way.english)
			i += len(way.folds)
			continue
		}
		if n, english := r.second(s, words, i); n > 0 { // refused, but by its name
			r.edit.replace(words[i:i+n], english)
			i += n
			continue
		}
		if command == opens && slices.Contains(agrees, inside[0].means(words[i:])) {
			inside = []*section{inside[0], r.book.terms}
		}
		n, read := r.inside(words[i:], inside)
		if !read && plain(words[i]) && !slices.Contains(verbatim, english) {
			strange++
		}
		i += n
	}
	r.loose = r.loose || strange >= strangeWords
}

// otherwise begins an alternative to the order before it.
const otherwise = "else"

// alternative reads ", si no compra 2b" from the comma on, and reports whether words are such a
// thing. "compra SIK si no compra Ana" is a condition.
func (r *reader) alternative(words []word) bool {
	if len(words) < 2 || !strings.Contains(",;", words[0].text) {
		return false
	}
	n, english := r.book.always.first(words[1:])
	if english != otherwise {
		return false
	}
	order := words[1+n:]
	if len(order) > 1 && order[0].text == "," {
		order, n = order[1:], n+1
	}
	if len(order) == 0 {
		return false
	}
	if n, _ := r.book.title.first(order); n == 0 {
		return false
	}
	r.edit.replace(words[:1+n], ", "+otherwise)
	return r.order(order, []*section{r.book.title})
}

// way returns the direction that word i is in an order that goes in steps from where it begins:
// "build Chicago o no". Its first word and what follows a sign are names: "> NO" is a city. It
// also returns what only this order passes over, such as "a" in "poso la 6 a E16".
func (s *section) way(english string, words []word, i int) *phrase {
	verb, _, _ := strings.Cut(english, " ")
	own := s.commands[verb]
	if own == nil || verb == "" {
		return nil
	}
	ph := own.inside.at(words[i:])
	switch {
	case ph == nil:
		return nil
	case ph.english == "" && len(ph.folds) < len(words)-i:
		return ph
	case i == 0 || !strings.ContainsFunc(words[i-1].text, unicode.IsLetter):
		return nil
	}
	return ph
}

// condition reads the words after "if": figures and words of the position, or somebody's order, with its verb
// after a name.
func (r *reader) condition(words []word) {
	own := r.book.always.commands[conditions[0]]
	for i := 0; i < len(words); {
		n := 1
		if ph := r.book.title.orders.at(words[i:]); i > 0 && ph != nil && !ph.whole && (own == nil || own.inside.at(words[i:]) == nil) {
			n = len(ph.folds)
			r.edit.replace(words[i:i+n], ph.english)
		} else if own != nil {
			n, _ = r.inside(words[i:], []*section{own, r.book.title})
		}
		i += n
	}
}

// strangeWords is the number of unknown words that make a line talk, unless it reads as an order anyway.
const strangeWords = 2

// plain reports whether a word has only small letters, as words of sentences do; names, codes and figures do not.
func plain(w word) bool {
	return w.text != "" && !strings.ContainsFunc(w.text, func(r rune) bool { return !unicode.IsLower(r) && r != '\'' })
}

// inside reads a word or phrase after the first ones, and returns the number of its words and whether orders use it.
func (r *reader) inside(words []word, of []*section) (n int, read bool) {
	if n := r.amount(words); n > 0 {
		return n, true
	}
	for _, s := range of {
		ph := s.inside.at(words)
		if ph != nil && ph.english == "" && len(words) == 1 {
			ph = nil // an article before nothing
		}
		if ph != nil && (len(ph.folds) > 1 || s.known[words[0].fold] == "" && !lone(words)) {
			r.edit.replace(words[:len(ph.folds)], ph.english)
			return len(ph.folds), true
		}
		if s.known[words[0].fold] != "" {
			return 1, true
		}
		if text := s.composed(words[0]); text != "" {
			r.edit.replace(words[:1], text)
			return 1, true
		}
	}
	w := words[0]
	if n := r.book.elision(w.text); n > 0 {
		behind := slices.Clone(words)
		behind[0].text = w.text[n:]
		behind[0].fold, behind[0].column = fold(behind[0].text), w.column+utf8.RuneCountInString(w.text[:n])
		w.text = w.text[:n]
		r.edit.replace([]word{w}, "")
		return r.inside(behind, of)
	}
	if head, rest := numbered(w.text); rest != "" {
		if w.text, w.fold = head, fold(head); of[0].known[w.fold] != "" {
			return 1, false
		}
	}
	english, several := begun(of[0].inside, of[0].known, w.fold)
	switch {
	case several != nil && r.joins(words):
		r.edit.replace(words[:1], ",")
		return 1, false
	case several != nil:
		r.doubts = append(r.doubts, Doubt{w.column, utf8.RuneCountInString(w.text), several})
	case english != "" && w.text == words[0].text:
		r.edit.replace(words[:1], english)
	}
	return 1, english != "" || several != nil && utf8.RuneCountInString(w.fold) >= shortest
}

// elision returns the length in bytes of an article or preposition that lost its vowel: 2 in "d'EKJ".
func (b *Book) elision(text string) int {
	for _, e := range b.elided {
		for _, apostrophe := range []string{"'", "’", "´"} {
			head := strings.TrimSuffix(e, "'") + apostrophe
			if strings.HasPrefix(text, head) && len(text) > len(head) {
				return len(head)
			}
		}
	}
	return 0
}

// second returns the order that begins at word i, after a comma or "i", and the number of words in its name; 0
// if there is none, or if the word also occurs inside orders.
func (r *reader) second(s *section, words []word, i int) (n int, english string) {
	if i == 0 || s != r.book.title || words[i-1].text != "," && words[i-1].text != ";" && utf8.RuneCountInString(words[i-1].fold) != 1 {
		return 0, ""
	}
	if s.inside.at(words[i:]) != nil || s.known[words[i].fold] != "" {
		return 0, ""
	}
	return s.first(words[i:])
}

// joins reports whether words begin with a separate "i" or "y" before another order.
func (r *reader) joins(words []word) bool {
	if utf8.RuneCountInString(words[0].fold) != 1 || len(words) == 1 {
		return false
	}
	of, _ := r.book.title.first(words[1:])
	always, _ := r.book.always.first(words[1:])
	return of+always > 0
}

// lone reports whether a spelling of one letter ("a" for "to") has no word after it: then it is no such word.
func lone(words []word) bool {
	return utf8.RuneCountInString(words[0].fold) == 1 && (len(words) == 1 || !strings.ContainsFunc(words[1].text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }))
}

// composed reads "negra-1", "negra1" and "2propio+temporal"; "" if w is no such word.
func (s *section) composed(w word) string {
	if head, rest := numbered(w.text); rest != "" {
		if english, ok := s.single(head); ok { // an article leaves nothing: "l'11"
			return english + rest
		}
	}
	if !strings.Contains(w.text, "+") {
		return ""
	}
	parts, some := strings.Split(w.text, "+"), false
	for i, part := range parts {
		name := strings.TrimLeft(part, "0123456789")
		if english, ok := s.single(name); ok {
			parts[i], some = part[:len(part)-len(name)]+english, true
		}
	}
	if !some {
		return ""
	}
	return strings.Join(parts, "+")
}

// single returns the English form of a part of a composed word, and whether there is one.
func (s *section) single(text string) (english string, ok bool) {
	if f := fold(text); s.known[f] == "" {
		if ph := s.inside.at([]word{{fold: f}}); ph != nil {
			return ph.english, true
		}
	}
	return "", false
}

// amount removes thousands separators, "3.000" and "3 000", in languages that have them, and the unit: "80ft",
// "80 Ft", "$4".
func (r *reader) amount(words []word) int {
	text := words[0].text
	figures := strings.TrimPrefix(text, "$")
	if figures == "" || figures[0] < '0' || figures[0] > '9' {
		return 0
	}
	end := len(figures) - len(strings.TrimLeft(figures, ".0123456789"))
	n, number, unit := 1, strings.TrimRight(figures[:end], "."), figures[end:]
	if r.book.lang != English {
		if groups := strings.Split(number, "."); len(groups) > 1 && thousands(groups) {
			number = strings.Join(groups, "")
		} else if len(words) > 1 && unit == "" && thousands([]string{number, words[1].text}) {
			n, number = 2, number+words[1].text
		}
	}
	if unit != "" {
		if r.book.title.units[fold(unit)] == nil {
			return 0
		}
	} else if len(words) > n {
		if ph := r.book.title.units.at(words[n:]); ph != nil && !figure(words[n+len(ph.folds):]) {
			n += len(ph.folds)
		}
	}
	if n == 1 && number == text {
		return 0
	}
	r.edit.replace(words[:n], number)
	return n
}

// figure reports whether words begin with a figure: "57 K 12" is a hex, not 57 K.
func figure(words []word) bool {
	return len(words) > 0 && words[0].text != "" && unicode.IsDigit(rune(words[0].text[0]))
}

// hex reports whether words begin with the name of a hex, "F17" or "G14.2".
func hex(words []word) bool {
	if len(words) == 0 || len(words[0].text) < 2 || !unicode.IsLetter(rune(words[0].text[0])) {
		return false
	}
	return strings.Trim(words[0].text[1:], ".0123456789") == ""
}

func thousands(groups []string) bool {
	for i, g := range groups {
		if g == "" || len(g) > 3 || i > 0 && len(g) != 3 || strings.Trim(g, "0123456789") != "" || i == 0 && g[0] == '0' {
			return false
		}
	}
	return true
}

// shortest is the least number of letters of a beginning that is completed: shorter ones are names and codes.
const shortest = 3

// begun returns the English word of which a folded word begins a spelling in the reader's
// language. If it begins others too, or English words that mean something else, several has
// them all; if it begins an English word, it stays: english is "".
func begun(p phrases, known map[string]string, start string) (english string, several []string) {
	if start == "" || strings.ContainsFunc(start, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return "", nil
	}
	for head, list := range p {
		if !strings.HasPrefix(head, start) {
			continue
		}
		for _, ph := range list {
			same := strings.Join(ph.folds, " ") == fold(ph.english) // names of the game, printed as they are
			if ph.native && !same && len(ph.folds) == 1 && !slices.Contains(several, ph.english) {
				several = append(several, ph.english)
			}
		}
	}
	if len(several) == 0 {
		return "", nil
	}
	also := false
	for w, means := range known {
		if strings.HasPrefix(w, start) {
			also = true
			if !slices.Contains(several, means) {
				several = append(several, means)
			}
		}
	}
	slices.Sort(several)
	switch {
	case len(several) > 1:
		return "", several
	case also || utf8.RuneCountInString(start) < shortest:
		return "", nil
	}
	return several[0], nil
}

// join returns folded words as Table.Talk has them.
func join(words []word) string {
	if len(words) == 1 {
		return words[0].fold
	}
	var b strings.Builder
	for _, w := range words {
		b.WriteString(w.fold)
	}
	return b.String()
}
