package main

import (
	"strings"

	"railpost/pbem/desk/admin"
)

type playerCommand struct {
	Set     changes[admin.SetPlayer]              `cmd:"" help:"Change a player's name, address or settings."`
	Address request[admin.MoveAddress, moved]     `cmd:"" help:"Change a person's address in all their games."`
	Offer   request[admin.OfferSeat, offeredSeat] `cmd:"" help:"Offer a player's seat to the waiting list."`
	Replace changes[admin.ReplacePlayer]          `cmd:"" help:"Ask someone else to take a player's seat."`
	Erase   playerEraseCommand                    `cmd:"" help:"Erase a person who no longer plays."`
	Token   request[admin.TokenOf, token]         `cmd:"" help:"Show a player's answer address."`
	Renew   changes[admin.RenewPlayer]            `cmd:"" help:"Replace an answer address that others have seen."`
}

type offeredSeat admin.OpenSeat

func (s offeredSeat) print(a *app) {
	asked := "no one on the waiting list can take it; railpost player replace asks someone else"
	if len(s.Asked) > 0 {
		asked = "asked: " + strings.Join(s.Asked, ", ")
	}
	a.printf("%s%s, %s's seat is open; %s\n", a.dry(), s.Game, s.Player, asked)
}

type token admin.Token

func (t token) print(a *app) {
	a.printf("%s\n", t.Address)
	if t.Code != "" {
		a.printf("with this line in the message: %s\n", t.Code)
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
