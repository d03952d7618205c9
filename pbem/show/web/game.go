package web

import (
	"context"
	"railpost/engine"
	"railpost/pbem/show/web/key"
)

// present is the state of the game, as in a letter written now.
func (p *Pages) present(ctx context.Context, s *sheet) (*view, error) {
	leaf, err := p.writer.LeafNow(ctx, s.game, s.seat)
	if err != nil {
		return nil, err
	}
	clock, err := p.writer.LeafClock(s.game, s.seat)
	if err != nil {
		return nil, err
	}
	var suggested []string
	if s.asked() {
		suggested = leaf.Usual
	}
	v, err := s.positionView(leaf, s.game.Now, suggested)
	if err != nil {
		return nil, err
	}
	v.Clock, v.Present, v.Orders, v.About = markup(clock), true, s.asked(), leaf.Head.About
	return v, nil
}

// position is the game after a step, as in the reply to `position`.
func (p *Pages) position(ctx context.Context, s *sheet) (*view, error) {
	t := s.game.Table
	if s.game.Now == nil || s.n > t.HiddenRecords.Step(s.game.Now.Seq, engine.Nobody) {
		return nil, errNoPage
	}
	record := min(t.HiddenRecords.Record(s.n, engine.Nobody), s.game.Now.Seq)
	leaf, err := p.writer.LeafThen(ctx, s.game, s.seat, record)
	if err != nil {
		return nil, err
	}
	at, err := p.library.At(ctx, s.game, record)
	if err != nil {
		return nil, err
	}
	v, err := s.positionView(leaf, at, nil)
	if err == nil {
		v.About = v.Slide()
	}
	return v, err
}

// logSteps is the number of steps on a page of the log.
const logSteps = 100

// log is a page of the log: the one that begins with a step, or the last one.
func (p *Pages) log(ctx context.Context, s *sheet) (*view, error) {
	t := s.game.Table
	if s.game.Now == nil {
		return nil, errNoPage
	}
	last := t.HiddenRecords.Step(s.game.Now.Seq, engine.Nobody)
	first := (last-1)/logSteps*logSteps + 1
	if s.n > 0 {
		first = s.n
	}
	if first > last || (first-1)%logSteps != 0 {
		return nil, errNoPage
	}
	upTo := min(first+logSteps-1, last)
	leaf, err := p.writer.LeafLog(ctx, s.game, s.seat, t.HiddenRecords.Record(first-1, engine.Nobody), min(t.HiddenRecords.Record(upTo, engine.Nobody), s.game.Now.Seq))
	if err != nil {
		return nil, err
	}
	v := s.view(leaf)
	v.About = v.Word("log")
	for n := uint64(1); n <= last; n += logSteps {
		say := leaf.Say(engine.Msg(key.Steps, engine.Int("first", int(n)), engine.Int("last", int(min(n+logSteps-1, last)))))
		v.Pages = append(v.Pages, pageLink{Number: n, Text: say, Here: n == first})
	}
	return v, nil
}
