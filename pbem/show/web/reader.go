package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"railpost/engine"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/letters"
	"railpost/store"
)

// reader is the reader of a game's pages: a seat, or with engine.Nobody everybody.
type reader struct {
	head store.Head
	seat engine.Seat
	seen string // visible facts, in short
}

// reader returns the reader with the link of a request; errNoPage if there is no such game or the link does not
// belong to it.
func (p *Pages) reader(r *http.Request) (reader, error) {
	head, t, err := p.table(r)
	if err != nil {
		return reader{}, err
	}
	if link := r.PathValue("link"); link != "" {
		seat, ok := t.Tokens().SeatOfLink(link)
		if !ok {
			return reader{}, errNoPage
		}
		return readerOf(head, t, seat)
	}
	if !t.Rules.HasPage() || t.State == table.Inviting {
		return reader{}, errNoPage
	}
	return readerOf(head, t, engine.Nobody)
}

func readerOf(head store.Head, t *table.Table, s engine.Seat) (reader, error) {
	seen, err := letters.PageState(t, head.Seq, s)
	return reader{head, s, seen}, err
}

// table returns the game that a request names; errNoPage if there is none.
func (p *Pages) table(r *http.Request) (store.Head, *table.Table, error) {
	head, err := p.Store.Head(r.Context(), r.PathValue("game"))
	switch {
	case errors.Is(err, store.ErrNoGame), errors.Is(err, store.ErrInvalid):
		return head, nil, errNoPage
	case err != nil:
		return head, nil, err
	}
	t, err := table.Read(head.Doc)
	return head, t, err
}

// pageSources names the sources of pages for these visible facts.
func (p *Pages) pageSources(seen string) string { return fmt.Sprint(seen, " ", p.now().Unix()) }

// current returns a game as a reader's pages show it. Changes that they cannot see are not read: otherwise the
// next page would take longer.
func (p *Pages) current(ctx context.Context, who reader) (*games.Game, error) {
	g, err := p.library.Load(ctx, who.head.Game)
	if err != nil {
		return nil, err
	}
	if seen, err := letters.PageState(g.Table, g.Head.Seq, who.seat); err != nil || seen == who.seen {
		return g, err
	}
	return p.library.Fresh(ctx, who.head.Game)
}

// sheet is a page of a game being made.
type sheet struct {
	*Pages
	game *games.Game
	seat engine.Seat
	n    uint64 // the number after the page's name in the address; 0: none
	root string // leads from the page to the reader's first
}

// game returns the handler for a page of a game.
func (p *Pages) game(make func(*Pages, context.Context, *sheet) (*view, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		who, err := p.reader(r)
		n, numbered := uint64(0), r.PathValue("n") != ""
		if numbered && err == nil {
			if n, err = strconv.ParseUint(r.PathValue("n"), 10, 32); err != nil || n == 0 {
				err = errNoPage
			}
		}
		name := fmt.Sprintf("%s %d %s", who.head.Game, who.seat, r.Pattern)
		if numbered {
			name += " " + strconv.FormatUint(n, 10)
		}
		p.answer(w, r, name, p.pageSources(who.seen), func() ([]byte, error) {
			if err != nil {
				return nil, err
			}
			g, err := p.current(r.Context(), who)
			if err != nil {
				return nil, err
			}
			s := &sheet{Pages: p, game: g, seat: who.seat, n: n, root: "./"}
			if numbered {
				s.root = "../"
			}
			v, err := make(p, r.Context(), s)
			if err != nil {
				return nil, err
			}
			return v.html()
		})
	}
}

// positionView is the leaf of a position as its reader's letters show it, with its board, on which suggested lines are
// played already.
func (s *sheet) positionView(leaf letters.Leaf, at *engine.Game, suggested []string) (*view, error) {
	v := s.view(leaf)
	if at == nil {
		return v, nil
	}
	v.Step, v.Last = s.game.Table.HiddenRecords.Step(at.Seq, engine.Nobody), s.game.Table.HiddenRecords.Step(s.game.Now.Seq, engine.Nobody)
	var c composing
	if len(suggested) > 0 {
		seen := *at
		seen.Pos = at.Pos.View(s.seat)
		c.game = &seen
	}
	for _, line := range suggested {
		if ok, err := c.play(s.seat, line); err != nil || !ok || c.ended {
			break // the board shows the lines before it
		}
	}
	var err error
	v.Board, err = s.board(leaf, at, c.game, nil)
	return v, err
}
