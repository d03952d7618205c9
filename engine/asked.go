package engine

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Asked answers an order that asks what there is: one that breaks off where a verb
// with Verb.Asks needs a value, or one whose rule has set Near of a refusal of kind
// Unanswered. Nothing is played.
type Asked struct {
	Listing          // the legal lines with which the order could go on; the rule's own ones
	Before  Position // the seat's view in which they are legal
	Begins  string   // how the lines of the Listing begin; "" where a rule has named them
	Why     *Refusal // where there is none: what the rule says of the first value that could stand next
}

// askedMost is how many lines such an answer lists, and askedPerFirst how many of
// them with the same first answer.
const (
	askedMost     = 24
	askedPerFirst = 3
)

// unfinished is the beginning of an order: a verb among the open prompts, and the
// values given.
type unfinished struct {
	place [2]int
	args  Args
}

// lacking notes on the refusal of a value what stands before it.
func lacking(err error, place [2]int, args Args) error {
	r, ok := AsRefusal(err)
	if !ok || r.Kind != NotUnderstood {
		return err
	}
	placed := *r
	placed.lacks = &unfinished{place, args}
	return &placed
}

// without notes on the refusal of an order that was read what it says, and where it
// ends: something optional may be wanting, or a number that is asked for.
func without(err error, place [2]int, args Args, t *Tokens) error {
	r, ok := AsRefusal(err)
	if !ok || r.Kind == NotUnderstood {
		return err
	}
	placed := *r
	placed.lacks, placed.behind = &unfinished{place, args}, t.Peek().Column
	return &placed
}

// asks makes a question of the refusal of an order that breaks off, with or without
// a question mark.
func (v Verb) asks(err error, t *Tokens, place [2]int, args Args) error {
	r, ok := AsRefusal(err)
	if !ok || !v.Asks || r.Kind != NotUnderstood || r.Column < 1 {
		return err
	}
	line := []rune(t.Line)
	if strings.Trim(string(line[min(len(line), r.Column-1):]), "?. ") != "" {
		return err
	}
	placed := *r
	placed.open = &unfinished{place, args}
	return &placed
}

// asks says that a refused line asks what there is: that needs no line before it.
func (r *Refusal) asks() bool { return r.Kind == Unanswered && len(r.Near) > 0 || r.open != nil }

// asked is the answer to a refused line that asks; nil when it does not.
func (w *working) asked(r *Refusal) *Asked {
	switch {
	case r.Kind == Unanswered && len(r.Near) > 0:
		return w.proposed(r.Near)
	case r.open != nil:
		return w.goingOn(*r.open)
	}
	return nil
}

// proposed are the lines that a rule has named, with what they would do.
func (w *working) proposed(lines []string) *Asked {
	on := *w.on
	on.Pos = w.on.Pos.View(w.seat)
	out := &Asked{Before: on.Pos}
	for _, line := range lines {
		if r, err := on.try(w.seat, line, true, w.earlier()); err == nil {
			out.Choices = append(out.Choices, Choice{Line: r.Said, First: r.Said, Acts: r.Acts, Reports: r.Reports, After: r.Pos, Stopped: r.Stopped})
		}
	}
	if out.Choices == nil {
		return nil
	}
	return out
}

// goingOn lists how an order that breaks off can go on. nil where that cannot be listed.
func (w *working) goingOn(u unfinished) *Asked {
	tx := w.trial()
	tx.Pos = w.on.Pos.View(w.seat)
	prompts := open(tx.Pos, w.seat, true)
	if u.place[0] >= len(prompts) || u.place[1] >= len(prompts[u.place[0]].Verbs) {
		return nil
	}
	c := candidate{prompt: prompts[u.place[0]], place: u.place}
	c.verb = c.prompt.Verbs[u.place[1]]
	if !listable(c.verb, u.args) {
		return nil
	}
	out := &Asked{Before: tx.Pos, Begins: VerbText(c.verb, u.args)}
	var firsts []candidate
	for args := range legalArgs(c.verb, u.args) {
		one := c
		one.args = args
		firsts = append(firsts, one)
	}
	next := len(u.args)
	out.Listing = listFirsts(tx, firsts, func(c candidate) string {
		if !Has(c.args, next) || c.verb.Params[next].Many == Many {
			return ""
		}
		return c.verb.Params[next].In(c.args[:next]).Text(c.args[next])
	})
	if c.verb.Part {
		out.Part = []string{c.verb.Name}
	}
	if out.Choices == nil {
		out.Why = whyNone(c.verb, u.args)
	}
	return out
}

// listFirsts lists lines behind some first answers of one verb; kind tells which of
// these belong together. Where there are too many, one of each kind comes before two of
// any, and of each kind those that lead to the highest Worth. Those of a verb with
// Verb.Few stand in the order of their Worth, and once of those that do the same.
func listFirsts(tx *Tx, firsts []candidate, kind func(candidate) string) Listing {
	behind := map[string][]*firstAnswer{}
	var kinds []string
	crowded := len(firsts) > 0 && firsts[0].verb.Few > 0
	seen := map[string]bool{}
	budget := letterBudget
	for i, c := range firsts {
		f := &firstAnswer{most: askedPerFirst}
		budget -= f.search(tx, c, max(leastBudget, budget/(len(firsts)-i)))
		if crowded && len(f.choices) == 1 { // track may be written from either end
			lead := f.choices[0].leadsTo()
			if seen[lead] {
				continue
			}
			seen[lead] = true
		}
		k := kind(c)
		if behind[k] == nil {
			kinds = append(kinds, k)
		}
		behind[k] = append(behind[k], f)
	}
	groups := make([]*firstAnswer, len(kinds))
	for i, k := range kinds {
		groups[i] = oneOf(behind[k], tx, crowded || len(firsts) > askedMost)
	}
	if crowded {
		byWorth(groups, func(g *firstAnswer) int {
			if len(g.choices) == 0 {
				return math.MinInt
			}
			return g.choices[0].worth(tx.adviser, tx.Seat)
		})
	}
	limit := askedMost
	if len(firsts) <= askedMost+fewMore {
		limit = 0
	}
	var out Listing
	out.Choices = inTurn(groups, limit)
	if crowded {
		byWorth(out.Choices, func(c Choice) int { return c.worth(tx.adviser, tx.Seat) })
	}
	for _, g := range groups {
		out.More += g.more + len(g.choices)
		out.Capped = out.Capped || g.capped
	}
	out.More -= len(out.Choices)
	return out
}

// byWorth sorts a list, what is worth most first; each is weighed once.
func byWorth[T any](list []T, worth func(T) int) {
	type weighed struct {
		value T
		worth int
	}
	all := make([]weighed, len(list))
	for i, v := range list {
		all[i] = weighed{v, worth(v)}
	}
	slices.SortStableFunc(all, func(a, b weighed) int { return cmp.Compare(b.worth, a.worth) })
	for i := range all {
		list[i] = all[i].value
	}
}

// oneOf gathers first answers that belong together; the best first where only some
// can be shown.
func oneOf(list []*firstAnswer, tx *Tx, ranked bool) *firstAnswer {
	out := &firstAnswer{}
	for _, f := range list {
		out.choices = append(out.choices, f.choices...)
		out.more += f.more
		out.capped = out.capped || f.capped
	}
	if ranked {
		out.choices = best(out.choices, make([]string, len(out.choices)), tx, len(out.choices))
	}
	return out
}

// whyNone is what forbids the first value that could stand next; nil where there is
// none, or where some value is not forbidden by itself.
func whyNone(v Verb, args Args) *Refusal {
	if len(args) >= len(v.Params) {
		return nil
	}
	d := v.Params[len(args)].In(args)
	members := d.Members()
	if members == nil {
		return nil
	}
	var first *Refusal
	for m := range members {
		r, forbidden := AsRefusal(d.Rule(m))
		if !forbidden {
			return nil
		}
		if first == nil {
			why := *r
			why.Line = VerbText(v, append(args[:len(args):len(args)], m))
			first = &why
		}
	}
	return first
}

// listable says whether the values that a verb still needs have lists.
func listable(v Verb, args Args) bool {
	if len(args) >= len(v.Params) {
		return true
	}
	p := v.Params[len(args)]
	if p.Many != One {
		return listable(v, append(args[:len(args):len(args)], nil))
	}
	d := p.In(args)
	members := d.Members()
	if members == nil {
		return false
	}
	for m := range members {
		if d.Rule(m) == nil {
			return listable(v, append(args[:len(args):len(args)], m))
		}
	}
	return true
}
