package admin

import (
	"bytes"
	"context"
	"io"
	"strings"

	"railpost/engine"
	"railpost/engine/board"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/near"
	"railpost/pbem/show/picture"
	"railpost/templates"
)

// PictureOf are the parameters of render.picture: the public view by default; a player's
// is logged and told to the table.
type PictureOf struct {
	Game   string         `json:"game"`
	Player string         `json:"player,omitempty"`
	Step   uint64         `json:"step,omitempty"` // 0: now
	Format picture.Format `json:"format"`
	Width  int            `json:"width,omitempty"` // in pixels; 0: as usual
	Chart  string         `json:"chart,omitempty"` // a chart of this kind instead of the board
}

// Picture is the result.
type Picture struct {
	File []byte `json:"file"`
}

// drawGame draws the board of a game, or a chart.
func (d drawDesk) drawGame(ctx context.Context, p PictureOf) (*Picture, error) {
	g, seat, err := d.begunGame(ctx, p.Game, p.Player)
	if err != nil {
		return nil, err
	}
	_, then, err := d.after(ctx, g, p.Step)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	if p.Chart != "" {
		err = d.drawChart(ctx, &file, g, then, seat, p)
	} else {
		var b *board.Board
		if b, err = d.board(g, then, seat); err == nil {
			err = d.drawer.Draw(&file, p.Format, b, picture.Options{Width: p.Width})
		}
	}
	if err != nil {
		return nil, err
	}
	return &Picture{File: file.Bytes()}, d.confessSeat(ctx, g, seat)
}

// begunGame is a game that has begun, and the seat of a player; engine.Nobody for "".
func (d drawDesk) begunGame(ctx context.Context, game, player string) (*games.Game, engine.Seat, error) {
	g, err := d.Games.Load(ctx, game)
	if err != nil {
		return nil, engine.Nobody, err
	}
	if g.Now == nil {
		return nil, engine.Nobody, fault.Wrong("wait until all players have accepted", "game %s has not begun", g.Name)
	}
	seat, err := seatIfNamed(g.Table, player)
	return g, seat, err
}

// board is the board of a game as a seat sees it, with the players' names at that time.
func (d drawDesk) board(g *games.Game, then *engine.Game, s engine.Seat) (*board.Board, error) {
	b := then.Title.Picture(then.Pos.View(s), s)
	if b == nil {
		return nil, fault.Wrong("railpost render GAME PLAYER shows the board as text", "the board of %s is not drawn", then.Title.Name())
	}
	b.Call(g.Table.NamesAt(then.Seq))
	d.letters.Word(b, templates.English, then.Title.Name())
	return b, nil
}

// drawChart draws the chart of a kind.
func (d drawDesk) drawChart(ctx context.Context, w io.Writer, g *games.Game, then *engine.Game, s engine.Seat, p PictureOf) error {
	list, err := d.letters.Graphs(ctx, g, then, s, templates.English)
	if err != nil {
		return err
	}
	var kinds []string
	for i := range list {
		if list[i].Kind == p.Chart {
			return d.drawer.Graph(w, p.Format, &list[i], picture.Options{Width: p.Width})
		}
		kinds = append(kinds, list[i].Kind)
	}
	if kinds == nil {
		return fault.Wrong("wait until two rounds have been played", "there is nothing to chart in game %s yet", g.Name)
	}
	return fault.Wrong(near.Advice(p.Chart, kinds, "there are "+strings.Join(kinds, ", ")), "game %s has no chart %q", g.Name, p.Chart)
}
