package main

import (
	"context"

	"railpost/pbem/desk/admin"
)

type webCommand struct {
	Link  webLinkCommand  `cmd:"" help:"Show the address of the list of all tables, or of the page of a game for everybody."`
	Renew webRenewCommand `cmd:"" help:"Give the list of all tables another address; the old one leads nowhere."`
}

type webLinkCommand struct {
	listing
	Game string `arg:"" optional:"" help:"Name of the game; none for the list."`
}

func (c *webLinkCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, "web.link", admin.WebLink{Game: c.Game}, func(out admin.Link) { a.printf("%s\n", out.URL) })
}

type webRenewCommand struct{ listing }

func (c *webRenewCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, "web.link", admin.WebLink{Renew: true}, func(out admin.Link) { a.printf("%s\n", out.URL) })
}
