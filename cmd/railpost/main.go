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

	Demo      demoCommand      `cmd:"" help:"Play a game on this machine against robots; no setup needed."`
	Serve     serveCommand     `cmd:"" help:"Run the service."`
	Init      initCommand      `cmd:"" help:"Ask for a mailbox, try it and write the configuration."`
	Conf      configCommand    `cmd:"" name:"config" help:"Check or show the configuration."`
	Doctor    doctorCommand    `cmd:"" help:"Check that mailbox, store and clock work."`
	Titles    titlesCommand    `cmd:"" help:"List the games you can play, and the rulings Railpost plays by."`
	Rules     rulesCommand     `cmd:"" help:"Show a title's options, rulings and orders."`
	Board     boardCommand     `cmd:"" help:"Check the files of another board for a title."`
	Game      gameCommand      `cmd:"" help:"Create, look at and run games."`
	Player    playerCommand    `cmd:"" help:"Change who has a seat, or show its answer address."`
	Organiser organiserCommand `cmd:"" help:"Renew the answer address of an organiser."`
	Seats     seatsCommand     `cmd:"" help:"List the seats for which someone is wanted."`
	Stats     statsCommand     `cmd:"" help:"Games by title: how many run and have ended, how long they last, how fast players answer."`
	Waiting   waitingCommand   `cmd:"" help:"The waiting list: people who are offered the seats for which someone is wanted."`
	Lobby     lobbyCommand     `cmd:"" help:"Tables that players form by mail, where the configuration lets them."`
	Announce  announceCommand  `cmd:"" help:"Write to a table, to a player or to everyone who plays."`
	Render    renderCommand    `cmd:"" help:"Show the letter a seat would get now. The table is told."`
	Web       webCommand       `cmd:"" help:"The addresses of the pages, where the configuration turns them on."`
	Mail      mailCommand      `cmd:"" help:"Look at letters and mails, send letters again, or enter a mail by hand."`

	Clock    clockCommand    `cmd:"" help:"What Railpost takes as the time, and ways back from a clock that was wrong."`
	Check    checkCommand    `cmd:"" help:"Check every hash in the store and replay every game."`
	Backup   backupCommand   `cmd:"" help:"Write a verified copy of the store, even while the daemon runs."`
	Upgrade  upgradeCommand  `cmd:"" help:"See what a new program would do with the games under way, and let their players decide on mended rules."`
	Restore  restoreCommand  `cmd:"" help:"Replace the store with a backup; the service is paused afterwards."`
	Move     moveCommand     `cmd:"" help:"Move the store from a file to a PostgreSQL database, or back, and compare everything; the digest is that of all of it."`
	Resume   resumeCommand   `cmd:"" help:"After a restore: let the service resume when it next starts (serve --resume resumes at once)."`
	Complete completeCommand `cmd:"" hidden:"" help:"Answer a shell that completes a command line."`
	Version  versionCommand  `cmd:"" help:"Show the versions of the program, the store layout and the titles."`
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
	"seat":    "Seat, from 0, or the player's name.",
	"why":     "A reason, told to everyone.",
	"letters": "turns, rounds, moves or off.",
	"hook":    "The hook's ID, as railpost game hook list shows it.",
	"force":   "Even if another seat has the same address.",
	"dry_run": "Only say whether it would work.",
	"check":   "Check everything; save and send nothing.",
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
		fmt.Fprintf(stderr, "railpost: %v\n  railpost --help shows all commands, railpost COMMAND --help one\n", err)
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
