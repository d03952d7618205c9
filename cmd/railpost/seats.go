package main

import (
	"context"
	"strconv"
	"strings"

	"railpost/pbem/desk/admin"
)

type seatsCommand struct{ listing }

func (c *seatsCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, struct{}{}, func(out []admin.OpenSeat) {
		rows := [][]string{{"GAME", "TITLE", "STATE", "SEAT", "PLAYER", "WHY", "ASKED"}}
		for _, s := range out {
			rows = append(rows, []string{s.Game, s.Title, s.State, strconv.Itoa(s.Seat), s.Player, s.Why, dash(strings.Join(s.Asked, ", "))})
		}
		a.table(rows)
	})
}
