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
	list := w.Templates.Graphs(l)
	b := then.Title.Picture(then.Pos.View(s), s)
	if b == nil {
		return list
	}
	style := func(name string, of *int) {
		if i := slices.IndexFunc(b.Owners, func(o board.Owner) bool { return o.Word != "" && o.Word == name }); i >= 0 {
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

// graphFiles are the charts of the last letter as pictures.
func (w *Writer) graphFiles(p *page, then *engine.Game) (files []templates.File, err error) {
	var d picture.Drawer
	for _, g := range w.graphs(p.letter, then, p.letter.Seat) {
		var b bytes.Buffer
		if err := d.Graph(&b, picture.PNG, &g, picture.Options{}); err != nil {
			return nil, err
		}
		files = append(files, templates.File{Name: p.game.Name + "-" + g.Kind + ".png", Type: "image/png", About: g.Head, Text: b.String()})
	}
	return files, nil
}
