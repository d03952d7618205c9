package advise

import (
	"cmp"
	"slices"

	"railpost/engine"
)

// shortlist keeps the best first answers of every verb with Hints.Few, best first, and counts the
// others.
func (l *lister) shortlist(firsts []engine.Answer, groups []*firstAnswer) ([]*firstAnswer, []More) {
	var out []*firstAnswer
	var rest []More
	for from, to := 0, 0; from < len(firsts); from = to {
		for to = from; to < len(firsts) && firsts[to].Place == firsts[from].Place; to++ {
		}
		verb := firsts[from].Verb
		if l.hints(verb).Few == 0 {
			out = append(out, groups[from:to]...)
			continue
		}
		kept, others := l.worthMost(firsts[from:to], groups[from:to])
		out = append(out, kept...)
		if others > 0 {
			rest = append(rest, More{What: Orders, Prefix: verb.Name, Count: others})
		}
	}
	return out, rest
}

// worthMost keeps the best first answers of a verb that have different effects; all of them
// if only one or two would be missing.
func (l *lister) worthMost(firsts []engine.Answer, group []*firstAnswer) (kept []*firstAnswer, others int) {
	verb := firsts[0].Verb
	hints := l.hints(verb)
	begins := map[*firstAnswer]string{}
	for i, f := range group {
		if hints.Each > 0 {
			begins[f] = engine.VerbText(verb, firsts[i].Args[:1])
		}
		if len(f.choices) == 0 {
			others += f.more
			continue
		}
		kept = append(kept, f)
	}
	slices.SortStableFunc(kept, func(a, b *firstAnswer) int { return cmp.Compare(b.choices[0].Worth, a.choices[0].Worth) })
	if hints.Each > 0 {
		found := len(kept)
		kept = atMost(kept, hints.Each, begins)
		others += found - len(kept)
	}
	kept = distinct(kept, hints.Few)
	if n := len(kept) - hints.Few; n > 0 && n+others > fewMore {
		kept, others = kept[:hints.Few], others+n
	}
	return kept, others
}

// atMost keeps the first few of those that begin alike.
func atMost(list []*firstAnswer, each int, begins map[*firstAnswer]string) (kept []*firstAnswer) {
	count := map[string]int{}
	for _, f := range list {
		if count[begins[f]]++; count[begins[f]] <= each {
			kept = append(kept, f)
		}
	}
	return kept
}

// distinct drops lines with the same effect as an earlier one, as track that may be written
// from either end, until few distinct ones and a few more come first.
func distinct(list []*firstAnswer, few int) (kept []*firstAnswer) {
	single := func(f *firstAnswer) bool { return len(f.choices) == 1 && f.more == 0 }
	var e effects
	for i, f := range list {
		if len(kept) > few+fewMore {
			return append(kept, list[i:]...)
		}
		if !single(f) || e.isNew(f.choices[0], f.settled) {
			kept = append(kept, f)
		}
	}
	return kept
}

// effects are the positions to which lines lead.
type effects struct {
	first map[int]Found // by worth, the first line of it; equal positions have equal worth
	leads map[string]bool
}

// isNew reports whether no line before c leads where c does. Positions are only encoded
// where two lines are worth the same. settled: see Hints.Settled.
func (e *effects) isNew(c Found, settled bool) bool {
	lead := func(c Found) string {
		c.Stopped = c.Stopped && !settled
		return leadsTo(c.Choice)
	}
	if e.leads == nil {
		e.first, e.leads = map[int]Found{}, map[string]bool{}
	}
	before, ok := e.first[c.Worth]
	if !ok {
		e.first[c.Worth] = c
		return true
	}
	e.leads[lead(before)] = true
	key := lead(c)
	if e.leads[key] {
		return false
	}
	e.leads[key] = true
	return true
}

// prune leaves out of lists the lines that another with the same verb dominates, or equals
// in its effect. They stay counted.
func (l *lister) prune(groups []*firstAnswer) {
	type place struct {
		in *firstAnswer
		Found
	}
	ofVerb := map[string][]place{}
	for _, f := range groups {
		for _, c := range f.choices {
			ofVerb[c.Acts[0].Verb] = append(ofVerb[c.Acts[0].Verb], place{f, c})
		}
		f.more += len(f.choices)
		f.choices = nil
	}
	for _, all := range ofVerb {
		slices.SortStableFunc(all, func(a, b place) int { return cmp.Compare(b.Worth, a.Worth) })
		var kept []Found
		var e effects
		for _, c := range all {
			if !e.isNew(c.Found, c.in.settled) || l.dominated(c.Found, kept) {
				continue
			}
			kept = append(kept, c.Found)
			c.in.choices = append(c.in.choices, c.Found)
			c.in.more--
		}
	}
}

// dominated reports whether one of some lines of the same verb does the same for less.
func (l *lister) dominated(c Found, by []Found) bool {
	return slices.ContainsFunc(by, func(b Found) bool { return l.title.Dominated(l.move(c), l.move(b)) })
}
