package advise

import (
	"slices"
	"strconv"

	"railpost/engine"
)

// openOrders returns the orders of verbs with Hints.Open that cannot be listed one by one: a row for each with
// a word that begins with word; for "" a count for each verb.
func (l *lister) openOrders(word string) (out []More) {
	want := engine.Squeeze(word)
	for _, a := range l.verbs() {
		if !l.hints(a.Verb).Open {
			continue
		}
		openArgs(a.Verb, nil, false, func(args engine.Args) {
			text := engine.SpellVerb(a.Verb, args, rangeText)
			a.Args = args
			switch i := slices.IndexFunc(out, func(m More) bool { return m.Prefix == a.Verb.Name }); {
			case want != "" && !hasWord(text, want) || !l.legal(a):
			case word != "":
				out = append(out, More{What: Range, Prefix: text})
			case i < 0:
				out = append(out, More{What: Orders, Prefix: a.Verb.Name, Count: 1})
			default:
				out[i].Count++
			}
		})
	}
	return out
}

// legal reports whether a line that begins with an answer may end.
func (l *lister) legal(a engine.Answer) (ok bool) {
	s := l.search(leastBudget)
	s.Yield = func(engine.Choice) bool { ok = true; return false }
	s.Lines(l.tx, a)
	return ok
}

// openArgs enumerates the values of a verb's parameters of which at least one is not
// listed; the least value of a range represents the range.
func openArgs(v engine.Verb, args engine.Args, opened bool, yield func(engine.Args)) {
	if len(args) == len(v.Params) {
		if opened {
			yield(slices.Clone(args))
		}
		return
	}
	p := v.Params[len(args)]
	on := func(value engine.Value, opened bool) {
		if value != nil && p.Many == engine.Many {
			value = []engine.Value{value}
		}
		openArgs(v, append(args[:len(args):len(args)], value), opened, yield)
	}
	if p.Many != engine.One {
		on(nil, opened)
	}
	d := p.In(args)
	if from, _, ok := rangeOf(d); ok {
		on(from, true)
		return
	}
	members, opens := d.Members(), false
	if members == nil {
		members, opens = engine.UnlistedValues(d).Opens, true
	}
	if members == nil {
		return
	}
	for m := range members {
		if d.Rule(m) == nil {
			on(m, opened || opens)
		}
	}
}

// rangeMost limits the numbers of a range that are tested.
const rangeMost = 1000

// rangeOf returns the range of a domain that does not list its numbers, as far as its rule
// allows it.
func rangeOf(d engine.Domain) (from, to int, ok bool) {
	if d.Members() != nil {
		return 0, 0, false
	}
	return Bounds(d)
}

// Bounds returns the first and last number of a domain that its rule allows.
func Bounds(d engine.Domain) (from, to int, ok bool) {
	more := engine.UnlistedValues(d)
	if !more.Range {
		return 0, 0, false
	}
	from, to = more.From, more.To
	for n := 0; from <= to && n < rangeMost && d.Rule(from) != nil; n++ {
		from++
	}
	for n := 0; from <= to && n < rangeMost && d.Rule(to) != nil; n++ {
		to--
	}
	return from, to, from <= to && d.Rule(from) == nil
}

func rangeText(d engine.Domain, v engine.Value) string {
	from, to, ok := rangeOf(d)
	if !ok || from == to {
		return d.Text(v)
	}
	return rangeWord(from, to)
}

func rangeWord(from, to int) string { return strconv.Itoa(from) + "-" + strconv.Itoa(to) }
