package main

import (
	"strings"

	"railpost/pbem/desk/admin"
)

type playerCommand struct {
	Set     changes[admin.SetPlayer]              `cmd:"" help:"Change a player's name, address, language, time zone or letters, who is told."`
	Address request[admin.MoveAddress, moved]     `cmd:"" help:"Enter a person's new address in all games that have not ended, and on the waiting list."`
	Offer   request[admin.OfferSeat, offeredSeat] `cmd:"" help:"Offer a player's seat to everyone on the waiting list; the first to accept has it."`
	Replace changes[admin.ReplacePlayer]          `cmd:"" help:"Ask someone else to take a player's seat for good; it is theirs once they accept."`
	Erase   playerEraseCommand                    `cmd:"" help:"Erase a person who no longer plays: name, addresses, words and mail; moves stay. Without --yes only lists what there is."`
	Token   request[admin.TokenOf, token]         `cmd:"" help:"Show the address that proves a seat, for a player who cannot answer a letter."`
	Renew   changes[admin.RenewPlayer]            `cmd:"" help:"Give a player another answer address; the old one stops working."`
}

type offeredSeat admin.OpenSeat

func (s offeredSeat) print(a *app) {
	asked := "nobody on the waiting list can take it; railpost player replace gives it to someone else"
	if len(s.Asked) > 0 {
		asked = "asked: " + strings.Join(s.Asked, ", ")
	}
	a.printf("%s%s, %s's seat is open; %s\n", a.dry(), s.Game, s.Player, asked)
}

type token admin.Token

func (t token) print(a *app) {
	a.printf("%s\n", t.Address)
	if t.Code != "" {
		a.printf("with this line in the mail: %s\n", t.Code)
	}
}

type moved admin.Moved

func (m moved) print(a *app) {
	for _, g := range m.Games {
		a.printRow(g)
	}
	if m.Waiting {
		a.printf("%sthe waiting list\n", a.dry())
	}
	if m.Profile {
		a.printf("%sthe profile\n", a.dry())
	}
}
