package extract

import (
	"regexp"
	"strings"
	"unicode"
)

// Vocabulary is what Sort asks about the words of a game, in the reader's language and in English.
// All answers are blind to case and accents.
type Vocabulary interface {
	// Verb tells whether word begins an order. Words that are orders only as a whole line (yes,
	// no, ok) answer false here and true from Order.
	Verb(word string) bool
	// Near tells whether word is one typing error away from a verb of five letters or more.
	Near(word string) bool
	// Order tells whether line reads as an order with its arguments, as far as it goes; also one
	// whose verb is shorter than five letters and one typing error off.
	Order(line string) bool
	// Greeting tells whether word greets or closes; such a line is never nearly an order.
	Greeting(word string) bool
	// Slip tells whether a line that is no order may have been meant as one.
	Slip(line string) bool
	// Mode tells whether line only says how the others are to be read, as "preview".
	Mode(line string) bool
}

// OrderLine is one order: N is the number of its first line in Typed, from 1.
type OrderLine struct {
	N    int
	Text string // without comment, bullet and, but for talk, final full stop; lines that go on are joined
}

// Unread is a line that is no order. N counts the lines of Typed, from 1.
type Unread struct {
	N    int
	Text string
}

// Sorted is what a mail says.
type Sorted struct {
	Orders []OrderLine
	Talk   []Unread // before the first and after the last order; not read as orders
	Unread []Unread // neither order nor talk: one such line refuses the whole mail: better a question than half a turn
}

// TooLong is the number of the first line that is, or may be, an order and has
// more characters than LineMost; 0 if none has. Talk may be long: some servers put a
// page of small print into one line below what a player writes.
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

// Sort tells orders from talk. numbers says that the letter has a numbered list, so
// that a bare number is an order. A line of a mode is an order between talk: what a preview says
// of the lines under it must be what becomes of them without it.
func Sort(typed []string, v Vocabulary, numbers bool) Sorted {
	type item struct {
		n     int
		text  string
		order bool
	}
	var items []item
	firstOrder, lastOrder := -1, -1
	for i := 0; i < len(typed); i++ {
		it := item{n: i + 1, text: Fold(typed[i])}
		if text := bare(it.text); isOrder(text, v, numbers) {
			for i+1 < len(typed) && !TooLong(text) && (goesOn(text, bare(typed[i+1]), v, numbers) || foldedOrder(typed[i], bare(typed[i+1]), v)) {
				i++
				text = strings.TrimSpace(text + " " + bare(typed[i]))
			}
			it.text, it.order = trimStop(text), true
			if !v.Mode(it.text) {
				if firstOrder < 0 {
					firstOrder = len(items)
				}
				lastOrder = len(items)
			}
		}
		items = append(items, it)
	}
	var s Sorted
	for i, it := range items {
		text := bare(it.text)
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

func isOrder(text string, v Vocabulary, numbers bool) bool {
	if text == "" {
		return false
	}
	return numbers && isNumber(text) || (v.Verb(word(text)) || v.Order(text)) && !Farewell(text, v)
}

// Farewell tells whether line is a good wish and no order, as "Take care, Ana" where orders begin
// with "take": what stands behind the wish has no figures, and is nothing of the game.
func Farewell(line string, v Vocabulary) bool {
	text := strings.ToLower(Fold(line))
	for _, l := range languages {
		for _, wish := range l.farewell {
			rest, ok := strings.CutPrefix(text, wish)
			if ok && strings.IndexFunc(rest, unicode.IsLetter) != 0 && !strings.ContainsFunc(rest, unicode.IsDigit) {
				return !v.Slip(rest)
			}
		}
	}
	return false
}

// nearlyOrder covers typing errors, numbers where no list is open, and a number before an order.
func nearlyOrder(text string, v Vocabulary) bool {
	if isNumber(text) || !v.Greeting(word(text)) && v.Near(word(text)) {
		return true
	}
	first, rest, _ := strings.Cut(text, " ")
	return isNumber(first) && v.Verb(word(rest))
}

// goesOn tells whether an order goes on in the next line: it ends in ":", "," or ">" or has a
// bracket open (letters break ways and deliveries behind ">"), and the
// next line is no order itself; so "say thanks," cannot swallow the order under it. "?" before
// other words is a step, not a call for help.
func goesOn(text, next string, v Vocabulary, numbers bool) bool {
	way := strings.HasSuffix(text, ">")
	if !way && !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, ",") && !bracketOpen(text) {
		return false
	}
	w := word(next)
	if way && (next == "" || v.Greeting(w)) {
		return false
	}
	if w == "?" && next != "?" {
		return true
	}
	return !v.Verb(w) && !(numbers && isNumber(next))
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

// bullet is what may stand before an order: list signs, "2.", "[3]", one after the other.
var bullet = regexp.MustCompile(`^(?:[-*•·‣▪●○◦+]|\d{1,3}[.)]|\[\d{1,3}\])\s+`)

// bare is an order line without its comment and without what stands before it.
func bare(s string) string {
	s, _, _ = strings.Cut(Fold(s), "#")
	s = strings.TrimSpace(s)
	for range 3 {
		if s == "" || 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z' { // as most lines begin
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

// unwrap takes off what some programs make of bold type ("*pass*"), and quotes around a line.
func unwrap(s string) string {
	for len(s) > 2 && strings.IndexByte("*_\"'", s[0]) >= 0 && s[len(s)-1] == s[0] {
		s = strings.TrimSpace(s[1 : len(s)-1])
	}
	return s
}

// number is a choice of the letter's list by its number: "3", "3.", "[3]", "(3)".
var number = regexp.MustCompile(`^[\[(]?(\d{1,3})[\])]?[.)]?$`)

func isNumber(text string) bool { return number.MatchString(text) }

// sayWord begins talk that is passed on as it stands.
const sayWord = "say"

// trimStop drops the full stop that telephones put behind a line, but not behind talk, and the
// signs round a number but for square brackets on both sides: so letters print the number of a choice.
func trimStop(text string) string {
	if strings.EqualFold(word(text), sayWord) {
		return text
	}
	if whole := strings.TrimRight(text, "."); number.MatchString(text) && strings.HasPrefix(text, "[") && strings.HasSuffix(whole, "]") {
		return whole
	}
	if m := number.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	if strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "..") {
		return strings.TrimSpace(strings.TrimSuffix(text, "."))
	}
	return text
}

// word is the first word of a line, without signs behind it; "?" is a word.
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
