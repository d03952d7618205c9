package admin

import (
	"bytes"
	"context"
	"reflect"

	"railpost/engine"
	"railpost/engine/board"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/show/picture"
)

// MovieOf are the parameters of render.movie: pictures of the board after the steps of a game,
// as render.picture draws them. A movie is asked for in parts, so that the service does
// something else between them.
type MovieOf struct {
	Game   string `arg:"" help:"${game}"`
	Player string `arg:"" optional:"" help:"Draw what this player sees, and tell the table so; by default the public view."`
	From   uint64 `placeholder:"N" help:"Begin after step N; the first by default."`
	To     uint64 `placeholder:"N" help:"End after step N; the last by default."`
	Width  int    `placeholder:"PIXELS" help:"Width of the pictures."`
	Height int    `kong:"-"` // of all pictures, from the first part; 0: this is the first part
}

// MoviePart is the result.
type MoviePart struct {
	Frames []Frame `json:"frames"`
	To     uint64  `json:"to"` // the last step of the movie
	Width  int     `json:"width"`
	Height int     `json:"height"`
}

// Frame is a picture of a movie.
type Frame struct {
	Step uint64 `json:"step"`
	File []byte `json:"file,omitempty"` // PNG; nil: the same as for the step before
}

// moviePart limits the steps of a part, so that it is drawn in less than a second.
const moviePart = 25

// drawMovie draws the board after some steps of a game.
func (d drawDesk) drawMovie(ctx context.Context, p MovieOf) (*MoviePart, error) {
	g, seat, err := d.begunGame(ctx, p.Game, p.Player)
	if err != nil {
		return nil, err
	}
	if _, err := d.board(g, g.Now, seat); err != nil {
		return nil, err
	}
	last, err := recordOf(g, p.To)
	if err != nil {
		return nil, err
	}
	m := &movie{desk: d, game: g, seat: seat, from: max(p.From, 1), to: g.Table.HiddenRecords.Step(last, engine.Nobody)}
	if m.from > m.to {
		return nil, fault.Wrong("railpost game log shows the steps", "the movie would begin at step %d and end at step %d", m.from, m.to)
	}
	out := &MoviePart{To: m.to, Width: p.Width, Height: p.Height}
	if p.Height == 0 {
		if out.Width, out.Height, err = m.size(ctx, p.Width); err != nil {
			return nil, err
		}
		if err := d.confessSeat(ctx, g, seat); err != nil {
			return nil, err
		}
	}
	m.to = min(m.to, m.from+moviePart-1)
	out.Frames, err = m.draw(ctx, picture.Options{Width: out.Width, Height: out.Height})
	return out, err
}

// movie is steps of a game to be drawn.
type movie struct {
	desk     drawDesk
	game     *games.Game
	seat     engine.Seat
	from, to uint64
}

// each does something with the board after each of the steps.
func (m *movie) each(ctx context.Context, do func(step uint64, b *board.Board) error) error {
	t, step := m.game.Table, m.from
	return m.desk.Games.Each(ctx, m.game, t.HiddenRecords.Record(m.to, engine.Nobody), func(now *engine.Game) error {
		if step > m.to || now.Seq != t.HiddenRecords.Record(step, engine.Nobody) {
			return ctx.Err()
		}
		step++
		b, err := m.desk.board(m.game, now, m.seat)
		if err != nil {
			return err
		}
		return do(step-1, b)
	})
}

// size is the size in which all pictures can be drawn.
func (m *movie) size(ctx context.Context, width int) (wide, high int, err error) {
	var list []*board.Board
	err = m.each(ctx, func(_ uint64, b *board.Board) error {
		if n := len(list); n == 0 || !reflect.DeepEqual(b, list[n-1]) {
			list = append(list, b)
		}
		return nil
	})
	if wide = width; wide == 0 {
		for _, b := range list {
			w, _, _ := picture.Areas(b, picture.Options{})
			if wide == 0 || int(w) < wide {
				wide = int(w)
			}
		}
	}
	for _, b := range list {
		_, h, _ := picture.Areas(b, picture.Options{Width: wide})
		high = max(high, int(h))
	}
	return wide, high, err
}

// draw draws each of the steps whose board differs from the one before.
func (m *movie) draw(ctx context.Context, o picture.Options) (list []Frame, err error) {
	var before *board.Board
	err = m.each(ctx, func(step uint64, b *board.Board) error {
		f := Frame{Step: step}
		if before == nil || !reflect.DeepEqual(b, before) {
			var file bytes.Buffer
			if err := m.desk.drawer.Draw(&file, picture.PNG, b, o); err != nil {
				return err
			}
			f.File = file.Bytes()
		}
		before, list = b, append(list, f)
		return nil
	})
	return list, err
}
