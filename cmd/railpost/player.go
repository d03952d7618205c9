package main

import (
	"context"
	"strings"

	"railpost/pbem/desk/admin"
)

type playerCommand struct {
	Set     changes[admin.SetPlayer]     `cmd:"" help:"Change a player's name, address, language, time zone or letters, who is told."`
	Address playerAddressCommand         `cmd:"" help:"Enter a person's new address in all games that have not ended, and on the waiting list."`
	Offer   playerOfferCommand           `cmd:"" help:"Offer a player's seat to everyone on the waiting list; the first to accept has it."`
	Replace changes[admin.ReplacePlayer] `cmd:"" help:"Ask someone else to take a player's seat for good; it is theirs once they accept."`
	Erase   playerEraseCommand           `cmd:"" help:"Erase a person who no longer plays: name, addresses, words and mail; moves stay. Without --yes only lists what there is."`
	Token   playerTokenCommand           `cmd:"" help:"Show the address that proves a seat, for a player who cannot answer a letter."`
	Renew   changes[admin.RenewPlayer]   `cmd:"" help:"Give a player another answer address; the old one stops working."`
}

type playerOfferCommand struct {
	listing
	admin.OfferSeat
}

func (c *playerOfferCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, c.OfferSeat, func(out admin.OpenSeat) {
		asked := "nobody on the waiting list can take it; railpost player replace gives it to someone else"
		if len(out.Asked) > 0 {
			asked = "asked: " + strings.Join(out.Asked, ", ")
		}
		a.printf("%s%s, %s's seat is open; %s\n", a.dry(), out.Game, out.Player, asked)
	})
}

type playerTokenCommand struct {
	listing
	admin.TokenOf
}

func (c *playerTokenCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, c.TokenOf, func(out admin.Token) {
		a.printf("%s\n", out.Address)
		if out.Code != "" {
			a.printf("with this line in the mail: %s\n", out.Code)
		}
	})
}

type playerAddressCommand struct {
	listing
	admin.MoveAddress
}

func (c *playerAddressCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, c.MoveAddress, func(out admin.Moved) {
		for _, g := range out.Games {
			a.printRow(g)
		}
		if out.Waiting {
			a.printf("%sthe waiting list\n", a.dry())
		}
		if out.Profile {
			a.printf("%sthe profile\n", a.dry())
		}
	})
}
