package letters

import (
	"context"
	"math"
	"slices"

	"railpost/engine"
	"railpost/templates"
)

// withoutTakenBack omits moves that others have taken back before the reader knew of them: they know neither
// the step told nor later ones. Talk in between stays.
func withoutTakenBack(list []templates.Step, told uint64, reader engine.Seat) []templates.Step {
	const none = math.MaxUint64
	var out []templates.Step
	stands := uint64(none) // steps after this one, and before the last one seen, were taken back
	for _, s := range slices.Backward(list) {
		if s.Seq > 0 && s.Seq <= stands {
			stands = none
		}
		if s.Back > 0 && s.Seat >= 0 && s.Seat != reader && s.Back >= told {
			stands = min(stands, s.Back)
		}
		if stands == none || s.Line == "" && s.Back == 0 {
			out = append(out, s)
		}
	}
	slices.Reverse(out)
	return out
}

// leaveOutSame removes sheets from a letter that its reader's last letter showed unchanged.
func (w *Writer) leaveOutSame(ctx context.Context, p *page, l *templates.Letter, then *engine.Game) error {
	row := l.Kind.Row()
	if row.Begins || l.Seat < 0 { // a first letter shows more than others do
		return nil
	}
	now := shownOf(l, then.Seq)
	if p.facts.Seen != 0 && row.Same {
		was, err := w.lastShown(ctx, p, l.Seat)
		if err != nil {
			return err
		}
		l.Own, l.Same.Own = changed(was.own, now.own, l.Own)
		l.Table, l.Same.Table = changed(was.table, now.table, l.Table)
		l.Board, l.Same.Board = changed(was.board, now.board, l.Board)
	}
	w.shown.Put(reader(p.game, l.Seat), now)
	return nil
}

// lastShown returns the sheets of the reader's last letter.
func (w *Writer) lastShown(ctx context.Context, p *page, s engine.Seat) (shown, error) {
	if known, ok := w.shown.Get(reader(p.game, s)); ok && known.seq == p.facts.Seen {
		return known, nil
	}
	before, err := w.Games.At(ctx, p.game, p.facts.Seen)
	if err != nil || before == nil {
		return shown{}, err
	}
	was := &templates.Letter{Spoken: p.letter.Spoken}
	if err := sheets(was, before, before.Pos.View(s), s, false); err != nil {
		return shown{}, err
	}
	err = w.addPast(ctx, p.game, was, before, s)
	return shownOf(was, before.Seq), err
}
