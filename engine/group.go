package engine

import (
	"slices"
	"strings"
)

// Mode is how the lines of a mail are to be worked out.
type Mode struct {
	Preview bool // nothing is kept, and nothing hidden is shown
	Partial bool // the good lines of a group stand although others are refused
	// After is what lines before these have answered, where a mail is worked out
	// in pieces: Outcome.Answered.
	After Answered
	// Stop is asked before each line; its error ends the work. nil: never.
	Stop func() error
}

// Verdict is what became of one line.
type Verdict struct {
	Line    string   // as given
	Result  *Result  // nil when refused or not looked at
	Refusal *Refusal // nil when accepted
	Group   int      // lines of one group stand or fall together
	Unread  bool     // not looked at: a preview or a check ended before it
	Surplus bool     // it ends a turn that has ended, and was left out: nothing is wrong with it
	Guess   string   // the refused line was taken for this one while the rest was checked
	Same    bool     // Guess says the same in the right spelling
	LeftOut bool     // there was none to take it for: the rest was checked without it
	Asked   *Asked   // the line is refused since it asks what there is
	Near    *Asked   // what the lines of Refusal.Near would do, as far as they are legal; nil where none is
	Unsure  bool     // refused behind a line that was guessed or left out, which may be why
}

// Outcome is what became of the lines of a mail.
type Outcome struct {
	Verdicts []Verdict
	Records  []*Record // of the groups that stand, in order
	Game     *Game     // after them; the game itself when nothing stands
	Refused  bool      // some line was refused
	Reveals  bool      // a preview ended before something hidden
	Answered Answered  // by the last line that was accepted

	shows   bool // a line of the mail has promised to show something hidden after it
	refused int  // lines refused
}

// mostNear is for how many refused lines of a mail the nearest legal ones are
// looked for: the search is dear.
const mostNear = 5

// Play works out the lines of one mail of a seat. The game itself is not
// changed. Lines form a group up to the first that shows something hidden; a
// group stands as a whole or not at all, unless Mode.Partial. Lines behind a
// refused one are checked as if it had been its nearest legal line, or without
// it where none is like it; they have no effect. The error is Mode.Stop's, or
// a fault of the title, not of the player.
func (g *Game) Play(seat Seat, lines []string, m Mode) (*Outcome, error) {
	out := &Outcome{Game: g, Answered: m.After}
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

// working is a group being worked out.
type working struct {
	*Outcome
	on      *Game // the position the next line meets
	seat    Seat
	mode    Mode
	records []*Record
	failed  bool // some line was refused, so that nothing of the group will stand
	unsure  bool // a refused line was not taken for one that says the same
	sure    Game // as it was before the first such line
	rest    []string
}

func (out *Outcome) group(seat Seat, lines []string, group int, m Mode) error {
	w := &working{Outcome: out, on: out.Game.Clone(), seat: seat, mode: m}
	for i, line := range lines {
		w.rest = lines[i+1:]
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
		if v.Result != nil && (v.Result.Stopped || v.Result.Reveal) {
			break
		}
	}
	if !w.failed && !m.Preview && len(w.records) > 0 {
		out.Game, out.Records = w.on, append(out.Records, w.records...)
	}
	return nil
}

func (w *working) line(line string) (Verdict, error) {
	v := Verdict{Line: line}
	if w.Answered.surplus(w.on.Pos, w.seat, line) {
		v.Surplus = true
		return v, nil
	}
	r, err := w.on.try(w.seat, line, w.mode.Preview || w.failed, w.earlier())
	if err != nil {
		refusal, ok := AsRefusal(err)
		if !ok {
			return v, err
		}
		w.refuse(&v, refusal)
		return v, nil
	}
	v.Result = r
	w.Reveals = w.Reveals || r.Stopped
	if record := w.take(r); !r.Stopped {
		w.records = append(w.records, record)
	}
	return v, nil
}

// take goes on behind a line that was accepted; one that was stopped changes nothing.
func (w *working) take(r *Result) *Record {
	shown := w.Answered.shown || r.Reveal
	w.shows, w.Answered = w.shows || r.Shows, r.answered
	w.Answered.shown = shown
	if r.Stopped {
		return nil
	}
	return w.on.Take(w.seat, r)
}

// refuse says what a refused line could have been, and goes on as if it had been
// that, or as if it did not stand there.
func (w *working) refuse(v *Verdict, r *Refusal) {
	w.Refused = true
	v.Refusal = r
	if v.Unsure = w.unsure && !r.asks() && (r.Kind != NotUnderstood || w.understood(v.Line)); v.Unsure {
		return
	}
	if !w.unsure {
		w.sure = *w.on
	}
	w.refused++
	if w.refused <= mostNear {
		v.Asked = w.asked(r)
	}
	if v.Asked != nil {
		v.LeftOut, w.failed, w.unsure = !w.mode.Partial, w.failed || !w.mode.Partial, w.unsure || !w.mode.Partial
		return
	}
	var near []nearLine
	same, like := 0, 0
	if w.refused <= mostNear && r.Why.Key != "engine.not-now" {
		near, same, like = w.near(v.Line, r)
	}
	r.Far = len(near) > 0 && like == 0
	for _, n := range near {
		r.Near = append(r.Near, n.line)
	}
	v.Near = w.proposed(r.Near)
	if w.mode.Partial {
		return
	}
	w.failed = true
	n := w.guess(v, near[:like], same)
	v.Same = n < same && same == 1 // of two that say the same nobody knows which was meant
	w.unsure = w.unsure || !v.Same || v.LeftOut
}

// near are the legal lines most like a refused one, how many of them say the
// same, and how many may have been meant: those that the rule has named, if it has
// any. Of an order with something behind it the order alone is one.
func (w *working) near(line string, r *Refusal) (near []nearLine, same, like int) {
	if len(r.Near) > 0 { // the rule has named them
		for _, line := range r.Near {
			near = append(near, nearLine{line: line})
		}
		r.Near = nil
		return near, 0, len(near)
	}
	if near, same = w.withoutSubject(line, r); near != nil {
		return near, same, len(near)
	}
	if meant := w.respelt(line, r); meant != "" {
		return []nearLine{{line: meant, asks: true}}, 1, 1
	}
	near, r.Open = w.filled(line, r)
	switch {
	case len(near) == 1 && r.Open == nil:
		return near, 1, 1
	case len(near)+len(r.Open) > 0:
		return near, 0, len(near)
	}
	head := w.head(line, r)
	if head == "" {
		return likeness(line, nearestLines(w.trial(), line, nearShown))
	}
	near, same, like = likeness(head, nearestLines(w.trial(), head, nearShown))
	if same > 0 {
		return near, same, like
	}
	near = append([]nearLine{{line: head}}, near...)
	return near[:min(nearShown, len(near))], 1, like + 1
}

const nearShown = 3

// subjects are words before an order by which people tell what they do.
var subjects = map[string]bool{"i": true, "ill": true, "i'll": true, "we": true}

// withoutSubject is what "I build Toledo > Chicago" says without its first word: the
// order, or the lines that answer it where it asks; same is 1 for an order.
func (w *working) withoutSubject(line string, r *Refusal) (near []nearLine, same int) {
	t := Tokenize(line)
	if r.Kind != NotUnderstood || len(t.All) < 2 || !subjects[t.All[0].Fold] {
		return nil, 0
	}
	done, err := w.on.try(w.seat, string([]rune(line)[t.All[1].Column-1:]), true, w.earlier())
	if err == nil {
		return []nearLine{{line: done.Said}}, 1
	}
	if no, ok := AsRefusal(err); ok && no.asks() {
		for _, line := range no.Near {
			near = append(near, nearLine{line: line})
		}
	}
	return near, 0
}

// head is a refused line without the word behind its order, if it is legal so;
// "" where more is wrong than a word that says nothing.
func (w *working) head(line string, r *Refusal) string {
	if r.Column < 1 || r.Why.Key != "engine.courtesy" && r.Why.Key != "engine.order-ends-before" {
		return ""
	}
	chars := []rune(line)
	behind := strings.Fields(string(chars[min(r.Column-1, len(chars)):]))
	if len(behind) != 1 || figures(behind[0]) != "" {
		return ""
	}
	done, err := w.on.try(w.seat, strings.TrimSpace(string(chars[:r.Column-1])), true, w.earlier())
	if err != nil {
		return ""
	}
	return done.Said
}

// understood says whether a line that is not understood behind a guessed one would
// have been without it.
func (w *working) understood(line string) bool {
	_, err := w.sure.try(w.seat, line, true, w.earlier())
	r, refused := AsRefusal(err)
	return err == nil || refused && r.Kind != NotUnderstood
}

// guess goes on as if the first of the lines had been given that is accepted, and
// answers which; so many as there are when none is. What the mail says further
// down was not meant here, unless this is one of the same lines misspelt.
func (w *working) guess(v *Verdict, near []nearLine, same int) int {
	for i, n := range near {
		if i >= same && slices.ContainsFunc(w.rest, func(line string) bool { return Fold(line) == Fold(n.line) }) {
			continue
		}
		r, err := w.on.try(w.seat, n.line, true, w.earlier())
		if err == nil && !r.Stopped {
			w.take(r)
			v.Guess = n.line
			return i
		}
		if no, ok := AsRefusal(err); ok && n.asks && no.asks() {
			v.Guess, v.LeftOut = n.line, true
			return i
		}
	}
	v.LeftOut = true
	return len(near)
}

// trial is a Tx to list legal lines with, at this place of the mail.
func (w *working) trial() *Tx {
	tx := advised(w.on.Title, w.on.Pos, w.seat)
	tx.shows, tx.before = w.shows, w.Answered.shown
	return tx
}

func (w *working) earlier() earlier { return earlier{shows: w.shows, shown: w.Answered.shown} }
