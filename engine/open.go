package engine

import (
	"iter"
	"slices"
	"strconv"
)

// Ranged is a Domain of numbers that are not listed, as the prices of a bargain;
// its Rule may allow fewer than those of the range.
type Ranged interface {
	Range() (from, to int)
}

// Opener is a Domain without Members since behind each of its values something
// stands that is not listed; these are the values.
type Opener interface {
	Opens() iter.Seq[Value]
}

// OpenOrder is a row of legal orders that differ in a number: "buy 2 from 5 for 1-50".
type OpenOrder struct {
	Verb string
	Text string
}

// openOrders are the orders of verbs with Verb.Open that cannot be listed one by one;
// those with a word that begins so, "" for all.
func openOrders(tx *Tx, word string) (out []OpenOrder) {
	want := squeeze(word)
	for _, c := range listed(tx, open(tx.Pos, tx.Seat, true)) {
		if !c.verb.Open {
			continue
		}
		openArgs(c.verb, nil, false, func(args Args) {
			text := verbText(c.verb, args, rangeText)
			if c.args = args; (want == "" || hasWord(text, want)) && c.legal(tx) {
				out = append(out, OpenOrder{c.verb.Name, text})
			}
		})
	}
	return out
}

// legal says whether a line that begins with the answer may end.
func (c candidate) legal(tx *Tx) (ok bool) {
	s := &search{budget: leastBudget, yield: func(found) bool { ok = true; return false }}
	s.try(tx, &spelling{}, path{}, c)
	return ok
}

// openArgs enumerates the values of a verb's parameters, of which one at least is not
// listed; a number stands for its range with its least value.
func openArgs(v Verb, args Args, opened bool, yield func(Args)) {
	if len(args) == len(v.Params) {
		if opened {
			yield(slices.Clone(args))
		}
		return
	}
	p := v.Params[len(args)]
	on := func(value Value, opened bool) {
		if value != nil && p.Many == Many {
			value = []Value{value}
		}
		openArgs(v, append(args[:len(args):len(args)], value), opened, yield)
	}
	if p.Many != One {
		on(nil, opened)
	}
	d := p.In(args)
	if from, _, ok := rangeOf(d); ok {
		on(from, true)
		return
	}
	members, opens := d.Members(), false
	if o, ok := d.(Opener); ok && members == nil {
		members, opens = o.Opens(), true
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

// rangeMost is for how many numbers of a range the rule is asked.
const rangeMost = 1000

// rangeOf is the range of a domain that does not list its numbers, as far as its rule
// allows it.
func rangeOf(d Domain) (from, to int, ok bool) {
	if d.Members() != nil {
		return 0, 0, false
	}
	return boundsOf(d)
}

// boundsOf is rangeOf of numbers of which some may be listed, as the ends.
func boundsOf(d Domain) (from, to int, ok bool) {
	r, ranged := d.(Ranged)
	if !ranged {
		return 0, 0, false
	}
	from, to = r.Range()
	for n := 0; from <= to && n < rangeMost && d.Rule(from) != nil; n++ {
		from++
	}
	for n := 0; from <= to && n < rangeMost && d.Rule(to) != nil; n++ {
		to--
	}
	return from, to, from <= to && d.Rule(from) == nil
}

func rangeText(d Domain, v Value) string {
	from, to, ok := rangeOf(d)
	if !ok || from == to {
		return d.Text(v)
	}
	return rangeWord(from, to)
}

func rangeWord(from, to int) string { return strconv.Itoa(from) + "-" + strconv.Itoa(to) }
