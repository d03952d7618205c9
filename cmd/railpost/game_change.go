package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"railpost/engine/rail/log18xx"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/fault"
	"railpost/pbem/run/plain"
)

// changes asks for a change of a game and prints the game after it.
type changes[P any] = request[P, changed]

type changed admin.GameRow

func (g changed) print(a *app) { a.printRow(admin.GameRow(g)) }

func (a *app) change(ctx context.Context, l listing, params any) error {
	return ask(ctx, a, l, params, a.printRow)
}

// printRow prints a game after a change, or as it would be after it.
func (a *app) printRow(g admin.GameRow) {
	a.printf("%s%s: %s, step %d, waits for %s\n", a.dry(), g.Game, g.State, g.Step, waits(g.Waiting, when))
}

// dry returns the prefix of the output of a dry run.
func (a *app) dry() string {
	if a.dryRun {
		return "(dry run: nothing was changed) "
	}
	return ""
}

// would returns done as it is, or "would be" done in a dry run.
func (a *app) would(done string) string {
	if a.dryRun {
		return "would be " + done
	}
	return done
}

// changeAll is a change of one game or of all at once.
type changeAll struct {
	listing
	Game   string `arg:"" optional:"" help:"${game}"`
	All    bool   `help:"All games."`
	Why    string `placeholder:"TEXT" help:"${why}"`
	DryRun bool   `help:"${dry_run}"`
}

func (c *changeAll) Run(ctx context.Context, a *app) error {
	if c.All == (c.Game != "") {
		return &fault.Mistake{Op: a.method, What: "it needs either a game or --all", Hint: "give the name of a game, or --all"}
	}
	if !c.All {
		return a.change(ctx, c.listing, admin.ChangeGame{Game: c.Game, Why: c.Why, DryRun: c.DryRun})
	}
	a.method += "-all"
	return ask(ctx, a, c.listing, admin.ChangeAll{Why: c.Why, DryRun: c.DryRun}, func(out []admin.GameRow) {
		for _, g := range out {
			a.printRow(g)
		}
		if len(out) == 0 {
			a.printf("no game was changed\n")
		}
	})
}

type gameActCommand = request[admin.ActFor, acted]

type acted admin.Acted

func (done acted) print(a *app) {
	a.printRow(done.GameRow)
	if done.Refused != "" {
		a.printf("the orders up to the first that showed something hidden were played; not played: %s\n", done.Refused)
	}
}

// gameEndCommand asks before it ends a game.
type gameEndCommand struct {
	listing
	admin.ChangeGame
	Yes bool `help:"Do not ask first; needed where there is no terminal."`
}

func (c *gameEndCommand) Run(ctx context.Context, a *app) error {
	if !c.Yes && !c.DryRun {
		if !isTerminal(a.stdin) {
			return &fault.Mistake{Op: a.method, What: "there is no terminal to ask at", Hint: "add --yes to end the game without a question"}
		}
		if err := c.confirm(ctx, a); err != nil {
			return err
		}
	}
	return a.change(ctx, c.listing, c.ChangeGame)
}

// confirm returns an error unless the answer to its question is yes.
func (c *gameEndCommand) confirm(ctx context.Context, a *app) error {
	var g admin.Shown
	if err := a.call(ctx, "game.show", admin.LookAt{Game: c.Game}, &g); err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "End %s (%s, %s)? [y/N] ", c.Game, cmp.Or(g.Status, g.State), plain.Count(len(g.Players), "player"))
	answer, err := bufio.NewReader(a.stdin).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
		return &fault.Mistake{Op: a.method, What: "nothing was changed"}
	}
	return nil
}

type gameArchiveCommand struct {
	listing
	Game   string `arg:"" help:"${game}"`
	DryRun bool   `help:"Only say whether it would work, and under which name."`
}

func (c *gameArchiveCommand) Run(ctx context.Context, a *app) error {
	return a.change(ctx, c.listing, admin.ChangeGame{Game: c.Game, DryRun: c.DryRun})
}

type gameUndoCommand struct {
	listing
	admin.ChangeGame
	To uint64 `required:"" placeholder:"N" help:"The step to go back to; railpost game log shows the steps."`
}

func (c *gameUndoCommand) Run(ctx context.Context, a *app) error {
	c.ChangeGame.To = c.To
	return a.change(ctx, c.listing, c.ChangeGame)
}

type gameExportCommand struct {
	Game   string `arg:"" help:"${game}"`
	File   string `arg:"" optional:"" default:"-" help:"File to write (it must not exist); - for standard output."`
	Format string `placeholder:"FORMAT" help:"18xx: write a game that the public 18xx site can load, instead of the log."`
	Secret bool   `help:"Export even a running game, with hidden information. Railpost logs this and tells the table."`
}

func (c *gameExportCommand) Run(ctx context.Context, a *app) error {
	var out admin.Exported
	if err := a.call(ctx, "game.export", admin.ExportGame{LookAt: admin.LookAt{Game: c.Game, Secret: c.Secret}, Format: c.Format}, &out); err != nil {
		return err
	}
	if out.Part {
		a.note("18xx.games can load only games under the profile %s to their end; %s has other options", log18xx.Profile, c.Game)
	}
	if c.File == "-" {
		_, err := io.WriteString(a.stdout, out.Text)
		return err
	}
	if err := writeNew(c.File, out.Text); err != nil {
		return err
	}
	a.printf("game %s exported to %s\n", c.Game, c.File)
	return nil
}

// writeNew writes a file that only its owner can read. It fails if the file exists.
func writeNew(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
