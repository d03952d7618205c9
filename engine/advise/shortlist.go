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
	worth, begins := map[*firstAnswer]int{}, map[*firstAnswer]string{}
	for i, f := range group {
		if hints.Each > 0 {
			begins[f] = engine.VerbText(verb, firsts[i].Args[:1])
		}
		if len(f.choices) == 0 {
			others += f.more
			continue
		}
		kept = append(kept, f)
		worth[f] = l.worth(f.choices[0])
	}
	slices.SortStableFunc(kept, func(a, b *firstAnswer) int { return cmp.Compare(worth[b], worth[a]) })
	if hints.Each > 0 {
		found := len(kept)
		kept = atMost(kept, hints.Each, begins)
		others += found - len(kept)
	}
	kept = distinct(kept, hints, func(a, b *firstAnswer) bool { return worth[a] == worth[b] })
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
// from either end, until Hints.Few distinct ones and a few more come first. mayBe is a
// cheap test of which may have the same effect.
func distinct(list []*firstAnswer, hints engine.Hints, mayBe func(a, b *firstAnswer) bool) (kept []*firstAnswer) {
	leads := map[*firstAnswer]string{}
	lead := func(f *firstAnswer) string {
		if leads[f] == "" {
			c := f.choices[0]
			c.Stopped = c.Stopped && !hints.Settled
			leads[f] = leadsTo(c)
		}
		return leads[f]
	}
	single := func(f *firstAnswer) bool { return len(f.choices) == 1 && f.more == 0 }
	for i, f := range list {
		if len(kept) > hints.Few+fewMore {
			return append(kept, list[i:]...)
		}
		same := func(k *firstAnswer) bool { return single(f) && single(k) && mayBe(k, f) && lead(k) == lead(f) }
		if !slices.ContainsFunc(kept, same) {
			kept = append(kept, f)
		}
	}
	return kept
}
