package web

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"html/template"
	"strings"

	"railpost/engine/board"
	"railpost/pbem/show/picture"
)

// charts is the course of the game: the reply to `history`, and its charts.
func (p *Pages) charts(ctx context.Context, s *sheet) (*view, error) {
	if s.game.Now == nil {
		return nil, errNoPage
	}
	leaf, list, err := p.writer.LeafHistory(ctx, s.game, s.seat)
	if err != nil {
		return nil, err
	}
	v := s.view(leaf)
	v.History, v.About = true, v.Word("charts")
	for i := range list {
		svg, err := s.chart(&list[i])
		if err != nil {
			return nil, err
		}
		v.Charts = append(v.Charts, svg)
	}
	return v, nil
}

// chart is a chart as part of a page; the text below it has the same facts.
func (s *sheet) chart(g *board.Graph) (template.HTML, error) {
	var out bytes.Buffer
	if err := s.drawer.Graph(&out, picture.SVG, g, picture.Options{Themed: true}); err != nil {
		return "", err
	}
	_, drawing, ok := strings.Cut(out.String(), "<svg ")
	if !ok {
		return "", fmt.Errorf("web: the chart is not SVG")
	}
	return template.HTML(fmt.Sprintf(`<svg role="img" aria-label="%s" %s`, html.EscapeString(g.Head), drawing)), nil
}
