package extract

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Vocabulary answers Sort's questions about the words of a game, in the reader's language
// and in English. It ignores case and accents.
type Vocabulary interface {
	// Verb reports whether word begins an order. For words that are orders only as a whole
	// line (yes, no, ok) it returns false, and Order returns true.
	Verb(word string) bool
	// Near reports whether word is one typing error away from a verb of five letters or
	// more.
	Near(word string) bool
	// Order reports whether line reads as an order with its arguments, as far as it goes,
	// even if a verb shorter than five letters is misspelt by one letter.
	Order(line string) bool
	// Greeting reports whether word greets or closes; such a line is never nearly an order.
	Greeting(word string) bool
	// Wishes returns the good wishes, in lower case, that begin as an order of some game does.
	Wishes() []string
	// Slip reports whether a line that is no order may have been meant as one.
	Slip(line string) bool
	// Mode reports whether line only says how to treat the others, as "preview".
	Mode(line string) bool
	// English returns a line that reads as an order in another language in English, and
	// others as they are.
	English(line string) string
}

// OrderLine is one order: N is the number of its first line in Typed, from 1.
type OrderLine struct {
	N    int
	Text string // without comment, bullet and, except for talk, final full stop; continued lines are joined
}

// Unread is a line that is no order. N counts the lines of Typed, from 1.
type Unread struct {
	N    int
	Text string
}

// Sorted is the content of a mail.
type Sorted struct {
	Orders []OrderLine
	Talk   []Unread // before the first and after the last order; not read as orders
	Unread []Unread // neither order nor talk: one such line refuses the whole mail: better a question than half a turn

	Own map[int]string // original text of orders in another language: by N
}

// Typed returns an order as its player wrote it.
func (s Sorted) Typed(l OrderLine) string {
	if own, ok := s.Own[l.N]; ok {
		return own
	}
	return l.Text
}

// TooLong returns the number of the first line that is, or may be, an order and has more
// characters than LineMost; 0 if none has. Talk may be long: some servers add a page of
// small print as one line below what a player writes.
func (s Sorted) TooLong() int {
	first := 0
	look := func(n int, text string) {
		if TooLong(text) && (first == 0 || n < first) {
			first = n
		}
	}
	for _, l := range s.Orders {
		look(l.N, l.Text)
	}
	for _, l := range s.Unread {
		look(l.N, l.Text)
	}
	return first
}

// Sort separates orders from talk. numbers is set if the letter has a numbered list, so
// that a bare number is an order. A line of a mode is an order even within talk: without
// it, the lines below must come out as its preview says.
func Sort(typed []string, v Vocabulary, numbers bool) Sorted {
	items, own := itemsOf(typed, v, numbers)
	counts := func(it item) bool { return it.order && !v.Mode(it.text) }
	firstOrder, lastOrder := slices.IndexFunc(items, counts), -1
	for i, it := range items {
		if counts(it) {
			lastOrder = i
		}
	}
	s := Sorted{Own: own}
	for i, it := range items {
		text := bareFolded(it.text)
		switch between := i > firstOrder && i < lastOrder; {
		case it.order:
			s.Orders = append(s.Orders, OrderLine{it.n, it.text})
		case text == "" || wordless(text):
			// a rule, a comment, a smile: no words to misread
		case between || nearlyOrder(text, v) || v.Slip(text):
			s.Unread = append(s.Unread, Unread{it.n, it.text})
		default:
			s.Talk = append(s.Talk, Unread{it.n, it.text})
		}
	}
	return s
}

// Orders returns the orders that Sort finds, as one text.
func Orders(typed []string, v Vocabulary, numbers bool) string {
	var list []string
	items, _ := itemsOf(typed, v, numbers)
	for _, it := range items {
		if it.order {
			list = append(list, it.text)
		}
	}
	return strings.Join(list, "; ")
}

// itemsOf returns the lines of a message with their continuation lines, and the original text of orders in another
// language.
func itemsOf(typed []string, v Vocabulary, numbers bool) (items []item, own map[int]string) {
	for i := 0; i < len(typed); i++ {
		it := item{n: i + 1, text: Fold(typed[i])}
		if text := orderText(it.text, v); isOrder(text, v, numbers) && !wrapped(items, text, v) {
			for i+1 < len(typed) && !TooLong(text) && (continuesBelow(text, bareOrder(typed[i+1]), v, numbers) || foldedOrder(typed[i], bareOrder(typed[i+1]), v)) {
				i++
				text = strings.TrimSpace(text + " " + bareOrder(typed[i]))
			}
			it.text, it.order = trimStop(text), true
			if english := v.English(it.text); english != it.text {
				if own == nil {
					own = map[int]string{}
				}
				own[it.n], it.text = it.text, trimStop(english)
			}
			it.order = !isMotto(items, it.text, v)
		}
		items = append(items, it)
	}
	return items, own
}

// orderText returns a line without decorations of an order, and without pictures after it except in talk.
func orderText(line string, v Vocabulary) string {
	text := bareOrder(line)
	if whole := strings.TrimSpace(line); text != whole && strings.HasPrefix(whole, "[") && v.English(whole) != whole { // "[1] with t"
		return whole
	}
	if plain := pictures.ReplaceAllString(text, ""); plain != text && !slices.Contains(verbatim, word(v.English(text))) {
		return plain
	}
	return text
}

// pictures matches emoji and emoticons after a line.
var pictures = regexp.MustCompile(`(?:\s*[\p{So}\p{Sk}]|\s+[:;]-?[)D])+$`)

// wrapped reports whether a number word ends a sentence of the line above.
func wrapped(above []item, text string, v Vocabulary) bool {
	if isNumber(text) || !isNumber(v.English(text)) || len(above) == 0 {
		return false
	}
	last := &above[len(above)-1]
	return !last.order && strings.Contains(last.text, " ") && !v.Greeting(word(last.text)) && !strings.ContainsAny(last.text[len(last.text)-1:], ".!?:,;")
}

// item is a line of a message, with its continuation lines.
type item struct {
	n     int
	text  string
	order bool
}

var (
	sentenceEnd = regexp.MustCompile(`[.!?]+\s`)
	personName  = regexp.MustCompile(`^\p{Lu}[\p{L}'.-]*( \p{Lu}[\p{L}'.-]*){0,2}$`)
)

// isMotto reports whether a line that begins as an order is the motto of a signature, as "Pass it on! Trains rule." below
// "Best," and a name: a sentence of three words or more before another, without figures, that is no order.
func isMotto(above []item, text string, v Vocabulary) bool {
	end := sentenceEnd.FindStringIndex(text)
	n := len(above)
	if end == nil || len(strings.Fields(text[:end[0]])) < 3 || strings.ContainsFunc(text, unicode.IsDigit) || v.Order(text) {
		return false
	}
	return n >= 2 &&
		!above[n-1].order && personName.MatchString(above[n-1].text) && !above[n-2].order && v.Greeting(word(above[n-2].text))
}

func isOrder(text string, v Vocabulary, numbers bool) bool {
	if text == "" {
		return false
	}
	english := v.English(text)
	return numbers && isNumber(english) || (v.Verb(word(english)) || v.Order(english)) && !Farewell(text, v)
}

// Farewell reports whether line is a good wish rather than an order, as "Take care, Ana" where orders begin
// with "take": the words after the wish have no figures, and none of the game.
func Farewell(line string, v Vocabulary) bool {
	text := strings.ToLower(Fold(line))
	for _, wish := range v.Wishes() {
		rest, ok := strings.CutPrefix(text, wish)
		if ok && strings.IndexFunc(rest, unicode.IsLetter) != 0 && !strings.ContainsFunc(rest, unicode.IsDigit) {
			return !v.Slip(rest)
		}
	}
	return false
}

// nearlyOrder reports whether text is a misspelt order, a number without a list, or a
// number before an order.
func nearlyOrder(text string, v Vocabulary) bool {
	if isNumber(text) || !v.Greeting(word(text)) && v.Near(word(text)) {
		return true
	}
	first, rest, _ := strings.Cut(text, " ")
	return isNumber(first) && v.Verb(word(rest))
}

// Continues reports whether an order continues in the line typed below it.
func Continues(order, next string, v Vocabulary) bool {
	return continuesBelow(bareOrder(order), bareOrder(next), v, true)
}

// continuesBelow reports whether an order continues in the next line: it ends in ":", "," or ">" or
// has an open bracket (letters break ways and deliveries after ">"), and the next line is
// not itself an order; so "say thanks," cannot swallow the order below it. "?" before other
// words is a step, not a call for help.
func continuesBelow(text, next string, v Vocabulary, numbers bool) bool {
	way := strings.HasSuffix(text, ">")
	if !way && !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, ",") && !bracketOpen(text) {
		return false
	}
	w := word(v.English(next))
	if way && (next == "" || v.Greeting(w)) {
		return false
	}
	return w == "?" && next != "?" || !v.Verb(w) && !(numbers && isNumber(next))
}

func bracketOpen(text string) bool {
	open := 0
	for _, r := range text {
		switch r {
		case '(', '[':
			open++
		case ')', ']':
			open = max(0, open-1)
		}
	}
	return open > 0
}

// bullet matches marks that may precede an order: list signs, "2.", "[3]", also repeated.
var bullet = regexp.MustCompile(`^(?:[-*•·‣▪●○◦+]|\d{1,3}[.)]|\[(?:\d{1,3}|[a-z]{1,2})\])\s+`)

// bareOrder returns an order line without its comment and without marks before it.
func bareOrder(s string) string { return bareFolded(Fold(s)) }

// bareFolded is bareOrder for a line that is already folded.
func bareFolded(s string) string {
	if !strings.HasPrefix(s, "#") || !keyed.MatchString(s) {
		s, _, _ = strings.Cut(s, "#")
	}
	s = strings.TrimSpace(s)
	for range 3 {
		if s == "" || 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z' { // most lines begin with a letter
			break
		}
		m := bullet.FindString(s)
		if m == "" {
			break
		}
		s = s[len(m):]
	}
	return unwrap(s)
}

// keyed matches "#3", which is no comment.
var keyed = regexp.MustCompile(`^#\d{1,3}[.)!]?$`)

// unwrap removes signs that some programs use for bold type ("*pass*"), and quotes around a line.
func unwrap(s string) string {
	for len(s) > 2 && strings.IndexByte("*_\"'", s[0]) >= 0 && s[len(s)-1] == s[0] {
		s = strings.TrimSpace(s[1 : len(s)-1])
	}
	return s
}

// number matches a choice of the letter's list by its number: "3", "3.", "[3]", "(3)", "#3".
var number = regexp.MustCompile(`^[\[(#]?(\d{1,3})[\])]?[.)]?$`)

func isNumber(text string) bool { return number.MatchString(text) }

// verbatim are the words that begin a text that stays as it was written.
var verbatim = []string{"say", "tell", "note"}

// trimStop removes the full stop that phones put after a line, except after talk, and
// punctuation around a number, except a pair of square brackets, in which letters print the
// number of a choice.
func trimStop(text string) string {
	if slices.Contains(verbatim, strings.ToLower(word(text))) {
		return text
	}
	if whole := strings.TrimRight(text, "."); number.MatchString(text) && strings.HasPrefix(text, "[") && strings.HasSuffix(whole, "]") {
		return whole
	}
	if m := number.FindStringSubmatch(text); m != nil && text[0] == '#' {
		return "#" + m[1]
	} else if m != nil {
		return m[1]
	}
	if strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "..") {
		return strings.TrimSpace(strings.TrimSuffix(text, "."))
	}
	return text
}

// word returns the first word of a line, without signs after it; "?" is a word.
func word(text string) string {
	if strings.HasPrefix(text, "?") {
		return "?"
	}
	w := strings.TrimLeft(text, "¡¿\"'(*_")
	if i := strings.IndexFunc(w, unicode.IsSpace); i >= 0 {
		w = w[:i]
	}
	if i := strings.IndexAny(w, ":,;!?([\""); i > 0 {
		w = w[:i]
	}
	return strings.TrimRight(w, ".")
}
