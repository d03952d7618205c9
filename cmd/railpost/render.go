package main

import (
	"context"
	"os"

	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/fault"
	"railpost/pbem/show/picture"
)

type renderCommand struct {
	listing
	pictures
	Game   string `arg:"" help:"${game}"`
	Player string `arg:"" optional:"" help:"Show this player's letter, or what they see in a picture, and tell the table so; by default the public picture."`
	Step   uint64 `placeholder:"N" help:"After step N; by default now."`
	Kind   string `placeholder:"KIND" help:"turn, news, start, end ...; turn by default."`
	HTML   bool   `help:"The HTML part instead of the text."`
}

// pictures are the files that the board is drawn into.
type pictures struct {
	PNG   string `placeholder:"FILE" type:"path" help:"Draw the board as an image, as letters show it."`
	SVG   string `placeholder:"FILE" type:"path" help:"Draw the board as a vector image, for web pages."`
	PDF   string `placeholder:"FILE" type:"path" help:"Draw the board on a sheet of A4."`
	Chart string `placeholder:"KIND" help:"Draw a chart of the game so far instead: prices, worth, cash, income, points, shares or runs."`
	Width int    `placeholder:"PIXELS" help:"Width of the picture."`
}

func (c *renderCommand) Run(ctx context.Context, a *app) error {
	drawn, err := c.draw(ctx, a)
	switch {
	case err != nil || drawn:
		return err
	case c.Player == "":
		return &fault.Mistake{Op: "render", What: "it is not clear what to show", Hint: "name a player to see their letter, or a file with --png, --svg or --pdf"}
	}
	return ask(ctx, a, c.listing, admin.RenderFor{Game: c.Game, Player: c.Player, Step: c.Step, Kind: c.Kind, HTML: c.HTML}, func(out admin.RenderedText) {
		if c.HTML {
			a.printf("%s", out.Text)
			return
		}
		a.printf("Subject: %s\n\n%s", out.Subject, out.Text)
	})
}

// draw writes the pictures that are wanted and reports whether there are any.
func (c *renderCommand) draw(ctx context.Context, a *app) (drawn bool, err error) {
	for _, p := range []struct {
		format picture.Format
		file   string
	}{{picture.PNG, c.PNG}, {picture.SVG, c.SVG}, {picture.PDF, c.PDF}} {
		if p.file == "" {
			continue
		}
		var out admin.Picture
		if err := a.call(ctx, "render.picture", admin.PictureOf{Game: c.Game, Player: c.Player, Step: c.Step, Format: p.format, Width: c.Width, Chart: c.Chart}, &out); err != nil {
			return drawn, err
		}
		if err := os.WriteFile(p.file, out.File, 0o644); err != nil {
			return drawn, err
		}
		a.printf("%s written\n", p.file)
		drawn = true
	}
	return drawn, nil
}
