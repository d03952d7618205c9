package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"railpost/pbem/calendar"
	"railpost/pbem/games"
	"railpost/pbem/table"
	"railpost/store"
)

// calendar is all deadlines of the player to one of whose seats a link belongs, as a calendar
// program fetches them.
func (p *Pages) calendar(w http.ResponseWriter, r *http.Request) {
	player, heads, err := p.subscriber(r)
	of := fmt.Sprintf("%s %d", player.Lang, p.now().Unix())
	for _, h := range heads {
		of += fmt.Sprintf(" %s %d", h.Game, h.Rev)
	}
	p.answerAs(w, r, calendar.MediaType+"; charset=utf-8", "calendar "+player.Address(), of, func() ([]byte, error) {
		if err != nil {
			return nil, err
		}
		var list []*games.Game
		for _, h := range heads {
			g, err := p.library.Fresh(r.Context(), h.Game)
			if err != nil { // the deadlines of the others are due all the same
				p.Log.Error("a game is left out of a calendar", "game", h.Game, "err", err)
				continue
			}
			list = append(list, g)
		}
		return p.writer.Deadlines(list, player.Address(), player.Lang)
	})
}

// subscriber returns whose calendar a link shows, and the games in which their address is on
// file; errNoPage if it is nobody's.
func (p *Pages) subscriber(r *http.Request) (player table.Player, heads []store.Head, err error) {
	_, t, err := p.table(r)
	if err != nil {
		return player, nil, err
	}
	seat, ok := t.SeatOfCalendar(r.PathValue("link"))
	if !ok || t.Players[seat].Address() == "" { // or they were erased
		return player, nil, errNoPage
	}
	player = t.Players[seat]
	player.Lang = t.LangOf(seat)
	heads, err = p.gamesOf(r.Context(), player.Address())
	return player, heads, err
}

// gamesOf returns the heads of the games in which an address is on file.
func (p *Pages) gamesOf(ctx context.Context, address string) (heads []store.Head, err error) {
	names, err := p.Store.Get(ctx, table.AddressKey(address))
	if err != nil {
		return nil, err
	}
	for _, name := range strings.Fields(string(names)) {
		h, err := p.Store.Head(ctx, name)
		if errors.Is(err, store.ErrNoGame) {
			continue
		}
		if err != nil {
			return nil, err
		}
		heads = append(heads, h)
	}
	return heads, nil
}
