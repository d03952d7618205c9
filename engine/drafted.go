package engine

import "errors"

// Draft is a line as far as it is written, after whole answers that were carried out on a copy. It is for input
// that builds a line word by word.
type Draft struct {
	at    *Tx
	line  *partial // nil: empty
	shown bool     // the last answer would reveal something hidden: the line ends there
}

// Write returns an empty draft of a line of tx.Seat.
func Write(tx *Tx) *Draft { return &Draft{at: tx} }

// Pos returns the position after the answers; it must not be changed.
func (b *Draft) Pos() Position { return b.at.Pos }

// Verbs returns the verbs that can continue the line, without values.
func (b *Draft) Verbs() []Answer {
	if b.shown {
		return nil
	}
	return OpenVerbs(b.at, OpenPrompts(b.at.Pos, b.at.Seat, b.line == nil))
}

// With returns the beginning with another answer. The error is a *Refusal.
func (b *Draft) With(a Answer) (*Draft, error) {
	next := &Draft{at: b.at.branch(), line: &partial{before: b.line, Answer: a}}
	next.at.acts = append(next.at.acts, Act{a.Verb.Name, a.Args})
	err := a.Verb.Do(next.at, a.Args)
	if errors.Is(err, ErrRevealAhead) {
		next.shown, err = true, nil
	}
	return next, err
}

// Text returns the line so far; open brackets stay open.
func (b *Draft) Text() string {
	out, _ := b.line.spelled()
	return string(out.b)
}

// Before returns the line so far with the sign that precedes an answer to a prompt.
func (b *Draft) Before(p Prompt) string {
	out, _ := b.line.spelled()
	out.sign(p)
	return string(out.b)
}

// Line returns the whole line if it may end here; "" if it may not.
func (b *Draft) Line() string {
	if b.line == nil {
		return ""
	}
	if !b.shown {
		end := b.at.branch()
		if err := end.Pos.Settle(end); err != nil && !errors.Is(err, ErrRevealAhead) {
			return ""
		}
	}
	out, _ := b.line.spelled()
	return out.String()
}

// CanContinue reports whether a legal line continues with an answer, and how many answers were tried to find out: no
// more than most.
func (b *Draft) CanContinue(a Answer, most int) (ok bool, tried int) {
	s := Search{Budget: most, Late: true, Yield: func(Choice) bool { ok = true; return false }}
	s.Lines(b.at, a)
	return ok, most - s.Budget
}
