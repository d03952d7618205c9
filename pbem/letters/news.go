package letters

import (
	"context"
	"math"
	"reflect"
	"slices"

	"railpost/engine"
	"railpost/templates"
)

// withoutTakenBack leaves out what others have played and taken back before the reader was
// told of it: they know neither the step told nor later ones. What was said in between
// stays.
func withoutTakenBack(list []templates.Step, told uint64, reader engine.Seat) []templates.Step {
	const none = math.MaxUint64
	var out []templates.Step
	stands := uint64(none) // what lies after this step, and before the last one seen, was taken back
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

// leaveOutSame moves out of a letter what its reader's last letter showed just the same.
func (w *Writer) leaveOutSame(ctx context.Context, p *page, l *templates.Letter) error {
	if p.facts.Seen == 0 || l.Kind != templates.News && l.Kind != templates.Turn {
		return nil
	}
	before, err := w.Games.At(ctx, p.game, p.facts.Seen)
	if err != nil || before == nil {
		return err
	}
	was := &templates.Letter{}
	if err := sheets(was, before, before.Pos.View(l.Seat), l.Seat, false); err != nil {
		return err
	}
	if err := w.addPast(ctx, p.game, was, before, l.Seat); err != nil {
		return err
	}
	l.Own, l.Same.Own = changed(was.Own, l.Own)
	l.Table, l.Same.Table = changed(was.Table, l.Table)
	l.Board, l.Same.Board = changed(was.Board, l.Board)
	return nil
}

// changed splits blocks into those that are not among those of before, and the others.
func changed(before, now []engine.Block) (other, same []engine.Block) {
	for _, b := range now {
		if slices.ContainsFunc(before, func(a engine.Block) bool { return reflect.DeepEqual(a, b) }) {
			same = append(same, b)
		} else {
			other = append(other, b)
		}
	}
	return other, same
}
