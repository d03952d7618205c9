package letters

import (
	"bytes"
	"context"
	"slices"

	"railpost/engine"
	"railpost/engine/board"
	"railpost/pbem/facts/games"
	"railpost/pbem/show/picture"
	"railpost/templates"
)

// Graphs returns the charts of a game up to a position, as a seat may know it and in a language: the content of
// history.
func (w *Writer) Graphs(ctx context.Context, g *games.Game, then *engine.Game, s engine.Seat, lang string) ([]board.Graph, error) {
	l := &templates.Letter{Kind: templates.Answer, Lang: lang, Seat: s, Zone: w.Zone(), Now: w.Now()}
	frame(l, g, then, nil)
	if err := w.history(ctx, g, then, l, HistoryAll); err != nil {
		return nil, err
	}
	return w.graphs(l, then, s), nil
}

// graphs is the charts of a letter. Lines have the colours of pieces on the board.
func (w *Writer) graphs(l *templates.Letter, then *engine.Game, s engine.Seat) []board.Graph {
	list := slices.DeleteFunc(w.Templates.Graphs(l), func(g board.Graph) bool { return g.Idle() })
	b := then.Title.Picture(then.Pos.View(s), s)
	if b == nil {
		return list
	}
	b.Call(l.Players)
	style := func(name string, of *int) {
		if i := slices.IndexFunc(b.Owners, func(o board.Owner) bool { return name != "" && (o.Word == name || o.Player == name) }); i >= 0 {
			*of = b.Owners[i].Style
		}
	}
	for _, g := range list {
		for i := range g.Lines {
			style(g.Lines[i].Name, &g.Lines[i].Style)
		}
		for i := range g.Bars {
			style(g.Bars[i].Name, &g.Bars[i].Style)
		}
	}
	return list
}

// charts adds the charts of a letter as pictures.
func (w *Writer) charts(p *page, then *engine.Game) error {
	for _, g := range w.graphs(p.letter, then, p.letter.Seat) {
		var b bytes.Buffer
		if err := w.drawer.Graph(&b, picture.PNG, &g, picture.Options{}); err != nil {
			return err
		}
		p.letter.Pictures = append(p.letter.Pictures, templates.Picture{ID: w.pictureID(b.Bytes()),
			Name: p.game.Name + "-" + g.Kind + ".png", PNG: b.Bytes(), Width: picture.GraphWide, Shows: templates.Charted, Graph: &g})
	}
	return nil
}
