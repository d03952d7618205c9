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
	admin.WebLink
}

func (c *webLinkCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, c.WebLink, a.printLink)
}

type webRenewCommand struct{ listing }

func (c *webRenewCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, admin.None{}, a.printLink)
}

func (a *app) printLink(l admin.Link) { a.printf("%s\n", l.URL) }
