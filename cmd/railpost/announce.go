package main

import (
	"context"
	"strings"

	"railpost/pbem/admin"
)

type announceCommand struct {
	listing
	Text   string `arg:"" help:"What to tell, in quotes."`
	Game   string `placeholder:"GAME" help:"Tell the players of this game; it stands in its log."`
	Player string `placeholder:"WHO" help:"Tell this player alone: a name or an address."`
	All    bool   `help:"Tell everyone who plays; one letter each."`
	DryRun bool   `help:"Only say who would be told."`
}

func (c *announceCommand) Run(ctx context.Context, a *app) error {
	p := admin.Announce{Text: c.Text, Game: c.Game, Player: c.Player, All: c.All, DryRun: c.DryRun}
	return ask(ctx, a, c.listing, "announce", p, func(out admin.Announced) {
		verb := "told"
		if c.DryRun {
			verb = "would be told"
		}
		a.printf("%s: %s\n", verb, strings.Join(out.To, ", "))
	})
}
