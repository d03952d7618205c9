package letters

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/engine/board"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/picture"
	"railpost/templates"
)

// partWide is how wide the part of a board is drawn: on a phone at half the size.
const partWide = 720

// matsWide is the width of mats and boxes, which are high.
const matsWide = 560

// partsMost limits the parts of a board in a letter, if changes are far apart.
const partsMost = 2

// drawn is the content of a letter's pictures.
type drawn struct {
	board *board.Board
	each  []picture.Options
	after bool // the suggested turn is played on it
}

// boardShown is the board as its reader saw it last.
type boardShown struct {
	seq   uint64 // the record after which it lay so
	print *board.Print
}

// keptBoards is the number of readers whose boards are in memory, of up to 6 KB each.
const keptBoards = 4000

// pictures decides the content of a letter's pictures: the part of the map that the suggested turn changes, or else
// the parts of the board that have changed since the last one, or all of it for a reader who has seen nothing yet.
func (w *Writer) pictures(ctx context.Context, p *page, l *templates.Letter, then *engine.Game) error {
	if !w.wantsPictures(p) {
		return nil
	}
	b := then.Title.Picture(then.Pos.View(l.Seat), l.Seat)
	if b == nil {
		return nil
	}
	b.Call(p.game.Table.NamesAt(then.Seq))
	if since := p.sinceTold(l); since != 0 {
		was, err := w.boardAt(ctx, p, since, l.Seat)
		if err != nil || was == nil {
			return err
		}
		now := b.Print()
		w.boards.Put(reader(p.game, l.Seat), boardShown{then.Seq, now})
		after := p.boardAfter(then, l.Seat, now)
		if after != nil {
			b = after
		} else if !b.Since(was) {
			return nil
		}
		w.Word(b, l.Lang, l.Title)
		p.drawn = &drawn{board: b, each: parts(b, l.Seat), after: after != nil}
		if p.facts.Pictures == table.Whole {
			p.drawn.each = append(p.drawn.each, picture.Options{})
		}
		return nil
	}
	w.boards.Put(reader(p.game, l.Seat), boardShown{then.Seq, b.Print()})
	w.Word(b, l.Lang, l.Title)
	p.drawn = &drawn{board: b, each: []picture.Options{{}}}
	if b.Map == nil && l.Seat >= 0 && !p.facts.Board { // a phone cannot show all boards beside each other
		p.drawn.each = cuts(b, l.Seat)
	}
	return nil
}

// cuts are the parts of a board for a phone.
func cuts(b *board.Board, reader engine.Seat) []picture.Options {
	list := picture.Cuts(b, int(reader))
	for i := range list {
		list[i].Width = matsWide
	}
	return list
}

// boardAfter is the board after the suggested turn, what that changes marked; nil if it leaves the map alone.
func (p *page) boardAfter(then *engine.Game, s engine.Seat, now *board.Print) *board.Board {
	if p.after == nil || p.facts.Pictures == table.Whole {
		return nil
	}
	b := then.Title.Picture(p.after, s)
	if b.Map == nil || !b.Since(now) || len(b.Map.Marks) == 0 {
		return nil
	}
	b.Call(p.game.Table.NamesAt(then.Seq))
	return b
}

// Word writes the words of a board in a language.
func (w *Writer) Word(b *board.Board, lang, title string) {
	b.Word(w.Templates.Book(lang, title).Print, func(key string) string { return w.Templates.Say(lang, nil, nil, engine.Msg(key)) })
}

// noteBoard remembers the board after the player's own move.
func (w *Writer) noteBoard(p *page, then *engine.Game) {
	if p.letter.Seat < 0 || !w.wantsPictures(p) {
		return
	}
	if b := then.Title.Picture(then.Pos.View(p.letter.Seat), p.letter.Seat); b != nil {
		w.boards.Put(reader(p.game, p.letter.Seat), boardShown{then.Seq, b.Print()})
	}
}

func (w *Writer) wantsPictures(p *page) bool {
	return w.Config.Mail.Out.Pictures && p.facts.Pictures != table.None && !p.facts.Plain && !p.facts.Spoken
}

// sinceTold is the record up to which the reader knows the events; 0: show the whole board. Their own move,
// which a receipt told, is shown if they must continue.
func (p *page) sinceTold(l *templates.Letter) uint64 {
	switch {
	case l.Kind.Row().Whole, p.facts.Board:
		return 0
	case l.Watches:
		return p.facts.Since
	}
	if p.facts.Seen == 0 || l != p.letter {
		return p.facts.Seen
	}
	return max(p.facts.Seen, p.facts.Since)
}

// boardAt is the board after a record; nil if the game had not begun.
func (w *Writer) boardAt(ctx context.Context, p *page, seq uint64, s engine.Seat) (*board.Print, error) {
	if known, ok := w.boards.Get(reader(p.game, s)); ok && known.seq == seq {
		return known.print, nil
	}
	then, err := w.Games.At(ctx, p.game, seq)
	if err != nil || then == nil {
		return nil, err
	}
	return then.Title.Picture(then.Pos.View(s), s).Print(), nil
}

// parts are the parts of a board with changes, for a reader.
func parts(b *board.Board, reader engine.Seat) []picture.Options {
	same := func(o picture.Options) bool { // the map follows below
		return o.Around != nil || o.Mats != nil && !slices.ContainsFunc(b.Mats, func(m board.Mat) bool {
			return m.Owner == o.Mats[0] && slices.ContainsFunc(m.Rows, func(r board.Row) bool { return r.Marked })
		})
	}
	list := slices.DeleteFunc(cuts(b, reader), same)
	if b.Map == nil {
		return list
	}
	rest := b.Map.Action()
	for len(rest) > 0 && len(list) < partsMost {
		o := picture.Options{Width: partWide, Around: rest}
		_, _, seen := picture.Areas(b, o)
		in := func(hex string) bool {
			return slices.ContainsFunc(seen, func(a picture.Area) bool { return a.Name == hex })
		}
		o.Around = slices.DeleteFunc(slices.Clone(rest), func(hex string) bool { return !in(hex) })
		if rest = slices.DeleteFunc(slices.Clone(rest), in); len(o.Around) > 0 {
			list = append(list, o)
		}
	}
	return list
}

// draw adds the pictures to a letter; without files if it is only read again. A letter goes
// out without a picture that cannot be drawn.
func (w *Writer) draw(p *page, files bool) {
	if p.drawn == nil {
		return
	}
	for i, o := range p.drawn.each {
		pic := templates.Picture{Name: fmt.Sprintf("part-%d.png", i+1), Shows: templates.PartOfMap, Around: o.Around}
		switch {
		case o.Mats != nil:
			pic.Shows = templates.OwnMat
		case o.Boxes:
			pic.Shows = templates.Boxes
		case p.drawn.after:
			pic.Shows = templates.Suggestion
		case o.Around == nil:
			pic.Name, pic.Shows = "board.png", templates.WholeBoard
		}
		if files {
			if err := w.drawFile(&pic, p.drawn.board, o); err != nil {
				w.Log.Warn("a picture could not be drawn", "game", p.game.Name, "err", err)
				continue
			}
		}
		at := cmp.Or(p.letter.Enclosed, p.letter)
		at.Pictures = append(at.Pictures, pic)
	}
}

func (w *Writer) drawFile(pic *templates.Picture, b *board.Board, o picture.Options) (err error) {
	defer fault.Guard(w.Log, "a picture", &err)
	var file bytes.Buffer
	if err := w.drawer.Draw(&file, picture.PNG, b, o); err != nil {
		return err
	}
	width, _, _ := picture.Areas(b, o)
	pic.PNG, pic.Width, pic.ID = file.Bytes(), int(width), w.pictureID(file.Bytes())
	return nil
}

// tilesMost limits the tiles that a letter shows.
const tilesMost = 8

// tiles adds pictures of the tiles that the choices of a letter lay.
func (w *Writer) tiles(p *page, files bool) {
	l := cmp.Or(p.letter.Enclosed, p.letter)
	if !w.wantsPictures(p) || p.letter.Tap == "" {
		return
	}
	l.Tiles = map[*board.Tile]templates.Picture{}
	for _, c := range l.Choices {
		t := c.Card.Tile
		if t == nil || len(l.Tiles) == tilesMost {
			continue
		}
		pic := templates.Picture{Name: "tile-" + t.Number + ".png", Width: picture.TileWide}
		if files {
			file, err := w.drawer.Tile(t)
			if err != nil {
				w.Log.Warn("a tile could not be drawn", "game", p.game.Name, "err", err)
				continue
			}
			pic.PNG, pic.ID = file, w.pictureID(file)
		}
		l.Tiles[t] = pic
	}
}

// pictureID is the Content-ID of a picture.
func (w *Writer) pictureID(file []byte) string {
	sum := sha256.Sum256(file)
	return fmt.Sprintf("%x@%s", sum[:12], w.Config.ListIDDomain())
}
