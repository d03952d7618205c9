package admin

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/near"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/letters"
	"railpost/templates"
)

// SetPlayer are the parameters of player.set; empty ones change nothing.
type SetPlayer struct {
	Game    string `arg:"" help:"${game}"`
	Player  string `arg:"" help:"${player}"`
	Name    string `help:"New name of the same person."`
	Address string `help:"New address, in place of all others; the answer address changes too."`
	Lang    string `name:"language" placeholder:"LANGUAGE" help:"Language of their letters: en, es or ca."`
	Zone    string `help:"Time zone, such as Europe/Madrid."`
	Letters string `help:"${letters}"`
	Force   bool   `help:"${force}"`
	DryRun  bool   `json:"dry_run" help:"${dry_run}"`
}

// setPlayer changes how a player is called and how to reach them. A new address means a new
// token: the letters of the old one no longer prove anything.
func (d playerDesk) setPlayer(ctx context.Context, p SetPlayer) (*GameRow, error) {
	if p.Name+p.Address+p.Lang+p.Zone+p.Letters == "" {
		return nil, fault.Wrong("give at least one of --name, --address, --language, --zone and --letters", "nothing to change")
	}
	return d.changeGame(ctx, ChangeGame{Game: p.Game, DryRun: p.DryRun}, func(g *games.Game, c *journal.Change) error {
		s, err := seatNamed(c.Table, p.Player)
		if err != nil {
			return err
		}
		was := c.Table.Players[s]
		if err := d.changePlayer(ctx, c, s, p); err != nil {
			return err
		}
		if is := c.Table.Players[s].Address(); is != was.Address() {
			tell.Moved(ctx, c, s, was.Address())
		}
		if c.Table.State == table.Inviting && was.Answer != "accept" && p.Address != "" {
			tell.Letter(ctx, c, s, templates.Invitation, content.Facts{})
			return nil
		}
		c.Note(engine.Nobody, engine.Report{Message: engine.Msg(key.PlayerSet, engine.Player("seat", s))})
		tell.Letter(ctx, c, s, templates.Answer, content.Facts{Enclose: true, Said: templates.Said{Told: []engine.Message{engine.Msg(key.PlayerSetYou)}}})
		return nil
	})
}

// seatNamed returns a seat by the name of its player, or by its number.
func seatNamed(t *table.Table, player string) (engine.Seat, error) {
	if s, ok := t.SeatNamed(player); ok {
		return s, nil
	}
	if n, err := strconv.Atoi(player); err == nil && n >= 0 && n < len(t.Players) {
		return engine.Seat(n), nil
	}
	hint := near.Advice(player, t.Names(), "the players are "+strings.Join(t.Names(), ", "))
	return 0, fault.Wrong(hint, "no player in game %s is called %s", t.Game, player)
}

// seatIfNamed returns the seat of a player; engine.Nobody for "".
func seatIfNamed(t *table.Table, player string) (engine.Seat, error) {
	if player == "" {
		return engine.Nobody, nil
	}
	return seatNamed(t, player)
}

// another reports whether the seat has a new player: name and address are new.
func another(was, is table.Player) bool {
	return !was.IsRobot() && engine.Fold(was.Name) != engine.Fold(is.Name) && !slices.Contains(was.Addresses, is.Address())
}

func (d playerDesk) changePlayer(ctx context.Context, c *journal.Change, s engine.Seat, p SetPlayer) error {
	player := &c.Table.Players[s]
	was := *player
	if p.Name != "" {
		player.Name = p.Name
	}
	if p.Address != "" && was.IsRobot() {
		return fault.Wrong("railpost player replace "+c.Table.Game+" "+was.Name+" --name NAME --address ADDRESS asks someone to take the seat", "%s is a robot, and has no address", was.Name)
	}
	if p.Address != "" {
		a, err := journal.ParseAddress(p.Address)
		if err != nil {
			return fault.Wrong("write ana@example.org", "address %q: %v", p.Address, err)
		}
		c.Lift(ctx, a.Address)
		player.Addresses, player.PendingAddress = []string{a.Address}, nil
		player.Renewed++
	}
	if another(was, *player) {
		return fault.Wrong("to give the seat to someone else: railpost player replace "+c.Table.Game+" "+was.Name+" --name NAME --address ADDRESS",
			"name and address of %s would both be new", was.Name)
	}
	if p.Zone != "" {
		z, err := clock.LoadZone(p.Zone)
		if err != nil {
			return fault.Wrong("write an IANA name, such as Europe/Madrid", "zone: %v", err)
		}
		player.Zone = z.String()
	}
	if p.Lang != "" {
		lang, err := d.language(p.Lang)
		if err != nil {
			return err
		}
		player.Lang = lang
	}
	if p.Letters != "" {
		if player.Letters = table.ReadLetters(p.Letters); player.Letters == "" {
			return wrongLetters(p.Letters)
		}
	}
	if p.Name == "" && p.Address == "" {
		return nil
	}
	if p.Name != "" {
		if err := d.checkCalled(c.Table, int(s)); err != nil {
			return err
		}
	}
	if err := d.checkAddress(c.Table, int(s), p.Force); err != nil {
		return err
	}
	c.Remember(ctx, player.Address())
	return nil
}

func wrongLetters(word string) error {
	return fault.Wrong("write turns, rounds, moves or off", "letters: %q", word)
}

// TokenOf are the parameters of player.token.
type TokenOf struct {
	Game   string `arg:"" help:"${game}"`
	Player string `arg:"" help:"${player}"`
}

// Token is the result: the address that proves the seat, in case a player cannot answer any
// letter.
type Token struct {
	Address string `json:"address"`
	Code    string `json:"code,omitempty"` // for the mail's text, if the address identifies nobody
}

func (d playerDesk) tokenOf(ctx context.Context, p TokenOf) (*Token, error) {
	g, err := d.Games.Load(ctx, p.Game)
	if err != nil {
		return nil, err
	}
	seat, err := seatNamed(g.Table, p.Player)
	if err != nil {
		return nil, err
	}
	t := g.Table
	// Anyone with the address can write for the seat, so the table must know.
	if err := d.confess(ctx, g, engine.Msg(key.TokenShown, engine.Player("seat", seat))); err != nil {
		return nil, err
	}
	r := letters.ReplyTo(t, g.Head.Seq, seat, t.Tokens().Seat(seat))
	a, err := d.letters.AnswerAddress(r)
	out := &Token{Address: a}
	if d.Config.ByCode() {
		out.Code = r.String()
	}
	return out, err
}

// RenewPlayer are the parameters of player.renew.
type RenewPlayer struct {
	Game   string `arg:"" help:"${game}"`
	Player string `arg:"" help:"${player}"`
	DryRun bool   `json:"dry_run" help:"${dry_run}"`
}

// renewPlayer makes a player's answer address worthless and sends them a letter with another.
func (d playerDesk) renewPlayer(ctx context.Context, p RenewPlayer) (*GameRow, error) {
	return d.changeGame(ctx, ChangeGame{Game: p.Game, DryRun: p.DryRun}, func(g *games.Game, c *journal.Change) error {
		s, err := seatNamed(c.Table, p.Player)
		if err != nil {
			return err
		}
		player := &c.Table.Players[s]
		player.Renewed++
		if c.Table.State == table.Inviting && player.Answer != "accept" {
			tell.Letter(ctx, c, s, templates.Invitation, content.Facts{})
			return nil
		}
		tell.Letter(ctx, c, s, templates.Answer, content.Facts{Enclose: true, Said: templates.Said{Told: []engine.Message{engine.Msg(key.Renewed)}}})
		return nil
	})
}
