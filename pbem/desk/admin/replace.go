package admin

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/seats"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/table"
)

// ReplacePlayer are the parameters of player.replace.
type ReplacePlayer struct {
	Game    string `arg:"" help:"${game}"`
	Player  string `arg:"" help:"${player}"`
	Name    string `help:"The newcomer's name."`
	Address string `help:"The newcomer's address."`
	Robot   string `placeholder:"NAME[:LEVEL]" help:"A robot instead, which has the seat at once: Bot, or Bot:easy, Bot:hard."`
	Force   bool   `help:"${force}"`
	DryRun  bool   `json:"dry_run" help:"${dry_run}"`
}

// replacePlayer gives a seat to another player. Before the game begins they get the invitation at once; later
// they are asked, and get the seat when they accept.
func (d playerDesk) replacePlayer(ctx context.Context, p ReplacePlayer) (*GameRow, error) {
	return d.changeGame(ctx, ChangeGame{Game: p.Game, DryRun: p.DryRun}, func(g *games.Game, c *journal.Change) error {
		s, err := seatNamed(c.Table, p.Player)
		if err != nil {
			return err
		}
		if p.Robot != "" {
			return d.replaceByRobot(ctx, c, s, p)
		}
		a, err := journal.ParseAddress(p.Address)
		if err != nil {
			return fault.Wrong("write ana@example.org", "address %q: %v", p.Address, err)
		}
		if p.Name == "" {
			return fault.Wrong("add --name NAME", "the newcomer has no name")
		}
		if c.Table.Players[s].OnFile(a.Address) {
			return fault.Wrong("to change a name: railpost player set", "%s already has this seat, with that address", c.Table.Players[s].Name)
		}
		as := c.Table.Clone() // in a dry run
		as.Players[s].Name, as.Players[s].Addresses = p.Name, []string{a.Address}
		if err := d.checkPlayer(as, int(s), p.Force); err != nil {
			return err
		}
		if err := mayWrite(ctx, c, a.Address); err != nil {
			return err
		}
		switch state := c.Table.State; state {
		case table.Inviting:
			seats.Take(ctx, c, s, p.Name, a.Address)
		case table.Over, table.Closed:
			return fault.Wrong("there is nothing to play", "game %s is %s", g.Name, state)
		default:
			seats.AskGuest(ctx, c, s, p.Name, a.Address)
		}
		return nil
	})
}

// replaceByRobot gives a seat to a robot at once.
func (d playerDesk) replaceByRobot(ctx context.Context, c *journal.Change, s engine.Seat, p ReplacePlayer) error {
	if p.Name != "" || p.Address != "" {
		return fault.Wrong("leave out --name and --address, or --robot", "a robot's name is that of --robot, and it has no address")
	}
	bot, err := readRobot(c.Table, p.Robot)
	if err != nil {
		return err
	}
	as := c.Table.Clone() // in a dry run
	as.Players[s] = bot
	if err := d.checkPlayer(as, int(s), p.Force); err != nil {
		return err
	}
	if !slices.ContainsFunc(as.Players, func(p table.Player) bool { return !p.IsRobot() }) {
		return fault.Wrong("railpost game end "+c.Table.Game+" calls the game off", "a game needs at least one person")
	}
	if c.Table.Ended() {
		return fault.Wrong("there is nothing to play", "game %s is %s", c.Table.Game, c.Table.State)
	}
	seats.TakeByRobot(ctx, c, s, bot.Name, bot.Level)
	return nil
}
