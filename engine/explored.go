package engine

import "iter"

// Explored keeps what searches find of a position that is not changed any more, so that the
// list of a letter and its usual turn try each answer once.
type Explored struct {
	first []opening // the answers that lines may begin with
	asked bool
	seat  Seat // of the first search
	kept  int  // points
}

// mostKept bounds the memory of a position that is explored: each point holds another.
const mostKept = 1500

// of returns e for the seat that asks first; nil for another.
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

// opening is a verb that can answer, and its answers once they are known.
type opening struct {
	Answer
	listed bool
	list   []Answer
}

// answers yields the answers that satisfy every rule; keep: for later, too.
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

// point is where the answers of a line lead.
type point struct {
	tx  *Tx
	err error // of the last answer

	asked bool
	open  []opening
	last  bool // nothing is asked: the line ends here

	settled    *Tx // if the line ends here
	settledErr error

	in *Explored // what keeps the points after this one; nil: nothing does
}

// verbs returns those that can go on a line here; last reports that none can.
func (p *point) verbs() (open []opening, last bool) {
	if !p.asked {
		p.asked = true
		prompts := choices(p.tx.Pos, p.tx.Seat, false)
		p.last = len(prompts) == 0
		p.open = openings(OpenVerbs(p.tx, prompts))
	}
	return p.open, p.last
}

// settle ends the line here, on a copy if it can also go on.
func (p *point) settle() (*Tx, error) {
	if p.settled == nil {
		if p.settled = p.tx; !p.last {
			p.settled = p.tx.branch()
		}
		p.settledErr = p.settled.Pos.Settle(p.settled)
	}
	return p.settled, p.settledErr
}

// Firsts returns the verbs that can answer what is asked of tx.Seat, without values.
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
