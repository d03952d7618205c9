package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"railpost/engine/rail/log18xx"
	"railpost/engine/titles"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/fault"
	"railpost/pbem/show/export"
)

type gameImportCommand struct {
	listing
	File    string            `arg:"" help:"Exported log, game of the public 18xx site as JSON, or a trace of one; - for standard input."`
	Game    string            `arg:"" optional:"" help:"Name of a game of the site here: 1 to 12 of a-z, 0-9 and -, such as winter. An exported game keeps its name."`
	Players map[string]string `name:"player" mapsep:"none" placeholder:"NAME=ADDRESS" help:"Address of a player in the file; repeat for each."`
	tableFlags
	OwnRulings bool              `help:"After the end of the file, play by the usual options instead of the rulings of 18xx.games, as far as they may change: Railpost then asks owners before someone buys a train from them. Tell the players beforehand."`
	Options    map[string]string `name:"option" mapsep:"none" placeholder:"KEY=VALUE" help:"With --own-rulings: another value than the usual one for an option that may change."`
	Until      int               `placeholder:"ID" help:"Continue from the position after this action of the file instead of the last one."`
	DryRun     bool              `help:"${check}"`
}

func (c *gameImportCommand) Run(ctx context.Context, a *app) (err error) {
	in, err := a.input(c.File)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	text, title, name, err := readForeign(in)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	p := admin.ImportGame{File: text, Addresses: c.Players, Until: c.Until, CreateGame: c.parameters(title, cmp.Or(c.Game, name))}
	p.DryRun, p.OwnRulings, p.Options = c.DryRun, c.OwnRulings, c.Options
	return ask(ctx, a, c.listing, p, func(out admin.Created) { a.printCreated("imported", out) })
}

// readForeign reads an exported log, a game of the site, or a trace, which it turns into such
// a game. It returns the file's text, the name of its title here, and that of an exported game.
func readForeign(in io.Reader) (text, title, name string, err error) {
	b, err := io.ReadAll(in)
	if err != nil {
		return "", "", "", err
	}
	if log, err := export.Read(bytes.NewReader(b)); err == nil && log.Records[0].Begin != nil {
		return string(b), log.Records[0].Begin.Title, log.Records[0].Begin.Game, nil
	}
	file, err := log18xx.Read(bytes.NewReader(b))
	if err != nil {
		trace, terr := log18xx.ReadTrace(bytes.NewReader(b))
		if terr != nil {
			return "", "", "", err
		}
		var out strings.Builder
		if err := trace.Write(&out); err != nil {
			return "", "", "", err
		}
		file, b = trace, []byte(out.String())
	}
	var known []string
	for _, t := range titles.All() {
		s, ok := t.(log18xx.Title)
		if ok && s.Site() == file.Title {
			return string(b), t.Name(), "", nil
		}
		if ok {
			known = append(known, s.Site())
		}
	}
	return "", "", "", &fault.Mistake{Op: "game.import", What: fmt.Sprintf("the game is %q, which Railpost does not play", file.Title),
		Hint: "it plays " + strings.Join(known, ", ")}
}
