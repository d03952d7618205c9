package main

import (
	"context"

	"railpost/pbem/admin"
)

type renderCommand struct {
	listing
	Game string `arg:"" help:"Name of the game."`
	Seat int    `arg:"" help:"Seat, from 0."`
	Step uint64 `placeholder:"N" help:"As it was after step N."`
	Kind string `placeholder:"KIND" help:"turn, news, start, end ...; turn by default."`
	HTML bool   `help:"The HTML part instead of the text."`
}

func (c *renderCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, "render", admin.RenderFor{Game: c.Game, Seat: c.Seat, Step: c.Step, Kind: c.Kind, HTML: c.HTML}, func(out admin.RenderedText) {
		if c.HTML {
			a.printf("%s", out.Text)
			return
		}
		a.printf("Subject: %s\n\n%s", out.Subject, out.Text)
	})
}
