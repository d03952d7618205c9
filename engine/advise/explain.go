package advise

import (
	"slices"

	"railpost/engine"
)

// Verdict is the fate of one line of a mail and, if it was refused, what may have been
// meant.
type Verdict struct {
	engine.Verdict
	Hint
}

// Hint is what may have been meant by a refused line.
type Hint struct {
	As    Reading  `json:",omitempty"`
	Guess string   `json:",omitempty"` // the line that replaced it while the rest was checked
	Asked *Asked   `json:",omitempty"` // it is refused because it is a question
	Near  []Choice `json:",omitempty"` // the legal lines among Refusal.Near, with their effects
}

// Reading is what a refused line counted as while the lines after it were checked.
type Reading string

const (
	Guessed Reading = "guessed"  // Guess, which may be another order
	Respelt Reading = "respelt"  // Guess, which corrects only the spelling
	Asking  Reading = "asking"   // nothing: Guess, which corrects only the spelling, is a question
	LeftOut Reading = "left-out" // nothing replaced it
	Unsure  Reading = "unsure"   // nothing: refused after a line that was guessed or left out, which may be the cause
)

// Same reports whether Guess corrects only the spelling of the line.
func (h Hint) Same() bool { return h.As == Respelt || h.As == Asking }

// Outcome is an engine.Outcome with its refusals explained.
type Outcome struct {
	engine.Outcome
	Verdicts []Verdict // of all lines: those after a refused one were checked, too
}

// mostNear limits the refused lines of a mail for which the nearest legal ones are searched: that is expensive.
const mostNear = 5

// Play plays the lines of one mail of a seat, as engine.Game.Play does, and explains those
// that are refused. Lines after a refused one are checked as if it had been its nearest
// legal line, or without it if none resembles it; they have no effect. The error is
// Mode.Stop's, or a bug in the title, never the player's mistake.
func Play(g *engine.Game, seat engine.Seat, lines []string, mode engine.Mode, words Words) (*Outcome, error) {
	played, err := g.Play(seat, lines, mode)
	if err != nil {
		return nil, err
	}
	out := &Outcome{Outcome: *played}
	m := &mail{seat: seat, mode: mode, words: words, out: out}
	for i, v := range played.Verdicts {
		if v.Refusal == nil {
			out.Verdicts = append(out.Verdicts, Verdict{Verdict: v})
			continue
		}
		m.on, m.earlier, m.rest = v.Met, v.Earlier, lines[i+1:]
		out.Verdicts = append(out.Verdicts, m.refuse(v))
		if !mode.Partial {
			return out, m.check(lines[i+1:], v.Group)
		}
	}
	return out, nil
}

// mail is a mail whose refusals are being explained.
type mail struct {
	out     *Outcome
	seat    engine.Seat
	mode    engine.Mode
	words   Words
	on      *engine.Game // the position the line meets
	earlier engine.Earlier
	refused int          // refusals so far
	unsure  bool         // a refused line was replaced by another order, or by none
	sure    *engine.Game // the game before the first such line
	rest    []string     // lines after this one
}

// check plays the lines of a group after a refused one without changing anything.
func (m *mail) check(lines []string, group int) error {
	for i, line := range lines {
		m.rest = lines[i+1:]
		if m.mode.Stop != nil {
			if err := m.mode.Stop(); err != nil {
				return err
			}
		}
		v, err := m.line(line)
		if err != nil {
			return err
		}
		v.Group = group
		m.out.Verdicts = append(m.out.Verdicts, v)
		if v.Result != nil && v.Result.Stopped {
			m.out.Reveals = true
			for _, line := range m.rest {
				m.out.Verdicts = append(m.out.Verdicts, Verdict{Verdict: engine.Verdict{Line: line, Group: group + 1, State: engine.Unread}})
			}
			return nil
		}
	}
	return nil
}

// line checks one of them.
func (m *mail) line(line string) (Verdict, error) {
	v := engine.Verdict{Line: line}
	if m.out.Answered.AlreadyEnded(m.on.Pos, m.seat, line) {
		v.State = engine.Dropped
		return Verdict{Verdict: v}, nil
	}
	r, err := m.on.TryAfter(m.seat, line, true, m.earlier)
	if err == nil {
		v.Result, v.State = r, r.State()
		m.take(r)
		return Verdict{Verdict: v}, nil
	}
	no, ok := engine.AsRefusal(err)
	if !ok {
		return Verdict{Verdict: v}, err
	}
	v.Refusal = no
	return m.refuse(v), nil
}

// take continues after a legal line; one that was stopped changes nothing.
func (m *mail) take(r *engine.Result) {
	m.earlier.Shows = m.earlier.Shows || r.Shows
	m.out.Answered = m.out.Answered.Then(r)
	m.earlier.Shown, m.earlier.Span = m.out.Answered.Shown, m.out.Answered.Span
	if !r.Stopped {
		m.on = m.on.After(r)
	}
}

// try plays a line at this point. A bug in the title counts as a line that is not
// understood.
func (m *mail) try(line string) (*engine.Result, *engine.Refusal) {
	r, err := m.on.TryAfter(m.seat, line, true, m.earlier)
	if err == nil {
		return r, nil
	}
	if no, ok := engine.AsRefusal(err); ok {
		return nil, m.explained(no)
	}
	return nil, &engine.Refusal{Kind: engine.NotUnderstood}
}

// refuse finds out what a refused line may have meant, and continues with that, or without the line.
func (m *mail) refuse(refused engine.Verdict) Verdict {
	m.out.Refused = true
	r := m.explained(refused.Refusal)
	refused.Refusal = r
	v := Verdict{Verdict: refused}
	if m.unsure && !m.isQuestion(r) && (r.Kind != engine.NotUnderstood || m.understood(v.Line)) {
		v.As = Unsure
		return v
	}
	if !m.unsure {
		m.sure = m.on
	}
	m.refused++
	if m.refused <= mostNear {
		v.Asked = m.answer(r)
	}
	if v.Asked != nil {
		if !m.mode.Partial {
			v.As, m.unsure = LeftOut, true
		}
		return v
	}
	var near []nearLine
	same, like := 0, 0
	if m.refused <= mostNear && !slices.Contains([]engine.Code{notNow, engine.OtherTurn, engine.OtherHead}, r.Code) {
		near, same, like = m.near(v.Line, r)
	}
	r.Far = len(near) > 0 && like == 0
	for _, n := range near {
		r.Near = append(r.Near, n.line)
	}
	v.Near = m.proposed(r.Near)
	if m.mode.Partial {
		return v
	}
	v.As, v.Guess = m.guess(near[:like], same)
	m.unsure = m.unsure || v.As != Respelt
	return v
}

// Try is engine.Game.Try with its refusal explained.
func Try(g *engine.Game, seat engine.Seat, line string, dry bool, words Words) (*engine.Result, error) {
	r, err := g.Try(seat, line, dry)
	if no, ok := engine.AsRefusal(err); ok {
		m := &mail{on: g, seat: seat, words: words}
		return nil, m.explained(no)
	}
	return r, err
}
