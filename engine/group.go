package engine

import "strings"

// Mode is how the lines of a mail are to be worked out.
type Mode struct {
	Preview bool // nothing is kept, and nothing hidden is shown
	Partial bool // the good lines of a group stand although others are refused
}

// Verdict is what became of one line.
type Verdict struct {
	Line    string   // as given
	Result  *Result  // nil when refused or not looked at
	Refusal *Refusal // nil when accepted
	Group   int      // lines of one group stand or fall together
	Unread  bool     // not looked at: a preview or a check ended before it
	Guess   string   // the refused line was taken for this one while the rest was checked
}

// Outcome is what became of the lines of a mail.
type Outcome struct {
	Verdicts []Verdict
	Records  []*Record // of the groups that stand, in order
	Game     *Game     // after them; the game itself when nothing stands
	Refused  bool      // some line was refused
	Reveals  bool      // a preview ended before something hidden

	shows   bool // a line of the mail has promised to show something hidden after it
	refused int  // lines refused
}

// mostNear is for how many refused lines of a mail the nearest legal ones are
// looked for: the search is dear.
const mostNear = 5

// Play works out the lines of one mail of a seat. The game itself is not
// changed. Lines form a group up to the first that shows something hidden; a
// group stands as a whole or not at all, unless Mode.Partial. Lines behind a
// refused one are checked as if it had been its nearest legal line, without
// effect. The error is a fault of the title, not of the player.
func (g *Game) Play(seat Seat, lines []string, m Mode) (*Outcome, error) {
	out := &Outcome{Game: g}
	for group := 0; len(out.Verdicts) < len(lines); group++ {
		rest := lines[len(out.Verdicts):]
		if out.Reveals || out.Refused && !m.Partial {
			for _, l := range rest {
				out.Verdicts = append(out.Verdicts, Verdict{Line: l, Group: group, Unread: true})
			}
			return out, nil
		}
		if err := out.group(seat, rest, group, m); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (out *Outcome) group(seat Seat, lines []string, group int, m Mode) error {
	w := out.Game.Clone()
	var records []*Record
	failed := false
	for _, line := range lines {
		v := Verdict{Line: line, Group: group}
		r, err := w.try(seat, line, m.Preview || failed, out.shows)
		if err != nil {
			refusal, ok := AsRefusal(err)
			if !ok {
				return err
			}
			v.Refusal = refusal
			if out.refused++; out.refused <= mostNear {
				refusal.Near = nearestLines(out.trial(w, seat), meantBy(line, refusal), 3)
			}
			out.Refused = true
			if !m.Partial {
				failed = true
				v.Guess = out.guess(w, seat, refusal.Near)
			}
			out.Verdicts = append(out.Verdicts, v)
			continue
		}
		v.Result = r
		out.shows = out.shows || r.Shows
		out.Verdicts = append(out.Verdicts, v)
		if r.Stopped {
			out.Reveals = true
			break
		}
		records = append(records, w.Take(seat, r))
		if r.Reveal {
			break
		}
	}
	if !failed && !m.Preview && len(records) > 0 {
		out.Game, out.Records = w, append(out.Records, records...)
	}
	return nil
}

// meantBy is a refused line without the courtesy behind its order, which would
// lead the search for what is like it astray.
func meantBy(line string, r *Refusal) string {
	if r.Why.Key != "engine.courtesy" || r.Column < 1 {
		return line
	}
	return strings.TrimSpace(string([]rune(line)[:r.Column-1]))
}

// guess goes on as if the nearest legal line had been given.
func (out *Outcome) guess(w *Game, seat Seat, near []string) string {
	for _, line := range near {
		if r, err := w.try(seat, line, true, out.shows); err == nil && !r.Stopped {
			out.shows = out.shows || r.Shows
			w.Take(seat, r)
			return r.Line
		}
	}
	return ""
}

// trial is a Tx to list legal lines with, at this place of the mail.
func (out *Outcome) trial(w *Game, seat Seat) *Tx {
	tx := Trial(w.Pos, seat)
	tx.shows = out.shows
	return tx
}
