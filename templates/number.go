package templates

import (
	"strconv"
	"strings"
	"unicode"

	"railpost/engine"
	"railpost/engine/advise"
)

// letters are the marks of choices without numbers.
const letters = "abcdefghijklmnopqrstuvwxyz"

// Mark returns the mark before a letter's nth choice, from 1, without the brackets: "3", or "c" in a list that
// has letters, "cc" for the 29th.
func Mark(n int, lettered bool) string {
	if !lettered {
		return strconv.Itoa(n)
	}
	n--
	return strings.Repeat(letters[n%len(letters):][:1], 1+n/len(letters))
}

// MarkOf returns the number of the choice with a mark of letters: "c", "[c]", "c)"; 0 for none.
func MarkOf(text string) int {
	text = strings.ToLower(strings.Trim(text, "[](). "))
	if text == "" || strings.Trim(text, text[:1]) != "" {
		return 0
	}
	return (len(text)-1)*len(letters) + strings.Index(letters, text[:1]) + 1
}

// OwnNumbers reports whether choices differ only in a number of their own, as "take 3" and "take 5": then a
// number means one of these, and the choices of a letter have letters.
func OwnNumbers(list []string) bool { return ownVerb(list) != "" }

// ownVerb returns the first word of the choices that differ only in their numbers; "" if there are none.
func ownVerb(list []string) string {
	verbs := map[string]int{}
	for _, line := range list {
		if verb, _, ok := ownNumber(line); ok {
			if verbs[verb]++; verbs[verb] > 1 {
				return verb
			}
		}
	}
	return ""
}

// OwnNumber returns the order that a lone number means where choices have numbers of their own: the listed one,
// as "take 3", or a similar one; "" if only a longer one is listed, as "bid up to 6".
func OwnNumber(list []string, n int) string {
	verb, order := ownVerb(list), ""
	for _, line := range list {
		if of, own, ok := ownNumber(line); ok && own == n && (order == "" || len(line) < len(order)) {
			order = line
			verb = of
		}
	}
	if plain := verb + " " + strconv.Itoa(n); verb != "" && (order == "" || order == plain) {
		return plain
	}
	return ""
}

// ownNumber splits a choice of words and one number at its end ("bid 3", "bid up to 5").
func ownNumber(line string) (verb string, n int, ok bool) {
	words := strings.Fields(line)
	if len(words) < 2 || strings.ContainsFunc(strings.Join(words[:len(words)-1], ""), func(r rune) bool { return !unicode.IsLower(r) }) {
		return "", 0, false
	}
	n, err := strconv.Atoi(words[len(words)-1])
	return words[0], n, err == nil
}

// translator puts the orders of a letter into the words of its reader.
type translator struct{ *voice }

// inWords returns a letter with its orders in the words of the reader's language.
func (t translator) inWords(l *Letter) *Letter {
	if l == nil || t.book == nil && l.HelpIn == "" {
		return l
	}
	out := *l
	if book := t.helper(l).book; book != nil {
		out.Help = engine.Each(l.Help, func(u engine.Usage) engine.Usage {
			u.Form, u.Example = book.Print(u.Form), book.Print(u.Example)
			return u
		})
	}
	if t.book == nil {
		return &out
	}
	out.Lines = engine.Each(l.Lines, t.line)
	out.Again = t.orders(l.Again)
	out.Choices, out.Usual = engine.Each(l.Choices, t.choice), engine.Each(l.Usual, t.choice)
	out.More = engine.Each(l.More, t.more)
	out.Happened, out.Log = engine.Each(l.Happened, t.step), engine.Each(l.Log, t.step)
	out.Enclosed = t.inWords(l.Enclosed)
	out.Parts = engine.Each(l.Parts, func(p *Letter) *Letter { return translator{t.ofTitle(p.Title)}.inWords(p) })
	return &out
}

func (t translator) choice(c advise.Choice) advise.Choice {
	c.Line = t.book.Print(c.Line)
	return c
}

func (t translator) more(m advise.More) advise.More {
	m.Prefix = t.book.Print(m.Prefix)
	return m
}

func (t translator) step(s Step) Step {
	s.Line = t.book.Print(s.Line)
	return s
}

// line leaves the player's own text unchanged.
func (t translator) line(l Line) Line {
	l.Line, l.Said, l.Guess = t.book.Print(l.Line), t.book.Print(l.Said), t.book.Print(l.Guess)
	l.Near = engine.Each(l.Near, t.choice)
	if l.Refusal != nil {
		r := *l.Refusal
		r.Expected, r.Near, r.Open = t.orders(r.Expected), t.orders(r.Near), t.orders(r.Open)
		l.Refusal = &r
	}
	if l.Asked != nil {
		a := *l.Asked
		a.Choices, a.More = engine.Each(a.Choices, t.choice), engine.Each(a.More, t.more)
		if a.Why != nil {
			why := *a.Why
			why.Line = t.book.Print(why.Line)
			a.Why = &why
		}
		l.Asked = &a
	}
	return l
}
