package main

import "railpost/pbem/desk/admin"

type webCommand struct {
	Link  request[admin.WebLink, link] `cmd:"" help:"Show the address of the list of all tables, or of the page of a game for everybody."`
	Renew request[admin.None, link]    `cmd:"" help:"Give the list of all tables another address; the old one leads nowhere."`
}

type link admin.Link

func (l link) print(a *app) { a.printf("%s\n", l.URL) }
