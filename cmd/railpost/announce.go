package main

import (
	"context"
	"strings"

	"railpost/pbem/desk/admin"
)

type announceCommand struct {
	listing
	admin.Announce
}

func (c *announceCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, c.Announce, func(out admin.Announced) {
		verb := "told"
		if c.DryRun {
			verb = "would be told"
		}
		a.printf("%s: %s\n", verb, strings.Join(out.To, ", "))
	})
}
