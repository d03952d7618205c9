package engine

import (
	"errors"
	"iter"
)

// Search walks the legal lines of a seat depth first, answer by answer, through the open
// prompts. One walk serves the check that an order can be completed, the list of legal
// lines, the nearest lines and the random player.
type Search struct {
	// Budget limits the answers that are tried; each takes five to fifty microseconds, depending on the title.
	Budget int
	// Yield is called with each legal line; false ends the search.
	Yield func(Choice) bool
	// Skip reports whether to leave out answers with a verb; nil: none.
	Skip func(Position, Verb) bool
	// Rank sorts the answers to try after the part of the line already written; nil: in
	// their order.
	Rank func(written string, list []Answer) []Answer
	// Onward reports whether to examine longer lines before one that may end here; nil: never.
	Onward func() bool
	// Enough reports whether no more lines with this second answer are wanted after the same
	// first one; nil: never.
	Enough func(second string) bool
	// Late: a Choice may lack Line, First and Reports until it is completed. It is for a search that drops most
	// of its results; only such searches share an Explored.
	Late bool

	Spent   bool // the budget ran out
	Stopped bool // Yield ended the search

	from *Tx // where the lines of a late search begin: they are played without reports
}

// Choice is one complete legal line.
type Choice struct {
	Line    string
	First   string // its first answer, as "place black-1"
	Acts    []Act
	Reports []Report
	After   Position
	// Stopped: the line reveals something hidden. Reports and After are the state before it.
	Stopped bool

	line *partial
	from *Tx // where the line begins; nil if Reports is complete
}

// Spell works out Line and First of a Choice of a late search.
func (c *Choice) Spell() {
	if c.Line == "" && c.line != nil {
		out, first := c.line.spelled()
		c.Line, c.First = out.String(), first
	}
}

// Second returns the second answer of the line; "" if there is none.
func (c *Choice) Second() string { return c.line.second() }

// Complete computes the missing parts of a Choice of a late search.
func (c *Choice) Complete() {
	c.Spell()
	if c.from == nil {
		return
	}
	tx := c.from.branch()
	if c.line.replay(tx) == nil {
		_ = tx.Pos.Settle(tx) // it is known to be legal
	}
	c.Reports, c.from = tx.reports, nil
}

// partial is the beginning of a line: its last answer and those before it; nil for none. Only lines that are
// yielded are spelled.
type partial struct {
	before *partial
	Answer
	text string // text of the answer, once it is spelled
}

// replay carries out the answers of a line.
func (l *partial) replay(tx *Tx) error {
	if l.before != nil {
		if err := l.before.replay(tx); err != nil {
			return err
		}
	}
	return l.Verb.Do(tx, l.Args)
}

// second returns the second answer of a line as lists show it; "" if there is none.
func (l *partial) second() string {
	if l.before == nil {
		return ""
	}
	for l.before.before != nil {
		l = l.before
	}
	if l.text == "" {
		l.text = l.Text()
	}
	return l.text
}

// spelled returns the text of the beginning, and its first answer.
func (l *partial) spelled() (out *spelling, first string) {
	if l == nil || l.Asked == nil {
		return &spelling{begun: l != nil}, ""
	}
	out, first = l.before.spelled()
	if l.text == "" {
		l.text = l.Text()
	}
	out.answer(l.Prompt, l.text)
	if first == "" {
		first = l.text
	}
	return out, first
}

// Lines tries all lines that begin with answer a to the question to tx.Seat.
func (s *Search) Lines(tx *Tx, a Answer) {
	if !s.Late {
		s.from = nil
		s.try(&point{tx: tx}, nil, a, nil)
		return
	}
	s.from = tx
	s.try(&point{tx: tx, in: tx.found}, nil, a, a.to)
}

// walk tries every answer at this point of a line.
func (s *Search) walk(at *point, line *partial) {
	if s.Stopped || s.Spent {
		return
	}
	open, last := at.verbs()
	if last {
		s.end(at, line)
		return
	}
	onward := s.Onward != nil && s.Onward()
	if !onward {
		s.end(at, line)
	}
	for a, to := range s.answers(at, open, line) {
		if s.Stopped || s.Spent || s.enough(line) {
			break
		}
		s.try(at, line, a, to)
	}
	if onward && !s.Stopped {
		s.end(at, line)
	}
}

func (s *Search) enough(line *partial) bool {
	return s.Enough != nil && line != nil && line.before != nil && s.Enough(line.second())
}

// end yields the line if it may end here.
func (s *Search) end(at *point, line *partial) {
	tx, err := at.settle()
	if err == nil || errors.Is(err, ErrRevealAhead) {
		s.tell(tx, line, err != nil)
	}
}

func (s *Search) tell(tx *Tx, line *partial, stopped bool) {
	c := Choice{Acts: tx.acts, Reports: tx.reports, After: tx.Pos, Stopped: stopped, line: line}
	if s.Late {
		c.from = s.from
	} else {
		c.Spell()
	}
	if !s.Yield(c) {
		s.Stopped = true
	}
}

// try plays an answer up to the point after it; it uses a known point, or keeps a new one there.
func (s *Search) try(at *point, line *partial, a Answer, to *point) {
	if s.Budget--; s.Budget < 0 {
		s.Spent = true
		return
	}
	if to != nil && to.tx != nil {
		line = &partial{before: line, Answer: a}
	} else {
		next := s.carryOut(at, line, a)
		if line = &next.line; to != nil && at.in.keeps() {
			next.at.in = at.in
			*to = next.at
		} else {
			to = &next.at
		}
	}
	switch {
	case errors.Is(to.err, ErrRevealAhead):
		// Nothing can be explored after the reveal; the line so far is legal.
		s.tell(to.tx, line, true)
	case to.err == nil:
		s.walk(to, line)
	}
}

// trial holds everything for trying an answer, in one allocation.
type trial struct {
	line partial
	at   point
	tx   Tx
	act  [1]Act
}

// carryOut carries out an answer on a copy.
func (s *Search) carryOut(at *point, line *partial, a Answer) *trial {
	t := &trial{line: partial{before: line, Answer: a}}
	at.tx.branchTo(&t.tx)
	t.tx.silent = t.tx.silent || s.from != nil
	if len(t.tx.acts) == 0 {
		t.tx.acts = t.act[:0]
	}
	t.tx.acts = append(t.tx.acts, Act{a.Verb.Name, a.Args})
	t.at.tx, t.at.err = &t.tx, a.Verb.Do(&t.tx, a.Args)
	return t
}

// answers yields the answers whose values satisfy every rule of their domains, and where to keep the point
// after each.
func (s *Search) answers(at *point, open []opening, line *partial) iter.Seq2[Answer, *point] {
	return func(yield func(Answer, *point) bool) {
		var list []Answer
		for i := range open {
			o := &open[i]
			if s.Skip != nil && s.Skip(at.tx.Pos, o.Verb) {
				continue
			}
			for a := range o.answers(at.in != nil) {
				if s.Rank != nil {
					list = append(list, a)
				} else if !yield(a, a.to) {
					return
				}
			}
		}
		if s.Rank != nil {
			out, _ := line.spelled()
			for _, a := range s.Rank(string(out.b), list) {
				if !yield(a, a.to) {
					return
				}
			}
		}
	}
}

// Complete enumerates a with all legal values for the parameters it lacks.
func (a Answer) Complete() iter.Seq[Answer] {
	if a.of != nil && len(a.Args) == 0 {
		return a.of.answers(true)
	}
	return func(yield func(Answer) bool) {
		a.Nth = -1
		walkArgs(a.Verb, a.Args, func(args Args) bool {
			a.Args = args
			a.Nth++
			return yield(a)
		})
	}
}

// walkArgs yields args with all legal values for the parameters that they lack.
func walkArgs(v Verb, args Args, yield func(Args) bool) bool {
	if len(args) == len(v.Params) {
		return yield(args)
	}
	w := &argsWalk{params: v.Params, yield: yield}
	return w.rest(append(make(Args, 0, len(v.Params)), args...))
}

// argsWalk is a walkArgs under way.
type argsWalk struct {
	params []Param
	yield  func(Args) bool
	room   Args // for the next copies: many are allocated together
	copies int  // number of copies in the last room
}

// mostCopies bounds the copies that one kept copy retains with it.
const mostCopies = 32

func (w *argsWalk) copy(args Args) Args {
	if len(w.room) == 0 {
		w.copies = min(mostCopies, max(1, 2*w.copies))
		w.room = make(Args, w.copies*len(args))
	}
	n := copy(w.room, args)
	out := w.room[:n:n]
	w.room = w.room[n:]
	return out
}

// rest is walkArgs using args as scratch space: only yielded values are copied.
func (w *argsWalk) rest(args Args) bool {
	if len(args) == len(w.params) {
		return w.yield(w.copy(args))
	}
	p := &w.params[len(args)]
	if p.Many != One && !w.rest(append(args, nil)) {
		return false
	}
	d := p.In(args)
	members := d.Members()
	if members == nil {
		return true
	}
	for m := range members {
		if !Allows(d, m) {
			continue
		}
		value := m
		if p.Many == Many {
			value = []Value{m}
		}
		if !w.rest(append(args, value)) {
			return false
		}
	}
	return true
}

// completeBudget limits the search of Completable.
const completeBudget = 4_000

// Completable reports whether the open questions of tx's line can be answered so that the
// line may end. tx itself is not changed. A search that exhausts its budget counts as
// completable: better to let an order be tried than to refuse a legal one.
func Completable(tx *Tx) bool {
	ok := false
	s := &Search{Budget: completeBudget, Yield: func(Choice) bool { ok = true; return false }}
	probe := tx.branch()
	probe.silent = true
	s.walk(&point{tx: probe}, &partial{})
	return ok || s.Spent
}

// mostKept bounds the memory of a position that is explored: each point holds another.
const mostKept = 1500

// of returns e for the seat that searched first; nil for another seat.
func (e *Explored) of(seat Seat) *Explored {
	if e == nil || e.asked && e.seat != seat {
		return nil
	}
	e.seat = seat
	return e
}

func (e *Explored) keeps() bool {
	if e == nil || e.kept == mostKept {
		return false
	}
	e.kept++
	return true
}

// answers yields the answers that satisfy every rule; keep: remember them.
func (o *opening) answers(keep bool) iter.Seq[Answer] {
	return func(yield func(Answer) bool) {
		if keep && !o.listed {
			o.listed = true
			walkArgs(o.Verb, nil, func(args Args) bool {
				o.list = append(o.list, Answer{Asked: o.Asked, Args: args, Nth: len(o.list)})
				return true
			})
			to := make([]point, len(o.list))
			for i := range o.list {
				o.list[i].to = &to[i]
			}
		}
		if o.listed {
			for _, a := range o.list {
				if !yield(a) {
					return
				}
			}
			return
		}
		o.Complete()(yield)
	}
}

func openings(verbs []Answer) []opening {
	out := make([]opening, len(verbs))
	for i, v := range verbs {
		out[i].Answer = v
	}
	return out
}

// verbs returns the verbs that can continue a line here; last reports that there are none.
func (p *point) verbs() (open []opening, last bool) {
	if !p.asked {
		p.asked = true
		prompts := choices(p.tx.Pos, p.tx.Seat, false)
		p.last = len(prompts) == 0
		p.open = openings(OpenVerbs(p.tx, prompts))
	}
	return p.open, p.last
}

// settle ends the line here, on a copy if it can also continue.
func (p *point) settle() (*Tx, error) {
	if p.settled == nil {
		p.settled = p.tx
		if b, ok := p.tx.Pos.(Binding); ok && b.MustGoOn() {
			p.settledErr = errOpen
			return p.settled, p.settledErr
		}
		if !p.last {
			p.settled = p.tx.branch()
		}
		p.settledErr = p.settled.Pos.Settle(p.settled)
	}
	return p.settled, p.settledErr
}

// errOpen says that a line must go on; a search drops it.
var errOpen = errors.New("engine: a question of the line is open")

// Firsts returns the verbs that can answer the question to tx.Seat, without values.
func Firsts(tx *Tx) []Answer {
	e := tx.found
	if e == nil {
		return OpenVerbs(tx, OpenPrompts(tx.Pos, tx.Seat, true))
	}
	if !e.asked {
		e.asked, e.first = true, openings(OpenVerbs(tx, OpenPrompts(tx.Pos, tx.Seat, true)))
	}
	out := make([]Answer, len(e.first))
	for i := range e.first {
		out[i] = e.first[i].Answer
		out[i].of = &e.first[i]
	}
	return out
}

// Look returns a Tx of a position itself, to search the possible answers of a seat: a search tries answers on copies.
func Look(pos Position, seat Seat) *Tx {
	tx := &Tx{Pos: pos, Seat: seat, dry: true}
	if e, ok := pos.(Memoized); ok {
		tx.found = e.Explored().of(seat)
	}
	return tx
}
