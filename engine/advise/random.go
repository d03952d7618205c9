package advise

import (
	"math/rand/v2"
	"slices"

	"railpost/engine"
)

// randomBudget bounds the search for a random line.
const randomBudget = 4_000

// RandomLine returns a legal line of a seat, chosen by rng; "" if there is none. First
// answers are equally likely, but all those of a verb with Hints.Few together count as that
// many; a line that may end continues in half of the cases, so that the random player
// reaches all corners of a title.
func RandomLine(rng *rand.Rand, t engine.Title, p engine.Position, seat engine.Seat) string {
	l := newLister(t, engine.Look(p, seat))
	shuffled := func(_ string, list []engine.Answer) []engine.Answer {
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		return list
	}
	line := ""
	found := func(a engine.Answer) bool {
		s := l.search(randomBudget)
		s.Rank, s.Onward = shuffled, func() bool { return rng.IntN(2) == 0 }
		s.Yield = func(c engine.Choice) bool { line = c.Line; return false }
		s.Lines(l.tx, a)
		return line != ""
	}
	for _, a := range shuffled("", l.randomFirsts()) {
		ok := true
		if l.hints(a.Verb).Few > 0 {
			a.Args, ok = randomArgs(rng, a.Verb, nil)
		}
		if ok && found(a) {
			return line
		}
	}
	for _, a := range shuffled("", l.answers()) {
		if l.hints(a.Verb).Few > 0 && found(a) {
			return line
		}
	}
	return ""
}

// randomFirsts returns the legal answers. A verb with Hints.Few appears without values, as often as it is
// listed: finding all values would take longer than a move.
func (l *lister) randomFirsts() []engine.Answer {
	var list []engine.Answer
	for _, a := range l.verbs() {
		few := l.hints(a.Verb).Few
		if few == 0 {
			list = slices.AppendSeq(list, a.Complete())
		}
		for range few {
			list = append(list, a)
		}
	}
	return list
}

// randomArgs finds legal values for the missing parameters of a verb; false if there are none.
func randomArgs(rng *rand.Rand, v engine.Verb, args engine.Args) (engine.Args, bool) {
	if len(args) == len(v.Params) {
		return args, true
	}
	p := v.Params[len(args)]
	var values []engine.Value
	if p.Many != engine.One {
		values = append(values, nil)
	}
	d := p.In(args)
	if members := d.Members(); members != nil {
		values = slices.AppendSeq(values, members)
	}
	rng.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	for _, value := range values {
		if value != nil && d.Rule(value) != nil {
			continue
		}
		if value != nil && p.Many == engine.Many {
			value = []engine.Value{value}
		}
		if all, ok := randomArgs(rng, v, append(args[:len(args):len(args)], value)); ok {
			return all, true
		}
	}
	return nil, false
}
