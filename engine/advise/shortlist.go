package advise

import (
	"cmp"
	"reflect"
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
		kept, others := l.worthMost(verb, groups[from:to])
		out = append(out, kept...)
		if others > 0 {
			rest = append(rest, More{What: Orders, Prefix: verb.Name, Count: others})
		}
	}
	return out, rest
}

// worthMost keeps the best first answers of a verb that have different effects; all if no more than two would
// be left out.
func (l *lister) worthMost(verb engine.Verb, group []*firstAnswer) (kept []*firstAnswer, others int) {
	hints := l.hints(verb)
	for _, f := range group {
		if len(f.choices) == 0 && !f.waits {
			others += f.more
			continue
		}
		kept = append(kept, f)
	}
	slices.SortStableFunc(kept, func(a, b *firstAnswer) int { return cmp.Compare(b.worth(), a.worth()) })
	if hints.Each > 0 {
		found := len(kept)
		kept = atMost(kept, hints.Each)
		others += found - len(kept)
	}
	kept = l.distinct(kept, hints.Few)
	if n := len(kept) - hints.Few; n > 0 && n+others > fewMore {
		kept, others = kept[:hints.Few], others+n
	}
	return kept, others
}

// atMost keeps the first few of the lines that begin alike.
func atMost(list []*firstAnswer, each int) (kept []*firstAnswer) {
	count := map[any]int{}
	for _, f := range list {
		var begin any = f.first.Args[0]
		if begin != nil && !reflect.TypeOf(begin).Comparable() {
			begin = engine.VerbText(f.first.Verb, f.first.Args[:1])
		}
		if count[begin]++; count[begin] <= each {
			kept = append(kept, f)
		}
	}
	return kept
}

// distinct drops lines with the same effect as an earlier one, as track that may be written from either end,
// until it has few distinct ones and some to spare.
func (l *lister) distinct(list []*firstAnswer, few int) (kept []*firstAnswer) {
	single := func(f *firstAnswer) bool { return len(f.choices) == 1 && f.more == 0 }
	var e effects
	for i, f := range list {
		if len(kept) > few+fewMore {
			return append(kept, list[i:]...)
		}
		f.try(l)
		if !single(f) || e.isNew(f.choices[0], f.settled) {
			kept = append(kept, f)
		}
	}
	return kept
}

// effects are the positions after lines, in the order of the lines. Equal positions have equal worth, so only
// positions of the same worth are compared, and encoded only if there are many.
type effects struct {
	lines   int
	first   Found // the map is made for the second
	ofWorth map[int]*sameWorth
}

// sameWorth are the lines of one worth with different effects, and their indices; if there are many, indexed by
// position.
type sameWorth struct {
	few   []engine.Choice
	lines []int
	leads map[string]int
}

// fewSame limits the lines of one worth that are compared one by one.
const fewSame = 8

// sameAs returns the index of the line with the same effect as c; if there is none, c is added with the index next.
func (w *sameWorth) sameAs(c engine.Choice, next int) (line int, ok bool) {
	if w.leads == nil && len(w.few) == fewSame {
		w.leads = map[string]int{}
		for i, f := range w.few {
			w.leads[leadsTo(f)] = w.lines[i]
		}
	}
	if w.leads != nil {
		lead := leadsTo(c)
		if line, ok = w.leads[lead]; !ok {
			w.leads[lead] = next
		}
		return line, ok
	}
	for i := range w.few {
		if leadAlike(&w.few[i], &c) {
			return w.lines[i], true
		}
	}
	w.few, w.lines = append(w.few, c), append(w.lines, next)
	return 0, false
}

// sameAs returns the index of the line before c with the same effect; if there is none, c is added. settled:
// see Hints.Settled.
func (e *effects) sameAs(c Found, settled bool) (line int, ok bool) {
	c.Stopped = c.Stopped && !settled
	if e.lines == 0 {
		e.first, e.lines = c, 1
		return 0, false
	}
	if e.ofWorth == nil {
		e.ofWorth = map[int]*sameWorth{e.first.Worth: {few: []engine.Choice{e.first.Choice}, lines: []int{0}}}
	}
	w := e.ofWorth[c.Worth]
	if w == nil {
		w = &sameWorth{}
		e.ofWorth[c.Worth] = w
	}
	if line, ok = w.sameAs(c.Choice, e.lines); !ok {
		e.lines++
	}
	return line, ok
}

// isNew reports whether no line before c leads where c does.
func (e *effects) isNew(c Found, settled bool) bool {
	_, same := e.sameAs(c, settled)
	return !same
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

// dominated reports whether another line of the same verb does the same for less.
func (l *lister) dominated(c Found, by []Found) bool {
	return slices.ContainsFunc(by, func(b Found) bool { return l.title.Dominated(l.move(c), l.move(b)) })
}
