package engine

import (
	"errors"
	"iter"
	"strings"
)

// How much work a search may do. One step is one answer tried.
const (
	listBudget     = 60_000
	completeBudget = 4_000
)

// search walks the legal lines of a seat depth first, answer by answer, through
// the open prompts: the same walk serves the list of legal lines, the choices
// of a letter and the question whether an order can be completed.
type search struct {
	seat   Seat
	budget int
	order  func(n int) []int // in which order n alternatives are tried; nil: as they stand
	yield  func(found) bool  // false stops the search
	spent  bool              // the budget ran out
	stop   bool
}

// found is one complete line.
type found struct {
	line  string
	first string // verb and values of the first answer
	tx    *Tx
}

// walk tries every answer at the present place of a line.
func (s *search) walk(tx *Tx, out *spelling, first string) {
	if s.stop || s.spent {
		return
	}
	begun := first != ""
	if begun && s.ends(tx, out, first) {
		return
	}
	for _, c := range s.ordered(answers(tx, begun)) {
		if s.stop || s.spent {
			return
		}
		s.try(tx, out, first, c)
	}
}

// ends reports a line that may end here. It is true when nothing can follow.
func (s *search) ends(tx *Tx, out *spelling, first string) bool {
	end := tx.branch()
	err := end.Pos.Settle(end)
	if err == nil || errors.Is(err, ErrRevealAhead) {
		if !s.yield(found{out.clone().String(), first, end}) {
			s.stop = true
		}
	}
	return len(open(tx.Pos, tx.Seat, false)) == 0
}

func (s *search) try(tx *Tx, out *spelling, first string, c candidate) {
	if s.budget--; s.budget < 0 {
		s.spent = true
		return
	}
	next := tx.branch()
	text := VerbText(c.verb, c.args)
	written := out.clone()
	written.answer(c.prompt, text)
	if first == "" {
		first = text
	}
	err := c.again(next).Do(next, c.args)
	switch {
	case errors.Is(err, ErrRevealAhead):
		// What is behind the reveal cannot be looked at; the line so far is legal.
		if !s.yield(found{written.String(), first, next}) {
			s.stop = true
		}
	case err == nil:
		s.walk(next, written, first)
	}
}

func (s *search) ordered(list []candidate) []candidate {
	if s.order == nil {
		return list
	}
	out := make([]candidate, 0, len(list))
	for _, i := range s.order(len(list)) {
		out = append(out, list[i])
	}
	return out
}

// branch is a dry copy of a Tx that keeps what was reported.
func (tx *Tx) branch() *Tx {
	return &Tx{Pos: tx.Pos.Clone(), Seat: tx.Seat, dry: true, shows: tx.shows, reports: tx.reports[:len(tx.reports):len(tx.reports)]}
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
func answers(tx *Tx, begun bool) []candidate {
	var list []candidate
	for i, p := range open(tx.Pos, tx.Seat, !begun) {
		for j, v := range p.Verbs {
			if v.Not != nil || v.Later && tx.shows {
				continue
			}
			for args := range legalArgs(v, nil) {
				list = append(list, candidate{p, v, args, [2]int{i, j}, begun})
			}
		}
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
	s := &search{seat: tx.Seat, budget: completeBudget, yield: func(found) bool { ok = true; return false }}
	s.walk(tx.branch(), &spelling{begun: true}, "-")
	return ok || s.spent
}

// Choice is one complete legal line.
type Choice struct {
	Line    string
	First   string // its first answer, as "place black-1"
	Reports []Report
	After   Position
}

// Listing is a list of legal lines.
type Listing struct {
	Choices []Choice
	More    int  // legal lines found and not listed
	Capped  bool // the search ended before all were found
}

// List lists legal lines of a seat: at most perFirst for each first answer and
// at most limit in all (0: no limit). prefix keeps the lines whose first
// answer begins with it ("" all). Lines that lead to the same position are
// listed once, by the first found.
func List(p Position, seat Seat, prefix string, perFirst, limit int) Listing {
	return list(Trial(p, seat), prefix, perFirst, limit)
}

func list(tx *Tx, prefix string, perFirst, limit int) Listing {
	var out Listing
	want := squeeze(prefix)
	for _, c := range answers(tx, false) {
		text := VerbText(c.verb, c.args)
		if !strings.HasPrefix(squeeze(text), want) {
			continue
		}
		listFirst(&out, tx, c, perFirst, limit)
	}
	return out
}

func listFirst(out *Listing, tx *Tx, c candidate, perFirst, limit int) {
	seen := map[string]bool{}
	n := 0
	s := &search{seat: tx.Seat, budget: listBudget}
	if perFirst > 0 {
		s.budget = completeBudget
	}
	s.yield = func(f found) bool {
		key := string(Encode(f.tx.Pos))
		if seen[key] {
			return true
		}
		seen[key] = true
		n++
		if perFirst > 0 && n > perFirst || limit > 0 && len(out.Choices) >= limit {
			out.More++
			return perFirst == 0 || n < 20*perFirst
		}
		out.Choices = append(out.Choices, Choice{Line: f.line, First: f.first, Reports: f.tx.reports, After: f.tx.Pos})
		return true
	}
	s.try(tx, &spelling{}, "", c)
	if s.spent || s.stop {
		out.Capped = true
	}
}
