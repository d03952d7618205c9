package admin

import (
	"bytes"
	"context"

	"railpost/engine"
	"railpost/pbem/control"
	"railpost/pbem/picture"
)

// PictureOf are the parameters of render.picture: the public view by default; a player's
// is logged and told to the table.
type PictureOf struct {
	Game   string         `json:"game"`
	Player string         `json:"player,omitempty"`
	Step   uint64         `json:"step,omitempty"` // 0: now
	Format picture.Format `json:"format"`
	Width  int            `json:"width,omitempty"` // in pixels; 0: as usual
}

// Picture is the result.
type Picture struct {
	File []byte `json:"file"`
}

// drawGame draws the board of a game.
func (d *Desk) drawGame(ctx context.Context, p PictureOf) (*Picture, error) {
	g, err := d.Games.Load(ctx, p.Game)
	if err != nil {
		return nil, err
	}
	if g.Now == nil {
		return nil, control.Wrong("wait until all players have accepted", "game %s has not begun", g.Name)
	}
	seat := engine.Nobody
	if p.Player != "" {
		if seat, err = seatNamed(g.Table, p.Player); err != nil {
			return nil, err
		}
	}
	record, err := recordOf(g, p.Step)
	if err != nil {
		return nil, err
	}
	then, err := d.Games.At(ctx, g, record)
	if err != nil {
		return nil, err
	}
	drawn, ok := then.Title.(engine.Pictured)
	if !ok {
		return nil, control.Wrong("railpost render GAME SEAT shows the board as text", "the board of %s is not drawn", then.Title.Name())
	}
	var file bytes.Buffer
	var drawer picture.Drawer
	facts := drawn.Picture(then.Pos.View(seat), seat)
	facts.Call(g.Table.NamesAt(record))
	if err := drawer.Draw(&file, p.Format, facts, picture.Options{Width: p.Width}); err != nil {
		return nil, err
	}
	return &Picture{File: file.Bytes()}, d.confessSeat(ctx, g, seat)
}
