package main

import (
	"context"
	"fmt"
	"strings"

	"railpost/pbem/desk/admin"
)

type lobbyCommand struct {
	List  request[admin.None, openings]              `cmd:"" help:"List the tables that players form by mail."`
	Close request[admin.CloseOpening, closedOpening] `cmd:"" help:"Close one of these tables and tell its players."`
	Allow lobbyAllowCommand                          `cmd:"" help:"Write again to someone who answered 'stop'."`
}

type openings []admin.Opening

func (list openings) print(a *app) {
	rows := [][]string{{"TABLE", "TITLE", "SEATS", "OPENED", "CHANGED", "PLAYERS"}}
	for _, o := range list {
		rows = append(rows, []string{o.Game, o.Title, fmt.Sprintf("%d of %d", len(o.Players), o.Seats), when(o.Opened), when(o.Changed), strings.Join(o.Players, ", ")})
	}
	a.table(rows)
}

type closedOpening admin.Opening

func (o closedOpening) print(a *app) { a.printf("%sthe table %s is closed\n", a.dry(), o.Game) }

type lobbyAllowCommand struct {
	listing
	admin.AllowRequests
}

func (c *lobbyAllowCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, c.AllowRequests, func(admin.None) {
		a.printf("%s%s can be written to again\n", a.dry(), c.Address)
	})
}
