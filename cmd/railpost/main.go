// Railpost referees railroad games by e-mail.
//
// This package is its command line: flags and wiring, one file per sub-command. Commands
// that concern games go to the running daemon through its socket or, if none runs, to the
// store itself (call.go).
//
// Exit codes: 0 done; 1 it could not be done; 2 the command line is wrong; 3 a check has
// found something wrong; 4 the service is paused after a restore.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/alecthomas/kong"

	"railpost/pbem/facts/fault"
	"railpost/pbem/run/setup"
)

// Exit codes.
const (
	exitFailed = 1
	exitUsage  = 2
	exitFaults = 3
	exitPaused = 4
)

type commands struct {
	Config string `short:"c" placeholder:"FILE" env:"RAILPOST_CONFIG" default:"/etc/railpost/railpost.toml" help:"Configuration file (${env}; ${default})."`

	Demo   demoCommand   `cmd:"" group:"First steps" help:"Play here against robots; needs no setup."`
	Init   initCommand   `cmd:"" group:"First steps" help:"Set up a mailbox and write the configuration."`
	SignIn signInCommand `cmd:"" group:"First steps" help:"Sign in to a mailbox with OAuth, without a password."`
	Doctor doctorCommand `cmd:"" group:"First steps" help:"Check that mailbox, store and clock work."`
	Serve  serveCommand  `cmd:"" group:"First steps" help:"Run the service."`

	Game     gameCommand     `cmd:"" group:"Games" help:"Create, watch and run games."`
	Announce announceCommand `cmd:"" group:"Games" help:"Write to a table, to a player or to everyone."`
	Lobby    lobbyCommand    `cmd:"" group:"Games" help:"Look after tables that players form by mail."`

	Player    playerCommand    `cmd:"" group:"People" help:"Change players, their addresses and their seats."`
	Seats     seatsCommand     `cmd:"" group:"People" help:"List the seats that need a player."`
	Waiting   waitingCommand   `cmd:"" group:"People" help:"Look after the waiting list."`
	Organiser organiserCommand `cmd:"" group:"People" help:"Renew the answer address of an organiser."`

	Mail    mailCommand    `cmd:"" group:"Letters and mail" help:"Look after the letters to send and the mail that came."`
	Mailbox mailboxCommand `cmd:"" group:"Letters and mail" help:"Move to another provider."`
	Render  renderCommand  `cmd:"" group:"Letters and mail" help:"Show a player's current letter, or draw the board."`

	Backup  backupCommand  `cmd:"" group:"Store" help:"Write a verified copy of the store as a file."`
	Restore restoreCommand `cmd:"" group:"Store" help:"Replace the store with a backup."`
	Check   checkCommand   `cmd:"" group:"Store" help:"Check every hash and replay every game."`
	Copy    copyCommand    `cmd:"" group:"Store" help:"Copy the store to PostgreSQL or back, and compare."`
	Upgrade upgradeCommand `cmd:"" group:"Store" help:"See what a new version of Railpost changes."`

	Titles titlesCommand `cmd:"" group:"Titles" help:"List the titles, or the options of one."`
	Rules  rulesCommand  `cmd:"" group:"Titles" help:"Show the rules, rulings and orders of a title."`
	Board  boardCommand  `cmd:"" group:"Titles" help:"Check the files of another board for a title."`

	Conf     configCommand   `cmd:"" group:"Service" name:"config" help:"Check or show the configuration."`
	DKIM     dkimCommand     `cmd:"" group:"Service" name:"dkim" help:"Make keys that sign letters."`
	Web      webCommand      `cmd:"" group:"Service" help:"Show the addresses of the web pages."`
	Stats    statsCommand    `cmd:"" group:"Service" help:"Count games, and show how fast players answer."`
	Clock    clockCommand    `cmd:"" group:"Service" help:"Show or correct the time of the service."`
	Version  versionCommand  `cmd:"" group:"Service" help:"Show the versions of Railpost and its titles."`
	Complete completeCommand `cmd:"" hidden:"" help:"Answer a shell that completes a command line."`
}

const description = `Railpost referees railroad games by e-mail.

Exit codes: 0 done, 1 could not be done, 2 wrong command line, 3 a check has
found something wrong, 4 the service is paused after a restore.`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// endings are the signals that end a command in good order, SIGHUP among them, unless nohup
// has it ignored.
func endings() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}

// exitCode is an error that has already been printed.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// helpShown stops the parsing of a command line that asks for help.
type helpShown struct{}

// repeated is the help of parameters shared by many commands.
var repeated = kong.Vars{
	"game":    "Name of the game.",
	"player":  "The player's name, or a seat's number from 0.",
	"why":     "A reason; Railpost tells everyone at the table.",
	"letters": "turns, rounds, moves or off.",
	"hook":    "ID of the webhook, as railpost game hook list shows it.",
	"force":   "Even if another seat has the same address.",
	"dry_run": "Only say whether it would work.",
	"check":   "Check everything; save and send nothing.",

	"providers": setup.ProviderNames(),
}

func newParser(c *commands, stdout, stderr io.Writer) (*kong.Kong, error) {
	return kong.New(c, kong.Name("railpost"), kong.Description(description), kong.Writers(stdout, stderr), repeated,
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 80}),
		kong.Exit(func(int) { panic(helpShown{}) }))
}

// run carries out one command line.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(helpShown); !ok {
				panic(r)
			}
		}
	}()
	var c commands
	parser, err := newParser(&c, stdout, stderr)
	if err != nil {
		return fail(stderr, err)
	}
	parsed, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(stderr, "railpost: %v\n  %s\n", err, usage(err))
		return exitUsage
	}
	parsed.BindTo(ctx, (*context.Context)(nil))
	a := &app{configPath: c.Config, stdin: stdin, stdout: stdout, stderr: stderr}
	a.method, a.dryRun = methodOf(parsed.Selected()), isDryRun(parsed)
	if err := parsed.Run(a); err != nil {
		return fail(stderr, err)
	}
	return fail(stderr, a.failed)
}

// usage returns how to write the command of a wrong command line, or where to see all commands.
func usage(err error) string {
	wrong, ok := errors.AsType[*kong.ParseError](err)
	if !ok || wrong.Context.Selected() == nil {
		return "railpost --help shows all commands"
	}
	command := wrong.Context.Selected()
	return "write railpost " + command.Summary() + "; railpost " + command.Path() + " --help explains it"
}

// methodOf returns the method of package admin that has the name of a command.
func methodOf(command *kong.Node) string {
	if command.Parent.Type == kong.CommandNode {
		return command.Parent.Name + "." + command.Name
	}
	return command.Name
}

// isDryRun reports whether a command line asks for a dry run.
func isDryRun(parsed *kong.Context) bool {
	return slices.ContainsFunc(parsed.Flags(), func(f *kong.Flag) bool {
		return f.Name == "dry-run" && f.IsBool() && f.Target.Bool()
	})
}

// fail prints an error and returns its exit code.
func fail(stderr io.Writer, err error) int {
	var e *fault.Mistake
	var code exitCode
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &e) && e.Hint != "":
		fmt.Fprintf(stderr, "railpost: %s: %s\n  %s\n", e.Op, e.What, e.Hint)
	default:
		fmt.Fprintf(stderr, "railpost: %v\n", err)
	}
	return exitFailed
}
