package templates

import (
	"railpost/engine"
	"railpost/engine/advise"
)

// translator puts the orders of a letter into the words of its reader.
type translator struct{ *voice }

// inWords returns a letter with its orders in the words of the reader's language.
func (t translator) inWords(l *Letter) *Letter {
	if l == nil || t.book == nil && l.HelpIn == "" {
		return l
	}
	out := *l
	if book := t.helper(l).book; book != nil {
		out.Help = each(l.Help, func(u engine.Usage) engine.Usage {
			u.Form, u.Example = book.Print(u.Form), book.Print(u.Example)
			return u
		})
	}
	if t.book == nil {
		return &out
	}
	out.Lines = each(l.Lines, t.line)
	out.Again = t.orders(l.Again)
	out.Choices, out.Usual = each(l.Choices, t.choice), each(l.Usual, t.choice)
	out.More = each(l.More, t.more)
	out.Happened, out.Log = each(l.Happened, t.step), each(l.Log, t.step)
	out.Enclosed = t.inWords(l.Enclosed)
	out.Parts = each(l.Parts, func(p *Letter) *Letter { return translator{t.ofTitle(p.Title)}.inWords(p) })
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
	l.Near = each(l.Near, t.choice)
	if l.Refusal != nil {
		r := *l.Refusal
		r.Expected, r.Near, r.Open = t.orders(r.Expected), t.orders(r.Near), t.orders(r.Open)
		l.Refusal = &r
	}
	if l.Asked != nil {
		a := *l.Asked
		a.Choices, a.More = each(a.Choices, t.choice), each(a.More, t.more)
		if a.Why != nil {
			why := *a.Why
			why.Line = t.book.Print(why.Line)
			a.Why = &why
		}
		l.Asked = &a
	}
	return l
}
