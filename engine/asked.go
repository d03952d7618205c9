package engine

import "strings"

// Asked answers an order that asks what there is: one that breaks off where a verb
// with Verb.Asks needs a value, or one whose rule has set Near of a refusal of kind
// Unanswered. Nothing is played.
type Asked struct {
	Listing          // the legal lines with which the order could go on; the rule's own ones
	Before  Position // the seat's view in which they are legal
	Begins  string   // how the lines of the Listing begin; "" where a rule has named them
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
			out.Choices = append(out.Choices, Choice{Line: r.Said, First: r.Said, Reports: r.Reports, After: r.Pos, Stopped: r.Stopped})
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
	out.Listing = listFirsts(tx, firsts)
	return out
}

// listFirsts lists lines behind some first answers of one verb: those that lead to
// the highest Worth where there are too many.
func listFirsts(tx *Tx, firsts []candidate) Listing {
	var behind []*firstAnswer
	budget := letterBudget
	for i, c := range firsts {
		f := &firstAnswer{most: askedPerFirst}
		budget -= f.search(tx, c, max(leastBudget, budget/(len(firsts)-i)))
		behind = append(behind, f)
	}
	var out Listing
	if len(behind) > askedMost {
		behind, out.More = worthMost(tx.Seat, behind, askedMost)
	}
	out.Choices = inTurn(behind, 0)
	for _, f := range behind {
		out.More += f.more
		out.Capped = out.Capped || f.capped
	}
	return out
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
