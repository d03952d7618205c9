package tap

import (
	"iter"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
)

// at is a verb that answers in a draft.
type at struct {
	draft *engine.Draft
	verb  engine.Answer // without values
}

func (a at) answer(args engine.Args) engine.Answer {
	out := a.verb
	out.Args = args
	return out
}

// question is that for the value after some.
func (a at) question(args engine.Args) Question {
	return Question{Verb: a.verb.Verb.Name, Param: a.verb.Verb.Params[len(args)].Name}
}

// with returns values with one added; nil omits an optional one.
func (a at) with(args engine.Args, value engine.Value) engine.Args {
	if value != nil && a.verb.Verb.Params[len(args)].Many == engine.Many {
		value = []engine.Value{value}
	}
	return append(args[:len(args):len(args)], value)
}

// valueIndex is the index of the value that the answer is about; -1 for none.
func (a at) valueIndex() int {
	return slices.IndexFunc(a.verb.Verb.Params, func(p engine.Param) bool { return p.About })
}

// may reports whether a value is looked at.
type may func(param int, d engine.Domain, value engine.Value) bool

// upTo yields values with everything that may follow them, up to n in all; of unlisted numbers the smallest.
func (a at) upTo(n int, args engine.Args, may may, yield func(engine.Args) bool) bool {
	i := len(args)
	if i >= n {
		return yield(args)
	}
	p := a.verb.Verb.Params[i]
	if p.Many != engine.One && !a.upTo(n, a.with(args, nil), may, yield) {
		return false
	}
	d := p.In(args)
	if from, _, ok := advise.Bounds(d); ok && d.Members() == nil {
		return a.upTo(n, a.with(args, from), may, yield)
	}
	for value := range values(d) {
		if (may == nil || may(i, d, value)) && !a.upTo(n, a.with(args, value), may, yield) {
			return false
		}
	}
	return true
}

// values are the values that a domain allows, as far as it can list them.
func values(d engine.Domain) iter.Seq[engine.Value] {
	members, more := d.Members(), engine.UnlistedValues(d)
	if more.All != nil {
		return more.All
	}
	if members == nil {
		members = more.Opens
	}
	return func(yield func(engine.Value) bool) {
		if members == nil {
			return
		}
		for value := range members {
			if engine.Allows(d, value) && !yield(value) {
				return
			}
		}
	}
}

// listed counts the values that a domain lists.
func listed(d engine.Domain) (n int) {
	for range values(d) {
		n++
	}
	return n
}

// has reports whether a line begins with the words of another, or is it.
func has(line, begins string) bool { return line == begins || extends(line, begins) }

// extends reports whether a line is another and more words.
func extends(line, begins string) bool {
	rest, ok := strings.CutPrefix(line, begins)
	return ok && rest != "" && (begins == "" || strings.HasSuffix(begins, " ") || strings.ContainsRune(engine.Signs+" ", rune(rest[0])))
}

// pieces returns the steps in which the text of a value is written: a way, which has ">", place by place.
func pieces(text string) []string {
	before, after, way := strings.Cut(text, "> ")
	if !way {
		return []string{text}
	}
	list := strings.Fields(before)
	for place := range strings.SplitSeq(after, " > ") {
		list = append(list, "> "+place)
	}
	return list
}

// names returns the names in a piece of a line: the whole first, then its parts, and "E12" for "E12.2".
func names(piece string) []string {
	list := []string{strings.Trim(piece, " >:,")}
	add := func(s string) {
		if s != "" && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	for _, word := range strings.FieldsFunc(piece, func(r rune) bool { return strings.ContainsRune(" >:,()[]", r) }) {
		add(word)
		for _, part := range strings.FieldsFunc(word, func(r rune) bool { return r == '-' || r == '+' }) {
			add(part)
			hex, _, _ := strings.Cut(part, ".")
			add(hex)
		}
	}
	return list
}

// within reports whether all of some places are among names.
func within(places, names []string) bool {
	return !slices.ContainsFunc(places, func(p string) bool { return !slices.Contains(names, p) })
}
