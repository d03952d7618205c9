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

// leaveOutSame removes from a news letter the blocks that are the same as in the reader's
// last letter. After a receipt, which shows only their own position, everything is shown
// again.
func (w *Writer) leaveOutSame(ctx context.Context, p *page) error {
	l := p.letter
	if l.Kind != templates.News || p.facts.Since == 0 || p.facts.Since <= p.facts.Moved {
		return nil
	}
	before, err := w.Games.At(ctx, p.game, p.facts.Since)
	if err != nil || before == nil {
		return err
	}
	was := &templates.Letter{}
	if err := sheets(was, before, before.Pos.View(l.Seat), l.Seat); err != nil {
		return err
	}
	if err := w.addPast(ctx, p.game, was, before, l.Seat); err != nil {
		return err
	}
	own, table := changed(was.Own, l.Own), changed(was.Table, l.Table)
	l.LessShown = len(own) < len(l.Own) || len(table) < len(l.Table)
	l.Own, l.Table = own, table
	return nil
}

// changed returns the blocks that are not among those of before.
func changed(before, now []engine.Block) []engine.Block {
	return slices.DeleteFunc(slices.Clone(now), func(b engine.Block) bool {
		return slices.ContainsFunc(before, func(a engine.Block) bool { return reflect.DeepEqual(a, b) })
	})
}
