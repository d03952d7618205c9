package letters

import (
	"context"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/templates"
)

// fillThen adds earlier positions as the reader may know them: their own view at that time, as in their letters.
func (w *Writer) fillThen(ctx context.Context, p *page, now *engine.Game) error {
	l := p.letter
	var around []engine.Block
	for _, ask := range p.facts.Then {
		blocks, told, err := w.then(ctx, p.game, ask, l, now.Seq)
		if err != nil {
			return err
		}
		around, l.Told = append(around, blocks...), append(l.Told, told...)
	}
	l.Blocks = append(l.Blocks, around...)
	return nil
}

// then is one earlier position, or why it cannot be shown.
func (w *Writer) then(ctx context.Context, g *games.Game, ask content.EarlierPosition, l *templates.Letter, upTo uint64) (blocks []engine.Block, told []engine.Message, err error) {
	at, err := w.Games.At(ctx, g, ask.Record)
	if err != nil || at == nil {
		return nil, nil, err
	}
	// The time of a record that only its player may know would reveal it.
	records, err := w.Games.Records(ctx, g.Name, g.Table.HiddenRecords.Public(ask.Record)-1, upTo)
	if err != nil {
		return nil, nil, err
	}
	view, step := at.Pos.View(l.Seat), engine.Int("n", int(g.Table.HiddenRecords.Step(ask.Record, engine.Nobody)))
	head := engine.Block{Head: engine.Msg(key.PositionAfter, step, engine.Say("status", at.Title.Status(view)))}
	head.Lines = append(head.Lines, engine.Msg(key.PositionAt, content.At(time.UnixMilli(records[0].At))))
	for _, r := range records[1:] {
		if r.Kind == engine.TookBack && r.Back < ask.Record {
			head.Lines = append(head.Lines, engine.Msg(key.PositionBack, engine.Int("n", int(g.Table.HiddenRecords.Step(r.Seq, engine.Nobody)))))
			break
		}
	}
	if ask.Part == "" {
		in := templates.Letter{Spoken: l.Spoken}
		err = allSheets(&in, at, l.Seat, false)
		return append([]engine.Block{head}, in.Blocks...), nil, err
	}
	blocks, err = engine.Show(at.Title, view, l.Seat, ask.Part, ask.Arg, l.Spoken)
	if r, ok := engine.AsRefusal(err); ok {
		return nil, []engine.Message{engine.Msg(key.PositionNot, step, engine.Say("why", r.Why))}, nil
	}
	return append([]engine.Block{head}, blocks...), nil, err
}
