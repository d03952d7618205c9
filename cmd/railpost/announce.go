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
		a.printf("%s: %s\n", a.would("told"), strings.Join(out.To, ", "))
	})
}
