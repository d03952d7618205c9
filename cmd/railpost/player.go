package main

import (
	"context"
	"strconv"
	"strings"

	"railpost/pbem/admin"
	"railpost/pbem/control"
)

type playerCommand struct {
	Set     playerSetCommand     `cmd:"" help:"Change a player's name, address, language, time zone or letters, who is told."`
	Address playerAddressCommand `cmd:"" help:"Enter a person's new address in all games that have not ended, and on the waiting list."`
	Offer   playerOfferCommand   `cmd:"" help:"Offer a player's seat to everyone on the waiting list; the first to accept has it."`
	Replace playerReplaceCommand `cmd:"" help:"Ask someone else to take a player's seat for good; it is theirs once they accept."`
	Erase   playerEraseCommand   `cmd:"" help:"Erase a person who no longer plays: name, addresses, words and mail; moves stay. Without --yes only lists what there is."`
	Token   playerTokenCommand   `cmd:"" help:"Show the address that proves a seat, for a player who cannot answer a letter."`
	Renew   playerRenewCommand   `cmd:"" help:"Give a player another answer address; the old one stops working."`
}

type playerSetCommand struct {
	listing
	Game    string `arg:"" help:"Name of the game."`
	Seat    string `arg:"" help:"Seat, from 0, or the player's name."`
	Name    string `help:"New name of the same person."`
	Address string `help:"New address; the others are forgotten and the token is renewed."`
	Lang    string `name:"language" placeholder:"LANGUAGE" help:"Language of their letters: en, es or ca."`
	Zone    string `help:"Time zone, such as Europe/Madrid."`
	Letters string `help:"turns, rounds, moves or off."`
	Force   bool   `help:"Even if another seat has the same address."`
	DryRun  bool   `help:"Only say whether it would work."`
}

func (c *playerSetCommand) Run(ctx context.Context, a *app) error {
	if c.Name == "" && c.Address == "" && c.Lang == "" && c.Zone == "" && c.Letters == "" {
		return &control.Error{Op: "player.set", What: "nothing to change", Hint: "give at least one of --name, --address, --language, --zone and --letters"}
	}
	p := admin.SetPlayer{Game: c.Game, Name: c.Name, Address: c.Address, Lang: c.Lang, Zone: c.Zone, Letters: c.Letters, Force: c.Force, DryRun: c.DryRun}
	p.Seat, p.Player = seatOrName(c.Seat)
	return ask(ctx, a, c.listing, "player.set", p, func(out admin.GameRow) { a.printRow(out, c.DryRun) })
}

// seatOrName reads a seat: its number, or the player's name.
func seatOrName(text string) (seat int, player string) {
	if n, err := strconv.Atoi(text); err == nil {
		return n, ""
	}
	return 0, text
}

type playerReplaceCommand struct {
	listing
	Game    string `arg:"" help:"Name of the game."`
	Seat    string `arg:"" help:"Seat, from 0, or the player's name."`
	Name    string `help:"The newcomer's name."`
	Address string `help:"The newcomer's address."`
	Robot   string `placeholder:"NAME[:LEVEL]" help:"A robot instead, which has the seat at once: Bot, or Bot:easy, Bot:hard."`
	Force   bool   `help:"Even if another seat has the same address."`
	DryRun  bool   `help:"Only say whether it would work."`
}

func (c *playerReplaceCommand) Run(ctx context.Context, a *app) error {
	p := admin.ReplacePlayer{Game: c.Game, Name: c.Name, Address: c.Address, Robot: c.Robot, Force: c.Force, DryRun: c.DryRun}
	p.Seat, p.Player = seatOrName(c.Seat)
	return ask(ctx, a, c.listing, "player.replace", p, func(out admin.GameRow) { a.printRow(out, c.DryRun) })
}

type playerOfferCommand struct {
	listing
	Game   string `arg:"" help:"Name of the game."`
	Seat   string `arg:"" help:"Seat, from 0, or the player's name."`
	DryRun bool   `help:"Only say who would be asked."`
}

func (c *playerOfferCommand) Run(ctx context.Context, a *app) error {
	p := admin.OfferSeat{Game: c.Game, DryRun: c.DryRun}
	p.Seat, p.Player = seatOrName(c.Seat)
	return ask(ctx, a, c.listing, "player.offer", p, func(out admin.OpenSeat) {
		asked := "nobody on the waiting list can take it; railpost player replace gives it to someone else"
		if len(out.Asked) > 0 {
			asked = "asked: " + strings.Join(out.Asked, ", ")
		}
		a.printf("%s%s, %s's seat is open; %s\n", dry(c.DryRun), out.Game, out.Player, asked)
	})
}

type playerTokenCommand struct {
	listing
	Game string `arg:"" help:"Name of the game."`
	Seat int    `arg:"" help:"Seat, from 0."`
}

func (c *playerTokenCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, "player.token", admin.TokenOf{Game: c.Game, Seat: c.Seat}, func(out admin.Token) {
		a.printf("%s\n", out.Address)
		if out.Code != "" {
			a.printf("with this line in the mail: %s\n", out.Code)
		}
	})
}

type playerRenewCommand struct {
	listing
	Game   string `arg:"" help:"Name of the game."`
	Seat   string `arg:"" help:"Seat, from 0, or the player's name; they get a letter to answer."`
	DryRun bool   `help:"Only say whether it would work."`
}

func (c *playerRenewCommand) Run(ctx context.Context, a *app) error {
	p := admin.RenewPlayer{Game: c.Game, DryRun: c.DryRun}
	p.Seat, p.Player = seatOrName(c.Seat)
	return ask(ctx, a, c.listing, "player.renew", p, func(out admin.GameRow) { a.printRow(out, c.DryRun) })
}

type playerAddressCommand struct {
	listing
	Old    string `arg:"" help:"The address on file."`
	New    string `arg:"" help:"The new one; each game sends a letter there, and tokens are renewed."`
	Force  bool   `help:"Even if another seat of a game has the same address."`
	DryRun bool   `help:"Only say whether it would work."`
}

func (c *playerAddressCommand) Run(ctx context.Context, a *app) error {
	p := admin.MoveAddress{Old: c.Old, New: c.New, Force: c.Force, DryRun: c.DryRun}
	return ask(ctx, a, c.listing, "player.address", p, func(out admin.Moved) {
		for _, g := range out.Games {
			a.printRow(g, c.DryRun)
		}
		if out.Waiting {
			a.printf("%sthe waiting list\n", dry(c.DryRun))
		}
		if out.Profile {
			a.printf("%sthe profile\n", dry(c.DryRun))
		}
	})
}
