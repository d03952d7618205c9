package advise

import (
	"slices"
	"strings"

	"railpost/engine"
)

// Limits on the search for the one line that a refused line may have meant.
const (
	respellings = 6  // wrong words corrected, one after the other
	fillings    = 64 // values tried for a missing one
	filledShown = 6
)

// respelt returns a line with its wrong words replaced by the only ones they resemble: an
// order, or one that asks how it continues. It is "" if some word resembles none or
// several.
func (m *mail) respelt(line string, r *engine.Refusal) string {
	for range respellings {
		if r.Kind != engine.NotUnderstood || r.Column < 1 || r.Length < 1 {
			return ""
		}
		chars := []rune(line)
		if r.Column-1+r.Length > len(chars) {
			return ""
		}
		typed := engine.Fold(string(chars[r.Column-1 : r.Column-1+r.Length]))
		like := slices.DeleteFunc(slices.Clone(r.Expected), func(e string) bool { return !misspelt(typed, engine.Squeeze(e)) })
		if len(like) != 1 {
			return ""
		}
		next := string(chars[:r.Column-1]) + like[0] + string(chars[r.Column-1+r.Length:])
		said, no := m.would(next)
		switch {
		case no == nil:
			return said
		case m.isQuestion(no):
			return next
		case no.Column <= r.Column:
			return ""
		}
		line, r = next, no
	}
	return ""
}

// misspelt reports whether a word is another with a typing error; a mere prefix may be
// meant for several.
func misspelt(typed, name string) bool {
	return SameName(typed, name) && engine.Distance(typed, name) <= 2 && min(len(typed), len(name)) >= shortVerb
}

// would returns the full text of a line if it would be accepted, or else its refusal.
func (m *mail) would(line string) (said string, no *engine.Refusal) {
	done, no := m.try(line)
	if no != nil {
		return "", no
	}
	return done.Said, nil
}

// filled returns the legal lines that a refused one becomes when the missing value is
// supplied: the tile of "lay F17 E16-G16", "best" after "run"; or, if that is one only,
// something optional: "with r" if a ruble is the only means of payment. A word that only
// names the kind of value, as "tile", is dropped.
//
// Lines that still lack a price are returned as rows of orders: "buy 2 from 11 for 1-50" of
// "buy train from 11".
func (m *mail) filled(line string, r *engine.Refusal) (near []nearLine, rows []string) {
	if r.Order == nil || r.Column < 1 {
		return nil, nil
	}
	a, ok := m.open(r.Order.Place)
	if !ok {
		return nil, nil
	}
	f := filling{m: m, place: a.Place, verb: a.Verb, args: r.Order.Args, left: fillings}
	chars := []rune(line)
	rest := func(column int) string { return strings.TrimSpace(string(chars[min(len(chars), column-1):])) }
	if r.Kind == engine.Forbidden && r.End > 0 {
		for i, p := range f.verb.Params {
			if p.Many == engine.Optional && !engine.Has(f.args, i) {
				f.put(i, rest(r.End))
			}
		}
		if len(f.near) != 1 {
			return nil, nil
		}
		return f.near, nil
	}
	if r.Kind != engine.NotUnderstood || len(f.args) >= len(f.verb.Params) || f.verb.Params[len(f.args)].Many != engine.One {
		return nil, nil
	}
	tail := rest(r.Column)
	if word, more, _ := strings.Cut(tail, " "); f.names(engine.Fold(word)) {
		tail = more
		if f.try(engine.VerbText(f.verb, f.args) + " " + tail); len(f.near)+len(f.rows) > 0 {
			return f.near, f.rows
		}
	}
	f.put(len(f.args), tail)
	return f.near, f.rows
}

// filling supplies values to a line that lacks one.
type filling struct {
	m     *mail
	place engine.Place // position of the verb
	verb  engine.Verb
	args  engine.Args
	left  int // values that may still be tried
	near  []nearLine
	rows  []string
}

// names reports whether a word only names the kind of the missing value, as "train".
func (f *filling) names(word string) bool {
	if slices.ContainsFunc(f.verb.Params, func(p engine.Param) bool { return p.Lead == word }) {
		return false
	}
	if word == engine.Fold(f.verb.Params[len(f.args)].Name) {
		return true
	}
	return slices.ContainsFunc(f.m.on.Title.Glossary(f.m.on.Pos), func(u engine.Usage) bool {
		return (u.Verb == "" || u.Verb == f.verb.Name) && slices.Contains(u.Also, word)
	})
}

// try records a line that is legal, or the row of legal lines that it becomes with a price.
func (f *filling) try(line string) {
	said, no := f.m.would(line)
	switch {
	case no == nil:
		f.near = append(f.near, nearLine{line: said, verb: f.verb})
	case no.Kind == engine.Unanswered && no.Order != nil && no.Order.Place == f.place && no.End > len([]rune(line)): // the whole line was read
		f.priced(no.Order.Args)
	}
}

// priced completes an order that lacks nothing but the number at its end. If only one
// number is possible, the order is a legal line.
func (f *filling) priced(args engine.Args) {
	last := len(f.verb.Params) - 1
	if last < 0 || f.verb.Params[last].Many != engine.Optional || engine.Has(args, last) {
		return
	}
	d := f.verb.Params[last].In(args[:last])
	from, to, ok := Bounds(d)
	if !ok {
		return
	}
	least := engine.VerbText(f.verb, append(args[:last:last], from))
	said, no := f.m.would(least)
	switch {
	case no != nil:
	case from == to:
		f.near = append(f.near, nearLine{line: said, verb: f.verb})
	default:
		f.rows = append(f.rows, strings.TrimSuffix(least, d.Text(from))+rangeWord(from, to))
	}
}

// put tries the values of parameter i; rest is the unread part of the line.
func (f *filling) put(i int, rest string) {
	d := f.verb.Params[i].In(f.args[:i])
	members := d.Members()
	if members == nil {
		return
	}
	for m := range members {
		if f.left--; f.left < 0 || len(f.near)+len(f.rows) == filledShown {
			return
		}
		if d.Rule(m) != nil {
			continue
		}
		args := append(append(engine.Args{}, f.args[:i]...), m)
		if i < len(f.args) {
			args = append(args, f.args[i+1:]...)
		}
		f.try(strings.TrimSpace(engine.VerbText(f.verb, args) + " " + rest))
	}
}
