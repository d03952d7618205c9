package main

import "railpost/pbem/desk/admin"

type webCommand struct {
	Link  request[admin.WebLink, link] `cmd:"" help:"Show the address of a game's page, or of the list."`
	Renew request[admin.None, link]    `cmd:"" help:"Give the list of tables another address."`
}

type link admin.Link

func (l link) print(a *app) { a.printf("%s\n", l.URL) }
