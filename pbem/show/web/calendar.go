package web

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"railpost/engine"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/calendar"
	"railpost/store"
)

// calendar is all deadlines of a link's player, as a calendar program fetches them.
func (p *Pages) calendar(w http.ResponseWriter, r *http.Request) {
	player, sits, err := p.subscriber(r)
	seen := player.Lang
	for _, s := range sits {
		seen += " " + s.seen
	}
	p.answerAs(w, r, calendar.MediaType+"; charset=utf-8", "calendar "+player.Address(), p.pageSources(seen), func() ([]byte, error) {
		if err != nil {
			return nil, err
		}
		var list []*games.Game
		for _, s := range sits {
			g, err := p.current(r.Context(), s)
			if err != nil { // the deadlines of the others are still due
				p.Log.Error("a game is left out of a calendar", "game", s.head.Game, "err", err)
				continue
			}
			list = append(list, g)
		}
		return p.writer.Deadlines(list, player.Address(), player.Lang)
	})
}

// subscriber returns the player of a calendar link, and their seats; errNoPage if there is none.
func (p *Pages) subscriber(r *http.Request) (player table.Player, sits []reader, err error) {
	_, t, err := p.table(r)
	if err != nil {
		return player, nil, err
	}
	seat, ok := t.Tokens().SeatOfCalendar(r.PathValue("link"))
	if !ok || t.Players[seat].Address() == "" { // or they were erased
		return player, nil, errNoPage
	}
	player = t.Players[seat]
	player.Lang = t.LangOf(seat)
	sits, err = p.seatsOf(r.Context(), player.Address())
	return player, sits, err
}

// seatsOf returns the seats of an address, one in each game.
func (p *Pages) seatsOf(ctx context.Context, address string) (sits []reader, err error) {
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
		t, err := table.Read(h.Doc)
		if err != nil {
			return nil, err
		}
		who, err := readerOf(h, t, append(t.SeatsOf(address), engine.Nobody)[0])
		if err != nil {
			return nil, err
		}
		sits = append(sits, who)
	}
	return sits, nil
}
