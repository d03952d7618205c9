package engine

import "cmp"

// Mode is how to play the lines of a mail.
type Mode struct {
	Preview bool // nothing is kept, and nothing hidden is revealed
	Partial bool // legal lines of a group are played even if others are refused
	// After is the answers of the preceding lines, if a mail is played in pieces: Outcome.Answered.
	After Answered
	// Stop is called before each line; its error aborts the mail. nil: never.
	Stop func() error
}

// Verdict is the fate of one line.
type Verdict struct {
	Line    string // as sent
	State   LineState
	Result  *Result  // nil when refused or not looked at
	Refusal *Refusal // nil when accepted
	Group   int      // number of its group, of which all lines are played or none

	// Met is the game in which a refused line was tried, and Earlier the answers of the lines before it.
	Met     *Game
	Earlier Earlier
}

// LineState is the fate of a line of a mail in a word.
type LineState string

const (
	Refused LineState = ""        // its Refusal has the reason
	Played  LineState = "played"  // it was played
	Legal   LineState = "legal"   // legal but not played: in a preview, or with a refused line in its group
	Stopped LineState = "stopped" // legal up to something hidden that it would reveal
	Unread  LineState = "unread"  // not looked at: an earlier line stopped the mail
	Dropped LineState = "dropped" // without effect, which is no error: it ends a turn that has already ended, or the mail takes it back
)

// State returns the state of a line that has this result and is not played.
func (r *Result) State() LineState {
	if r.Stopped {
		return Stopped
	}
	return Legal
}

// Outcome is the fate of the lines of a mail.
type Outcome struct {
	Verdicts []Verdict
	Records  []*Record // of the groups that were played, in order
	Game     *Game     // after them; the original game if nothing was played
	Refused  bool      // some line was refused
	Reveals  bool      // a preview ended before something hidden
	Answered Answered  // answers up to the last accepted line

	shows bool // a line of the mail promised to reveal something hidden after it
}

// Play plays the lines of one mail of a seat. The game itself is not changed. A group of
// lines extends to the first that reveals something hidden; it stands or falls as a whole,
// unless Mode.Partial is set. Lines after a refused one are not looked at. The error is
// Mode.Stop's, or a bug in the title, never the player's mistake.
func (g *Game) Play(seat Seat, lines []string, m Mode) (*Outcome, error) {
	out := &Outcome{Game: g, Answered: m.After}
	for group := 0; len(out.Verdicts) < len(lines); group++ {
		rest := lines[len(out.Verdicts):]
		if out.Reveals || out.Refused && !m.Partial {
			for _, l := range rest {
				out.Verdicts = append(out.Verdicts, Verdict{Line: l, Group: group, State: Unread})
			}
			return out, nil
		}
		if err := out.group(seat, rest, group, m); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// working is a group being played.
type working struct {
	*Outcome
	on      *Game // the position the next line meets
	seat    Seat
	mode    Mode
	records []*Record
}

func (out *Outcome) group(seat Seat, lines []string, group int, m Mode) error {
	w := &working{Outcome: out, on: out.Game.Clone(), seat: seat, mode: m}
	for _, line := range lines {
		if m.Stop != nil {
			if err := m.Stop(); err != nil {
				return err
			}
		}
		v, err := w.line(line)
		if err != nil {
			return err
		}
		v.Group = group
		out.Verdicts = append(out.Verdicts, v)
		if v.Refusal != nil && !m.Partial {
			return nil
		}
		if v.Result != nil && (v.Result.Stopped || v.Result.Reveal) {
			break
		}
	}
	if !m.Preview && len(w.records) > 0 {
		out.Game, out.Records = w.on, append(out.Records, w.records...)
		for i := range out.Verdicts {
			if v := &out.Verdicts[i]; v.Group == group && v.State == Legal {
				v.State = Played
			}
		}
	}
	return nil
}

func (w *working) line(line string) (Verdict, error) {
	v := Verdict{Line: line}
	if w.Answered.AlreadyEnded(w.on.Pos, w.seat, line) {
		v.State = Dropped
		return v, nil
	}
	r, err := w.on.TryAfter(w.seat, line, w.mode.Preview, w.earlier())
	if err != nil {
		refusal, ok := AsRefusal(err)
		if !ok {
			return v, err
		}
		met := *w.on
		v.Refusal, v.Met, v.Earlier, w.Refused = refusal, &met, w.earlier(), true
		return v, nil
	}
	v.Result, v.State = r, r.State()
	w.Reveals = w.Reveals || r.Stopped
	w.shows, w.Answered = w.shows || r.Shows, w.Answered.Then(r)
	if !r.Stopped {
		w.records = append(w.records, w.on.Take(w.seat, r))
	}
	return v, nil
}

// Then returns the answers of a mail after one more line.
func (a Answered) Then(r *Result) Answered {
	now := r.Answered
	now.Shown, now.Span = a.Shown || r.Reveal, cmp.Or(now.Prompt.span(), a.Span)
	return now
}

func (w *working) earlier() Earlier {
	return Earlier{Shows: w.shows, Shown: w.Answered.Shown, Span: w.Answered.Span}
}
