package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/clock"
	"railpost/pbem/run/plain"
)

type gameCommand struct {
	Create  gameCreateCommand         `cmd:"" help:"Create a game and invite its players."`
	Import  gameImportCommand         `cmd:"" help:"Continue an exported game, or one of 18xx.games."`
	List    gameListCommand           `cmd:"" help:"List all games and the players they wait for."`
	Show    gameShowCommand           `cmd:"" help:"Show a game: the public view, or a player's."`
	Log     gameLogCommand            `cmd:"" help:"Show a game step by step."`
	Rules   gameRulesCommand          `cmd:"" help:"List the table rules and their values."`
	Set     changes[admin.SetRules]   `cmd:"" help:"Change a table's rules, reminders or organiser."`
	Extend  changes[admin.ExtendGame] `cmd:"" help:"Give players more time to answer."`
	Pause   changeAll                 `cmd:"" help:"Stop a game's clocks and refuse orders."`
	Resume  changeAll                 `cmd:"" help:"Continue a paused game, with deadlines moved."`
	Act     gameActCommand            `cmd:"" help:"Send orders for a player, who gets a copy."`
	Undo    gameUndoCommand           `cmd:"" help:"Take a game back to a step."`
	End     gameEndCommand            `cmd:"" help:"Call a game off."`
	Archive gameArchiveCommand        `cmd:"" help:"Put an ended game away, to free its name."`
	Verify  gameVerifyCommand         `cmd:"" help:"Replay a game in the store and compare."`
	Export  gameExportCommand         `cmd:"" help:"Write a game's log as text that anyone can verify."`
	Replay  gameReplayCommand         `cmd:"" help:"Replay an exported log, without the store."`
	Movie   gameMovieCommand          `cmd:"" help:"Draw the board after each step, for an animation."`
	Hook    gameHookCommand           `cmd:"" help:"Post the public news of a game to web addresses."`
}

// tableFlags are the settings of every new table.
type tableFlags struct {
	Language     string   `placeholder:"LANGUAGE" help:"Language of players who choose none: en, es or ca."`
	Zone         string   `placeholder:"ZONE" help:"Time zone of players who choose none, such as Europe/Madrid."`
	AnswerWithin string   `placeholder:"TIME" help:"Time to answer, such as 3d or 36h: 1h to 365d."`
	Reminders    []string `name:"reminder" sep:"none" placeholder:"CRON" help:"When to remind a late player, such as '0 9 * * *'; may be repeated."`
	Rules        []string `name:"rule" sep:"none" placeholder:"RULE=VALUE" help:"A table rule, such as grace=2d or votes=majority; may be repeated. railpost game rules lists them."`
	Letters      string   `placeholder:"WHICH" help:"${letters}"`
	Organiser    string   `placeholder:"ADDRESS" help:"The organiser, who hears from Railpost when something is wrong."`
	Force        bool     `help:"Even if two seats have the same address."`
}

func (f tableFlags) parameters(title, game string) admin.CreateGame {
	return admin.CreateGame{Title: title, Game: game, Language: f.Language, Zone: f.Zone, AnswerWithin: f.AnswerWithin, Reminders: f.Reminders, Rules: f.Rules,
		Letters: f.Letters, Force: f.Force, Organiser: f.Organiser}
}

// printCreated prints a new table, or one that a dry run would create.
func (a *app) printCreated(verb string, out admin.Created) {
	a.printf("game %s %s (%s): %s; %s\nfingerprint of the draws, as in the invitations: %s\n", out.Game, a.would(verb), out.State, strings.Join(out.Players, ", "), plain.Count(out.Letters, "letter"), out.Commitment)
}

type gameCreateCommand struct {
	listing
	Title   string            `arg:"" help:"Title, such as russian."`
	Game    string            `arg:"" help:"Name of the game: 1 to 12 of a-z, 0-9 and -, such as winter."`
	Players []string          `name:"player" required:"" sep:"none" placeholder:"PLAYER" help:"A player, such as 'Ana <ana@example.org>' or 'Ana <ana@example.org> es', with the language of their letters; repeat for each, in seat order."`
	Robots  []string          `name:"robot" sep:"none" placeholder:"NAME[:LEVEL]" help:"A robot on a seat after the players', such as Bot or Bot:hard (easy, normal or hard; normal by default). May be repeated."`
	Options map[string]string `name:"option" mapsep:"none" placeholder:"KEY=VALUE" help:"An option of the title; see railpost titles TITLE."`
	Profile string            `placeholder:"NAME" help:"A named set of options, such as 18xx.games; see railpost titles TITLE."`
	Board   string            `placeholder:"DIR" help:"Another board: the directory of its files; see railpost board check."`
	tableFlags
	StartNow bool `help:"Start at once, without invitations."`
	DryRun   bool `help:"${check}"`
}

func (c *gameCreateCommand) Run(ctx context.Context, a *app) error {
	options, err := withBoard(c.Title, c.Board, c.Options)
	if err != nil {
		return err
	}
	p := c.parameters(c.Title, c.Game)
	p.Players, p.Robots, p.Options, p.Profile, p.StartNow, p.DryRun = c.Players, c.Robots, options, c.Profile, c.StartNow, c.DryRun
	return ask(ctx, a, c.listing, p, func(out admin.Created) { a.printCreated("created", out) })
}

type gameListCommand = request[admin.ListGames, gameRows]

type gameRows []admin.GameRow

func (list gameRows) print(a *app) {
	rows := [][]string{{"GAME", "TITLE", "STATE", "STEP", "PLAYERS", "WAITS FOR", "SINCE", "UNTIL", "LATE BY"}}
	for _, g := range list {
		row := []string{g.Game, g.Title, g.State, strconv.FormatUint(g.Step, 10), strings.Join(g.Players, ", ")}
		rows = append(rows, append(row, waitColumns(g)...))
	}
	a.table(rows)
}

// waitColumns returns the seats that a game waits for, since when, until when, and how late they are.
func waitColumns(g admin.GameRow) []string {
	out := make([]string, 4)
	for i, w := range g.Waiting {
		late := "-"
		if minutes := w.LateBy / 60; minutes > 0 {
			late = clock.FormatDuration(time.Duration(minutes) * time.Minute)
		}
		for j, text := range []string{w.Name + unsent(w), when(w.Since), when(w.Until), late} {
			if i > 0 {
				out[j] += ", "
			}
			out[j] += text
		}
	}
	if len(g.Waiting) == 0 {
		return []string{"-", "-", "-", "-"}
	}
	return out
}

func unsent(w admin.WaitRow) string {
	if w.Unsent {
		return " (letter not sent)"
	}
	return ""
}

func waits(list []admin.WaitRow, when func(time.Time) string) string {
	var out []string
	for _, w := range list {
		text := w.Name
		if !w.Until.IsZero() {
			text += " until " + when(w.Until)
		}
		if w.Late {
			text += " (late)"
		}
		text += unsent(w)
		out = append(out, text)
	}
	if len(out) == 0 {
		return "-"
	}
	return strings.Join(out, ", ")
}

type gameShowCommand struct {
	listing
	admin.LookAt
	Secret bool `help:"The whole position, as JSON. Railpost logs this and tells the table."`
}

func (c *gameShowCommand) Run(ctx context.Context, a *app) error {
	c.LookAt.Secret, c.JSON = c.Secret, c.JSON || c.Secret
	return ask(ctx, a, c.listing, c.LookAt, func(out admin.Shown) {
		at := clockOf(out.Zone)
		a.printf("%s (%s), %s, step %d, waits for %s\n\n", out.Game, out.Title, out.State, out.Step, waits(out.Waiting, at))
		a.table(seatRows(out.Seats, at))
		for _, s := range out.Seats {
			if s.Sitter != nil {
				a.printf("\n%s <%s> plays for %s until %s\n", s.Sitter.Name, s.Sitter.Address, s.Name, s.Sitter.Until)
			}
		}
		if len(out.Watchers) > 0 {
			a.printf("\nwatched by %s\n", strings.Join(out.Watchers, ", "))
		}
		if out.Text != "" {
			a.printf("\n%s", out.Text)
		}
	})
}

// clockOf returns when in the zone of the service, like everything else in the output.
func clockOf(zone string) func(time.Time) string {
	z, err := clock.LoadZone(zone)
	if err != nil {
		return when
	}
	return func(t time.Time) string { return whenIn(t, z) }
}

func seatRows(seats []admin.SeatRow, when func(time.Time) string) [][]string {
	rows := [][]string{{"SEAT", "PLAYER", "ADDRESS", "ZONE", "LETTERS", "INVITATION", "LATE SINCE", "LAST MAIL"}}
	for _, s := range seats {
		address := strings.Join(s.Addresses, ", ")
		if s.Robot != "" {
			address = "robot, " + string(s.Robot)
		}
		rows = append(rows, []string{strconv.Itoa(s.Seat), s.Name, address, s.Zone, lettersOf(s, when), dash(s.Answer), when(s.LateSince), when(s.Wrote)})
	}
	return rows
}

// lettersOf returns a player's settings for letters, and why they may not read them.
func lettersOf(s admin.SeatRow, when func(time.Time) string) string {
	out := string(s.Letters)
	if !s.Suspended.IsZero() {
		out += ", stopped " + when(s.Suspended) + " (they come back)"
	}
	if !s.Vacation.IsZero() {
		out += ", vacation answer " + when(s.Vacation)
	}
	return out
}

type gameLogCommand struct {
	listing
	admin.LookAt
	Last int `placeholder:"N" help:"Only the last N steps."`
}

func (c *gameLogCommand) Run(ctx context.Context, a *app) error {
	c.LookAt.N = c.Last
	return ask(ctx, a, c.listing, c.LookAt, func(out admin.LogText) {
		for _, s := range out.Steps {
			number := ""
			if s.Seq > 0 {
				number = strconv.FormatUint(s.Seq, 10)
			}
			a.printf("%5s  %s  %-10s %s\n", number, when(s.At), s.Who, s.Line)
			for _, t := range s.Say {
				a.printf("%s", wrapped(t, "         "))
			}
		}
	})
}

type gameVerifyCommand struct {
	listing
	Game string `arg:"" optional:"" help:"Name of the game; by default every game that has begun."`
}

func (c *gameVerifyCommand) Run(ctx context.Context, a *app) error {
	names := []string{c.Game}
	if c.Game == "" {
		names = nil
		for _, archived := range []bool{false, true} {
			var all []admin.GameRow
			if err := a.call(ctx, "game.list", admin.ListGames{Archived: archived}, &all); err != nil {
				return err
			}
			for _, g := range all {
				if g.Step > 0 { // a game without records has not begun
					names = append(names, g.Game)
				}
			}
		}
	}
	list := []admin.Verified{}
	for _, name := range names {
		var v admin.Verified
		if err := a.call(ctx, "game.verify", admin.LookAt{Game: name}, &v); err != nil {
			return fmt.Errorf("game %s: %w", name, err)
		}
		list = append(list, v)
	}
	faults := slices.ContainsFunc(list, func(v admin.Verified) bool { return v.Fault != "" })
	if faults {
		defer a.note("restore the games from a backup (railpost restore); railpost check shows all faults")
	}
	return c.verdict(a, list, faults, func() {
		for _, v := range list {
			if v.Fault != "" {
				a.printf("FAULT game %s: %s\n", v.Game, v.Fault)
				continue
			}
			a.printf("%s: %s version %d, %s replayed, position %s, log %s: equal\n", v.Game, v.Title, v.Version, plain.Count(v.Records, "record"), v.Digest, v.Hash)
		}
	})
}
