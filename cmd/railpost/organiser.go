package main

import (
	"context"

	"railpost/pbem/desk/admin"
)

type organiserCommand struct {
	Renew organiserRenewCommand `cmd:"" help:"Replace an answer address that others have seen."`
}

type organiserRenewCommand struct {
	listing
	admin.RenewOrganiser
}

func (c *organiserRenewCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, c.RenewOrganiser, func(admin.None) {
		if c.DryRun {
			a.printf("would be renewed: %s\n", c.Address)
			return
		}
		a.printf("renewed: a letter with a new answer address goes to %s\n", c.Address)
	})
}
