package advise

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"railpost/engine"
)

// Asked answers an order that asks what is possible: one that breaks off where a verb with
// Hints.Asks needs a value, or one whose rule has set Near in a refusal of kind Unanswered.
// Nothing is played.
type Asked struct {
	Choices []Choice        // the legal lines with which the order could continue; or the rule's own
	More    []More          `json:",omitempty"`
	Why     *engine.Refusal `json:",omitempty"` // if there are none: why the rule forbids the first possible value
}

// askedMost limits the lines of such an answer, askedPerFirst those with the same first answer.
const (
	askedMost     = 24
	askedPerFirst = 3
)

// isQuestion reports whether a refused line is a question, which needs no preceding line.
func (m *mail) isQuestion(r *engine.Refusal) bool {
	return r.Kind == engine.Unanswered && len(r.Near) > 0 || m.breaksOff(r)
}

// breaksOff reports whether a line ends, with or without a question mark, where its order
// needs a value and the verb takes that as a question.
func (m *mail) breaksOff(r *engine.Refusal) bool {
	if r.Kind != engine.NotUnderstood || r.Order == nil || r.Column < 1 {
		return false
	}
	line := []rune(r.Line)
	if strings.Trim(string(line[min(len(line), r.Column-1):]), "?. ") != "" {
		return false
	}
	a, ok := m.open(r.Order.Place)
	return ok && m.on.Title.Hints(m.on.Pos, a.Verb).Asks
}

// open returns the verb at a place among the open prompts.
func (m *mail) open(at engine.Place) (engine.Answer, bool) {
	prompts := engine.OpenPrompts(m.on.Pos, m.seat, true)
	if at[0] >= len(prompts) || at[1] >= len(prompts[at[0]].Verbs) {
		return engine.Answer{}, false
	}
	return engine.Answer{Asked: &engine.Asked{Prompt: prompts[at[0]], Verb: prompts[at[0]].Verbs[at[1]], Place: at}}, true
}

// answer returns the answer to a refused line that is a question; nil for another line.
func (m *mail) answer(r *engine.Refusal) *Asked {
	switch {
	case r.Kind == engine.Unanswered && len(r.Near) > 0:
		if named := m.proposed(r.Near); named != nil {
			return &Asked{Choices: named}
		}
	case m.breaksOff(r):
		return m.goingOn(*r.Order)
	}
	return nil
}

// proposed returns the legal ones of some lines, with their effects.
func (m *mail) proposed(lines []string) []Choice {
	on := *m.on
	on.Pos = m.on.Pos.View(m.seat)
	var out []Found
	for _, line := range lines {
		if r, err := on.TryAfter(m.seat, line, true, m.earlier); err == nil {
			out = append(out, Found{Choice: engine.Choice{Line: r.Said, Acts: r.Acts, Reports: r.Reports, After: r.Pos}})
		}
	}
	return Remarked(on.Title, on.Pos, m.seat, out)
}

// goingOn lists how an order that breaks off can continue; nil if that cannot be listed.
func (m *mail) goingOn(order engine.Partial) *Asked {
	view := *m
	on := *m.on
	on.Pos = m.on.Pos.View(m.seat)
	view.on = &on
	l := view.lister()
	a, ok := view.open(order.Place)
	if !ok || !listable(a.Verb, order.Args) {
		return nil
	}
	begins := engine.VerbText(a.Verb, order.Args)
	a.Args = order.Args
	firsts := slices.Collect(a.Complete())
	next := len(order.Args)
	list := l.listFirsts(begins, firsts, func(c engine.Answer) string {
		if !engine.Has(c.Args, next) || c.Verb.Params[next].Many == engine.Many {
			return ""
		}
		return c.Verb.Params[next].In(c.Args[:next]).Text(c.Args[next])
	})
	if l.hints(a.Verb).Part {
		list.More = append(list.More, More{What: Part, Prefix: a.Verb.Name})
	}
	out := &Asked{Choices: Remarked(on.Title, on.Pos, m.seat, list.Choices), More: list.More}
	if out.Choices == nil {
		out.Why = whyNone(a.Verb, order.Args)
	}
	return out
}

// listFirsts lists lines that begin with some first answers of one verb, all of which begin
// with a text; kind returns which of these belong together. If there are too many, one of
// each kind comes before two of any, and of each kind those that lead to the highest Worth.
// Lines of a verb with Hints.Few are sorted by Worth, and only one of those with the same
// effect is listed.
func (l *lister) listFirsts(begins string, firsts []engine.Answer, kind func(engine.Answer) string) Listing {
	ofKind := map[string][]*firstAnswer{}
	var kinds []string
	crowded := len(firsts) > 0 && l.hints(firsts[0].Verb).Few > 0
	seen := map[string]bool{}
	budget := letterBudget
	for i, c := range firsts {
		f := &firstAnswer{most: askedPerFirst}
		budget -= f.search(l, c, max(leastBudget, budget/(len(firsts)-i)))
		if crowded && len(f.choices) == 1 { // track may be written from either end
			lead := leadsTo(f.choices[0].Choice)
			if seen[lead] {
				continue
			}
			seen[lead] = true
		}
		k := kind(c)
		if ofKind[k] == nil {
			kinds = append(kinds, k)
		}
		ofKind[k] = append(ofKind[k], f)
	}
	groups := make([]*firstAnswer, len(kinds))
	for i, k := range kinds {
		groups[i] = l.oneOf(ofKind[k], crowded || len(firsts) > askedMost)
	}
	if crowded {
		slices.SortStableFunc(groups, func(a, b *firstAnswer) int { return cmp.Compare(b.worth(), a.worth()) })
	}
	limit := askedMost
	if len(firsts) <= askedMost+fewMore {
		limit = 0
	}
	var out Listing
	out.Choices = inTurn(groups, limit)
	if crowded {
		byWorth(out.Choices)
	}
	out.More = unlisted(begins, groups, len(out.Choices))
	return out
}

// worth returns the worth of the best line, which is the first.
func (a *firstAnswer) worth() int {
	if a.waits {
		return a.guess
	}
	if len(a.choices) == 0 {
		return math.MinInt
	}
	return a.choices[0].Worth
}

// oneOf gathers first answers that belong together; the best first if only some can be
// shown.
func (l *lister) oneOf(list []*firstAnswer, ranked bool) *firstAnswer {
	out := &firstAnswer{}
	for _, f := range list {
		out.choices = append(out.choices, f.choices...)
		out.more += f.more
		out.capped = out.capped || f.capped
	}
	if ranked {
		out.choices = l.best(out.choices, len(out.choices), func(Found) string { return "" })
	}
	return out
}

// whyNone returns the refusal of the first value that could come next; nil if there is no such value, or if one
// is not forbidden by itself.
func whyNone(v engine.Verb, args engine.Args) *engine.Refusal {
	if len(args) >= len(v.Params) {
		return nil
	}
	d := v.Params[len(args)].In(args)
	members := d.Members()
	if members == nil {
		return nil
	}
	var first *engine.Refusal
	for m := range members {
		r, forbidden := engine.AsRefusal(d.Rule(m))
		if !forbidden {
			return nil
		}
		if first == nil {
			why := *r
			why.Line = engine.VerbText(v, append(args[:len(args):len(args)], m))
			first = &why
		}
	}
	return first
}

// listable reports whether the values that a verb still needs can be listed.
func listable(v engine.Verb, args engine.Args) bool {
	if len(args) >= len(v.Params) {
		return true
	}
	p := v.Params[len(args)]
	if p.Many != engine.One {
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
