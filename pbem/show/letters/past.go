package letters

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/facts/games"
	"railpost/templates"
)

// past is a title's memory of a game's records, see engine.Chronicler.
type past struct {
	seq     uint64 // of the last record read
	back    uint64 // the last one that took something back
	reports []recalled
}

type recalled struct {
	seq uint64
	engine.Message
}

// keptPasts is the number of games whose past is in memory, of about 50 KB each.
const keptPasts = 100

// Chronicle returns the past of a game in its title's words, see engine.Chronicler; nil if there is none.
func (w *Writer) Chronicle(ctx context.Context, g *games.Game, then *engine.Game, s engine.Seat, whole bool) ([]engine.Block, error) {
	c, ok := then.Title.(engine.Chronicler)
	if !ok {
		return nil, nil
	}
	list, err := w.recall(ctx, g, c, then.Seq)
	if err != nil {
		return nil, err
	}
	return c.Chronicle(then.Pos.View(s), s, list, whole), nil
}

// lastly adds the past to the last letter of a game: the scores round by round, the title's final account, and
// everything that can be charted.
func (w *Writer) lastly(ctx context.Context, p *page, then *engine.Game) error {
	l := p.letter
	c, err := w.courseOf(ctx, p.game, then.Seq)
	if err != nil {
		return err
	}
	scored := func(k engine.ChartKind) bool { return k == engine.ChartPoints || k == engine.ChartWorth }
	others := engine.Where(c.figures, func(f templates.Course) bool { return !scored(f.Kind) })
	l.Courses = append([]templates.Course{c.scores}, others...)
	blocks, err := w.Chronicle(ctx, p.game, then, l.Seat, false)
	if err != nil {
		return err
	}
	whole, err := w.Chronicle(ctx, p.game, then, l.Seat, true)
	whole = slices.DeleteFunc(whole, func(b engine.Block) bool { return b.Chart == "" || scored(b.Chart) })
	l.Blocks, l.Table = slices.DeleteFunc(blocks, func(b engine.Block) bool { return b.Chart != "" }), whole
	l.Decisive, l.Biggest = c.feats(l.Scores, p.game.Table)
	return err
}

// HistoryAll asks for the history of all companies: no company is called so.
const HistoryAll = "all"

// history adds the rounds so far to a letter; for a company only its column of each table.
func (w *Writer) history(ctx context.Context, g *games.Game, then *engine.Game, l *templates.Letter, company string) error {
	blocks, err := w.Chronicle(ctx, g, then, l.Seat, true)
	if err != nil {
		return err
	}
	if of := columnOf(blocks, company); of != nil {
		l.Blocks = append(l.Blocks, of...)
		return nil
	}
	l.Blocks = append(l.Blocks, blocks...) // all, or no such company
	c, err := w.courseOf(ctx, g, then.Seq)
	if err != nil {
		return err
	}
	l.Courses = c.figures
	return nil
}

// columnOf is tables by round with the column of a company alone; nil if none has it.
func columnOf(blocks []engine.Block, company string) []engine.Block {
	var list []engine.Block
	for _, b := range blocks {
		i := slices.IndexFunc(b.Columns, func(m engine.Message) bool {
			return slices.ContainsFunc(m.Args, func(a engine.Arg) bool { return engine.Squeeze(a.Text) == engine.Squeeze(company) })
		})
		if i < 1 {
			continue
		}
		b.Columns = []engine.Message{b.Columns[0], b.Columns[i]}
		b.Rows = engine.Each(b.Rows, func(row []engine.Cell) []engine.Cell { return []engine.Cell{row[0], row[i]} })
		list = append(list, b)
	}
	return list
}

// addPast adds the relevant past to a letter that asks for a move.
func (w *Writer) addPast(ctx context.Context, g *games.Game, l *templates.Letter, then *engine.Game, s engine.Seat) error {
	c, ok := then.Title.(engine.Chronicler)
	if !ok || s < 0 || !slices.Contains(then.Waiting(), s) {
		return nil
	}
	list, err := w.recall(ctx, g, c, then.Seq)
	if err != nil {
		return err
	}
	view := then.Pos.View(s)
	l.Table = append(c.Chronicle(view, s, list, false), l.Table...)
	for i := range l.Choices {
		l.Choices[i].Remark = append(l.Choices[i].Remark, c.Hindsight(view, list, l.Choices[i].Line)...)
	}
	return nil
}

// recall returns the reports up to a record that a title recalls and everybody may know.
func (w *Writer) recall(ctx context.Context, g *games.Game, c engine.Chronicler, upTo uint64) ([]engine.Message, error) {
	known, ok := w.pasts.Get(string(g.Table.Key))
	if !ok || upTo < known.back {
		known = &past{}
	}
	if upTo > known.seq {
		var err error
		if known, err = w.readOn(ctx, g, c, known, upTo); err != nil {
			return nil, err
		}
		w.pasts.Put(string(g.Table.Key), known)
	}
	list := engine.Where(known.reports, func(r recalled) bool { return r.seq <= upTo })
	return engine.Each(list, func(r recalled) engine.Message { return r.Message }), nil
}

// readOn returns a past with the records up to another one. If one of them takes something
// back, all are read again.
func (w *Writer) readOn(ctx context.Context, g *games.Game, c engine.Chronicler, known *past, upTo uint64) (*past, error) {
	records, err := w.Games.Records(ctx, g.Name, known.seq, upTo)
	if err != nil {
		return nil, err
	}
	next := &past{seq: upTo, back: known.back, reports: slices.Clip(known.reports)}
	if i := slices.IndexFunc(records, func(r *engine.Record) bool { return r.Kind == engine.TookBack }); i >= 0 {
		if records, err = w.Games.Records(ctx, g.Name, 0, upTo); err != nil {
			return nil, err
		}
		for _, r := range records {
			if r.Kind == engine.TookBack {
				next.back = r.Seq
			}
		}
		records, next.reports = engine.InForce(records), nil
	}
	for _, r := range records {
		for _, rep := range r.Reports {
			if rep.To == nil && c.Recalls(rep.Key) {
				next.reports = append(next.reports, recalled{r.Seq, rep.Message})
			}
		}
	}
	return next, nil
}
