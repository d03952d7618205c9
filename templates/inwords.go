package templates

import (
	"slices"
	"strings"
	"unicode"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/templates/parlance"
)

// Facts hold orders as the log has them, in English. A letter in another language shows them
// in its own words.

// phrasebook is a parlance.Book.
type phrasebook interface {
	Print(order string) string
	Read(line string) parlance.Line
}

// betweenOrders separates the orders of a plan that is told in one line.
const betweenOrders = "; "

// order returns an order, or words of one, in the words of the reader's language.
func (v *voice) order(line string) string {
	if v.book == nil {
		return line
	}
	return v.book.Print(line)
}

// inLog returns a line of a reader as the log would have it.
func (v *voice) inLog(line string) string {
	if v.book == nil {
		return line
	}
	return v.book.Read(line).English
}

// orders is order for several.
func (v *voice) orders(lines []string) []string {
	if v.book == nil || lines == nil {
		return lines
	}
	return each(lines, v.book.Print)
}

func (v *voice) setTitle(title string) {
	if v.tongue.book != nil {
		v.title, v.book = title, v.tongue.book(title)
	}
}

// named returns what a language calls a thing to which data gives a name: by its first words
// (TITLE.named.WORDS), as "Hotel Atlanta", or as it is.
func (v *voice) named(name string) string {
	if v.title == "" || !strings.ContainsFunc(name, unicode.IsUpper) {
		return name
	}
	for head := name; head != ""; head = head[:max(0, strings.LastIndexByte(head, ' '))] {
		if key := v.known(v.title + ".named." + strings.ReplaceAll(engine.Fold(head), " ", "-")); key != "" {
			return v.word(key) + name[len(head):]
		}
	}
	return name
}

// ofTitle returns the voice for a letter about a title.
func (v *voice) ofTitle(title string) *voice {
	out := *v
	out.setTitle(title)
	return &out
}

// helper returns the voice that says the help of a letter: in the language it was asked for.
func (v *voice) helper(l *Letter) *voice {
	if l.HelpIn == "" {
		return v
	}
	out := *v
	out.tongue, out.title, out.book = v.in(l.HelpIn), "", nil
	out.setTitle(l.Title)
	return &out
}

// inWords returns a letter with its orders in the words of the reader's language.
func (v *voice) inWords(l *Letter) *Letter {
	if l == nil || v.book == nil && l.HelpIn == "" {
		return l
	}
	out := *l
	if book := v.helper(l).book; book != nil {
		out.Help = each(l.Help, func(u engine.Usage) engine.Usage {
			u.Form, u.Example = book.Print(u.Form), book.Print(u.Example)
			return u
		})
	}
	if v.book == nil {
		return &out
	}
	out.Lines = each(l.Lines, v.lineInWords)
	out.Again = v.orders(l.Again)
	out.Choices, out.Usual = each(l.Choices, v.choiceInWords), each(l.Usual, v.choiceInWords)
	out.More = each(l.More, v.moreInWords)
	out.Happened, out.Log = each(l.Happened, v.stepInWords), each(l.Log, v.stepInWords)
	out.Enclosed = v.inWords(l.Enclosed)
	out.Parts = each(l.Parts, func(p *Letter) *Letter { return v.ofTitle(p.Title).inWords(p) })
	return &out
}

func each[T any](list []T, f func(T) T) []T {
	out := slices.Clone(list)
	for i := range out {
		out[i] = f(out[i])
	}
	return out
}

func (v *voice) choiceInWords(c advise.Choice) advise.Choice {
	c.Line = v.book.Print(c.Line)
	return c
}

func (v *voice) moreInWords(m advise.More) advise.More {
	m.Prefix = v.book.Print(m.Prefix)
	return m
}

func (v *voice) stepInWords(s Step) Step {
	s.Line = v.book.Print(s.Line)
	return s
}

// lineInWords leaves what the player has written as it was.
func (v *voice) lineInWords(l Line) Line {
	l.Line, l.Said, l.Guess = v.book.Print(l.Line), v.book.Print(l.Said), v.book.Print(l.Guess)
	l.Near = each(l.Near, v.choiceInWords)
	if l.Refusal != nil {
		r := *l.Refusal
		r.Expected, r.Near, r.Open = v.orders(r.Expected), v.orders(r.Near), v.orders(r.Open)
		l.Refusal = &r
	}
	if l.Asked != nil {
		a := *l.Asked
		a.Choices, a.More = each(a.Choices, v.choiceInWords), each(a.More, v.moreInWords)
		if a.Why != nil {
			why := *a.Why
			why.Line = v.book.Print(why.Line)
			a.Why = &why
		}
		l.Asked = &a
	}
	return l
}
