package engine

import (
	"errors"
	"iter"
)

// How much work a search may do. One step is one answer tried; a step costs
// from five to fifty microseconds, by title.
const (
	listBudget     = 60_000 // all legal lines, at a player's request
	letterBudget   = 6_000  // some lines for each first answer
	leastBudget    = 60     // of the above for one first answer at least
	completeBudget = 4_000
)

// search walks the legal lines of a seat depth first, answer by answer, through
// the open prompts: the same walk serves the list of legal lines, the choices
// of a letter, the nearest lines and the question whether an order can be completed.
type search struct {
	budget int
	rank   func(out *spelling, list []candidate) []candidate // in which order answers are tried; nil: as they stand
	onward func() bool                                       // go on before the line ends where it could; nil: never
	enough func(path) bool                                   // no more lines with this beginning are wanted; nil: never
	yield  func(found) bool                                  // false stops the search
	spent  bool                                              // the budget ran out
	stop   bool
}

// path is how a line begins: verb and values of its first two answers.
type path struct {
	first  string
	second string
	verb   string // of the second answer
}

// with is the path behind one more answer.
func (p path) with(c candidate, text string) path {
	switch {
	case p.first == "":
		p.first = text
	case p.second == "":
		p.second, p.verb = text, c.verb.Name
	}
	return p
}

// found is one complete line.
type found struct {
	line    string
	path    path
	tx      *Tx
	stopped bool // the line shows something hidden: tx is as it was before
}

// walk tries every answer at the present place of a line; tx is used up.
func (s *search) walk(tx *Tx, out *spelling, at path) {
	if s.stop || s.spent {
		return
	}
	begun := at.first != ""
	prompts := open(tx.Pos, tx.Seat, !begun)
	if begun && len(prompts) == 0 {
		s.end(tx, out, at)
		return
	}
	onward := begun && s.onward != nil && s.onward()
	if begun && !onward {
		s.end(tx.branch(), out, at)
	}
	list := answers(tx, prompts)
	if s.rank != nil {
		list = s.rank(out, list)
	}
	for _, c := range list {
		if s.stop || s.spent || s.enough != nil && at.second != "" && s.enough(at) {
			break
		}
		c.begun = begun
		s.try(tx, out, at, c)
	}
	if onward && !s.stop {
		s.end(tx, out, at)
	}
}

// end reports the line if it may end here; tx is used up.
func (s *search) end(tx *Tx, out *spelling, at path) {
	err := tx.Pos.Settle(tx)
	if err == nil || errors.Is(err, ErrRevealAhead) {
		s.tell(found{out.clone().String(), at, tx, err != nil})
	}
}

func (s *search) tell(f found) {
	if !s.yield(f) {
		s.stop = true
	}
}

func (s *search) try(tx *Tx, out *spelling, at path, c candidate) {
	if s.budget--; s.budget < 0 {
		s.spent = true
		return
	}
	next := tx.branch()
	text := VerbText(c.verb, c.args)
	written := out.clone()
	written.answer(c.prompt, text)
	at = at.with(c, text)
	next.acts = append(next.acts, Act{c.verb.Name, c.args})
	err := c.again(next).Do(next, c.args)
	switch {
	case errors.Is(err, ErrRevealAhead):
		// What is behind the reveal cannot be looked at; the line so far is legal.
		s.tell(found{written.String(), at, next, true})
	case err == nil:
		s.walk(next, written, at)
	}
}

// branch is a dry copy of a Tx that keeps what was reported.
func (tx *Tx) branch() *Tx {
	return &Tx{Pos: tx.Pos.Clone(), Seat: tx.Seat, adviser: tx.adviser, dry: true, shows: tx.shows, before: tx.before, public: tx.public, acts: tx.acts[:len(tx.acts):len(tx.acts)], reports: tx.reports[:len(tx.reports):len(tx.reports)]}
}

// candidate is one answer that the domains allow.
type candidate struct {
	prompt Prompt
	verb   Verb
	args   Args
	place  [2]int // index of prompt and verb, to find them again on a copy
	begun  bool
}

// again finds the verb among the prompts of a copy of the position, whose
// closures are bound to that copy.
func (c candidate) again(tx *Tx) Verb {
	return open(tx.Pos, tx.Seat, !c.begun)[c.place[0]].Verbs[c.place[1]]
}

// answers lists the answers whose values keep every rule of their domains.
func answers(tx *Tx, prompts []Prompt) []candidate {
	var list []candidate
	for _, c := range listed(tx, prompts) {
		list = c.withArgs(list)
	}
	return list
}

// listed are the verbs that can be listed, without values.
func listed(tx *Tx, prompts []Prompt) []candidate {
	var list []candidate
	for i, p := range prompts {
		for j, v := range p.Verbs {
			if v.Not == nil && !v.Quiet && !(v.Later && tx.shows) {
				list = append(list, candidate{prompt: p, verb: v, place: [2]int{i, j}})
			}
		}
	}
	return list
}

// withArgs adds c with all its legal values to list.
func (c candidate) withArgs(list []candidate) []candidate {
	for args := range legalArgs(c.verb, nil) {
		c.args = args
		list = append(list, c)
	}
	return list
}

// legalArgs enumerates the values of a verb's parameters from the given ones on.
func legalArgs(v Verb, args Args) iter.Seq[Args] {
	return func(yield func(Args) bool) { walkArgs(v, args, yield) }
}

func walkArgs(v Verb, args Args, yield func(Args) bool) bool {
	if len(args) == len(v.Params) {
		return yield(append(Args{}, args...))
	}
	p := v.Params[len(args)]
	if p.Many != One && !walkArgs(v, append(args[:len(args):len(args)], nil), yield) {
		return false
	}
	d := p.In(args)
	members := d.Members()
	if members == nil {
		return true
	}
	for m := range members {
		if d.Rule(m) != nil {
			continue
		}
		value := m
		if p.Many == Many {
			value = []Value{m}
		}
		if !walkArgs(v, append(args[:len(args):len(args)], value), yield) {
			return false
		}
	}
	return true
}

// Completable says whether the questions that stand open in tx's line can be
// answered so that the line may end. tx itself is not changed. A search that
// ran out of its budget counts as completable: better to let an order be tried
// than to refuse a legal one.
func Completable(tx *Tx) bool {
	ok := false
	s := &search{budget: completeBudget, yield: func(found) bool { ok = true; return false }}
	s.walk(tx.branch(), &spelling{begun: true}, path{first: "-"})
	return ok || s.spent
}
