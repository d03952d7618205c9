package engine

import "math/rand/v2"

// RandomLine is a legal line of a seat, chosen by rng; "" when there is none.
// Every first answer is as likely as the next, but a verb with Verb.Few only as
// likely as so many; and a line that may end goes on as often as not, so that the
// random player sees all corners of a title.
func RandomLine(rng *rand.Rand, p Position, seat Seat) string {
	shuffled := func(_ *spelling, list []candidate) []candidate {
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		return list
	}
	tx := Trial(p, seat)
	line := ""
	found := func(c candidate) bool {
		s := &search{budget: completeBudget, rank: shuffled, onward: func() bool { return rng.IntN(2) == 0 }}
		s.yield = func(f found) bool {
			line = f.line
			return false
		}
		s.try(tx, &spelling{}, path{}, c)
		return line != ""
	}
	prompts := open(p, seat, true)
	for _, c := range shuffled(nil, randomFirsts(tx, prompts)) {
		ok := true
		if c.verb.Few > 0 {
			c.args, ok = randomArgs(rng, c.verb, nil)
		}
		if ok && found(c) {
			return line
		}
	}
	for _, c := range shuffled(nil, answers(tx, prompts)) {
		if c.verb.Few > 0 && found(c) {
			return line
		}
	}
	return ""
}

// randomFirsts are the legal answers; a crowded verb stands so many times as it
// is listed, without values: to find all of them would take longer than a move.
func randomFirsts(tx *Tx, prompts []Prompt) []candidate {
	var list []candidate
	for _, c := range listed(tx, prompts) {
		if c.verb.Few == 0 {
			list = c.withArgs(list)
		}
		for range c.verb.Few {
			list = append(list, c)
		}
	}
	return list
}

// randomArgs finds legal values for a verb's parameters from the given ones on;
// false when there are none.
func randomArgs(rng *rand.Rand, v Verb, args Args) (Args, bool) {
	if len(args) == len(v.Params) {
		return args, true
	}
	p := v.Params[len(args)]
	var values []Value
	if p.Many != One {
		values = append(values, nil)
	}
	d := p.In(args)
	if members := d.Members(); members != nil {
		for m := range members {
			values = append(values, m)
		}
	}
	rng.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	for _, value := range values {
		if value != nil && d.Rule(value) != nil {
			continue
		}
		if value != nil && p.Many == Many {
			value = []Value{value}
		}
		if all, ok := randomArgs(rng, v, append(args[:len(args):len(args)], value)); ok {
			return all, true
		}
	}
	return nil, false
}
