package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"railpost/engine/rail/log18xx"
	"railpost/engine/titles"
	"railpost/pbem/admin"
	"railpost/pbem/control"
)

type gameImportCommand struct {
	listing
	File         string            `arg:"" help:"Game of the public 18xx site as JSON, or a trace of one; - for standard input."`
	Game         string            `arg:"" help:"Name of the game here: 1 to 12 of a-z, 0-9 and -, as winter."`
	Players      map[string]string `name:"player" mapsep:"none" placeholder:"NAME=ADDRESS" help:"Address of a player of the file; once for each."`
	Zone         string            `placeholder:"ZONE" help:"Time zone of players who choose none, as Europe/Madrid."`
	AnswerWithin string            `placeholder:"TIME" help:"Time to answer, as 3d or 36h: 1h to 365d."`
	Reminders    []string          `name:"reminder" sep:"none" placeholder:"CRON" help:"When a late player is reminded, as '0 9 * * *'; may be repeated."`
	Letters      string            `placeholder:"WHICH" help:"all, mine or off."`
	Organiser    string            `placeholder:"ADDRESS" help:"Who is told when something is wrong with the game."`
	Force        bool              `help:"Also if two seats have one address."`
	Until        int               `placeholder:"ID" help:"Go on from the position behind this action of the file instead of its last one."`
	DryRun       bool              `help:"Check everything, keep and send nothing."`
}

func (c *gameImportCommand) Run(ctx context.Context, a *app) (err error) {
	in, err := a.input(c.File)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	text, title, err := readForeign(in)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	var out admin.Created
	err = a.call(ctx, "game.import", admin.ImportGame{File: text, Addresses: c.Players, Until: c.Until,
		CreateGame: admin.CreateGame{Title: title, Game: c.Game, Zone: c.Zone, AnswerWithin: c.AnswerWithin, Reminders: c.Reminders,
			Letters: c.Letters, Force: c.Force, Organiser: c.Organiser, DryRun: c.DryRun}}, &out)
	if err != nil {
		return err
	}
	return c.show(a, out, func() error {
		verb := "imported"
		if c.DryRun {
			verb = "would be imported"
		}
		return a.printf("game %s %s (%s): %s; %d letters\nseed commitment %s\n", out.Game, verb, out.State, strings.Join(out.Players, ", "), out.Letters, out.Commitment)
	})
}

// readForeign reads a game of the site, or a trace, which it turns into such a game. It
// returns the file's text and the name of its title here.
func readForeign(in io.Reader) (text, title string, err error) {
	b, err := io.ReadAll(in)
	if err != nil {
		return "", "", err
	}
	file, err := log18xx.Read(bytes.NewReader(b))
	if err != nil {
		trace, terr := log18xx.ReadTrace(bytes.NewReader(b))
		if terr != nil {
			return "", "", err
		}
		var out strings.Builder
		if err := trace.Write(&out); err != nil {
			return "", "", err
		}
		file, b = trace, []byte(out.String())
	}
	var known []string
	for _, t := range titles.All() {
		s, ok := t.(log18xx.Title)
		if ok && s.Site() == file.Title {
			return string(b), t.Name(), nil
		}
		if ok {
			known = append(known, s.Site())
		}
	}
	return "", "", &control.Error{Op: "game.import", What: fmt.Sprintf("the game is %q, which this program does not play", file.Title),
		Hint: "it takes games of " + strings.Join(known, ", ")}
}
