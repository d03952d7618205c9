package admin

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"railpost/engine"
	"railpost/pbem/clock"
	"railpost/pbem/config"
	"railpost/pbem/control"
	"railpost/pbem/games"
	"railpost/pbem/journal"
	"railpost/pbem/key"
	"railpost/pbem/letters"
	"railpost/pbem/plan"
	"railpost/pbem/table"
	"railpost/templates"
)

// SetPlayer are the parameters of player.set; what is empty stays. With Name and Address
// somebody else takes the seat.
type SetPlayer struct {
	Game    string `json:"game"`
	Seat    int    `json:"seat"`
	Player  string `json:"player,omitempty"` // the current player's name, instead of Seat
	Name    string `json:"name,omitempty"`
	Address string `json:"address,omitempty"` // becomes the one letters go to; others are forgotten
	Zone    string `json:"zone,omitempty"`
	Letters string `json:"letters,omitempty"`
	Force   bool   `json:"force,omitempty"` // also an address that another seat has
	DryRun  bool   `json:"dry_run,omitempty"`
}

// setPlayer changes who sits on a seat and how to reach them. A new address means a new
// token: the letters of the old one no longer prove anything.
func (d *Desk) setPlayer(ctx context.Context, p SetPlayer) (*GameRow, error) {
	return d.changeGame(ctx, ChangeGame{Game: p.Game, DryRun: p.DryRun}, func(g *games.Game, c *journal.Change) error {
		s, err := p.seat(c.Table)
		if err != nil {
			return err
		}
		was := c.Table.Players[s]
		if err := setPlayer(c, s, p); err != nil {
			return err
		}
		if another(was, c.Table.Players[s]) {
			seatTaken(c, s, was.Name)
			return nil
		}
		if c.Table.State == table.Inviting && was.Answer != "accept" && p.Address != "" {
			c.Queue(s, templates.Invitation, letters.Facts{})
			return nil
		}
		c.Note(engine.Nobody, engine.Report{Message: engine.Msg(key.PlayerSet, engine.Player("seat", s))})
		c.Queue(s, templates.Answer, letters.Facts{Enclose: true, Said: templates.Said{Told: []engine.Message{engine.Msg(key.PlayerSetYou)}}})
		return nil
	})
}

// seat returns the seat by its number or by the name of its player.
func (p SetPlayer) seat(t *table.Table) (engine.Seat, error) {
	if p.Player == "" {
		return seatAt(t, p.Seat)
	}
	return seatNamed(t, p.Player)
}

// seatNamed returns a seat by the name of its player.
func seatNamed(t *table.Table, name string) (engine.Seat, error) {
	for s, q := range t.Players {
		if engine.Fold(q.Name) == engine.Fold(name) {
			return engine.Seat(s), nil
		}
	}
	return 0, control.Wrong("the players are "+strings.Join(t.Names(), ", "), "no player in game %s is called %s", t.Game, name)
}

// seatAt returns a seat by its number.
func seatAt(t *table.Table, n int) (engine.Seat, error) {
	if n < 0 || n >= len(t.Players) {
		return 0, control.Wrong("seats are numbered from 0", "game %s has no seat %d", t.Game, n)
	}
	return engine.Seat(n), nil
}

// another reports whether somebody else has taken the seat: name and address are new.
func another(was, is table.Player) bool {
	return engine.Fold(was.Name) != engine.Fold(is.Name) && !slices.Contains(was.Addresses, is.Addresses[0])
}

func setPlayer(c *journal.Change, s engine.Seat, p SetPlayer) error {
	player := &c.Table.Players[s]
	was := *player
	if p.Name != "" {
		player.Name = p.Name
	}
	if p.Address != "" {
		a, err := journal.ParseAddress(p.Address)
		if err != nil {
			return control.Wrong("write ana@example.org", "address %q: %v", p.Address, err)
		}
		player.Addresses, player.Wanted = []string{a.Address}, nil
		player.Renewed++
	}
	if another(was, *player) {
		*player = newcomer(c, *player)
		c.Values[journal.PendingKey(c.Table.Game, s)] = nil
		c.DropPlans(s, func(plan.Plan) bool { return true })
	}
	if p.Zone != "" {
		z, err := clock.LoadZone(p.Zone)
		if err != nil {
			return control.Wrong("write an IANA name, such as Europe/Madrid", "zone: %v", err)
		}
		player.Zone = z.String()
	}
	if p.Letters != "" {
		if player.Letters = table.ReadLetters(p.Letters); player.Letters == "" {
			return wrongLetters(p.Letters)
		}
	}
	if p.Name == "" && p.Address == "" {
		return nil
	}
	if err := checkPlayer(c.Journal.Config, c.Table, int(s), p.Force); err != nil {
		return err
	}
	c.Remember(player.Addresses[0])
	return nil
}

func wrongLetters(word string) error {
	return control.Wrong("write turns, rounds, moves or off", "letters: %q", word)
}

// newcomer returns a player with the proofs of the seat, and nothing that their predecessor
// chose.
func newcomer(c *journal.Change, p table.Player) table.Player {
	d := c.Journal.Config.Game.Defaults
	return table.Player{Name: p.Name, Addresses: p.Addresses, Renewed: p.Renewed,
		Zone: cmp.Or(c.Table.Zone, d.Zone), Letters: cmp.Or(c.Table.Letters, d.Letters)}
}

// seatTaken tells the table that somebody else has taken a seat, and the newcomer
// everything a player must know.
func seatTaken(c *journal.Change, s engine.Seat, was string) {
	told := engine.Msg(key.SeatTaken, engine.Player("seat", s), engine.Text("was", was))
	if c.Table.State == table.Inviting {
		c.ChaseLater()
		c.TellOthers(s, told)
		c.Queue(s, templates.Invitation, letters.Facts{})
		return
	}
	c.Note(engine.Nobody, engine.Report{Message: told})
	if c.Table.State == table.Over || c.Table.State == table.Closed {
		c.Queue(s, templates.Answer, letters.Facts{Enclose: true, Said: templates.Said{Told: []engine.Message{told}}})
		return
	}
	handOver(c, s, told)
}

// handoverSteps is how many past steps a newcomer is told at once.
const handoverSteps = 10

// handOver gives a newcomer in a running game a time limit of their own, and a letter with
// everything the others have learned since the invitation.
func handOver(c *journal.Change, s engine.Seat, told engine.Message) {
	player := &c.Table.Players[s]
	player.Moved, player.Listed = c.Seq(), c.Seq()
	c.Table.Waiting = slices.DeleteFunc(c.Table.Waiting, func(w table.Wait) bool { return w.Seat == s })
	c.Rewait(engine.Nobody)
	c.Dropped = append(c.Dropped, journal.SeatKey(c.Table.Game, s))
	c.Queue(s, templates.Handover, letters.Facts{Since: c.Table.Before(c.Seq(), handoverSteps, s), Said: templates.Said{Told: []engine.Message{told}}})
	c.TellTable(s)
}

// TokenOf are the parameters of player.token.
type TokenOf struct {
	Game  string `json:"game"`
	Seat  int    `json:"seat"`
	Renew bool   `json:"renew,omitempty"`
}

// Token is the result: the address that proves the seat, in case a player cannot answer any
// letter.
type Token struct {
	Address string `json:"address"`
	Renewed bool   `json:"renewed"`
}

func (d *Desk) tokenOf(ctx context.Context, p TokenOf) (*Token, error) {
	g, err := d.Games.Load(ctx, p.Game)
	if err != nil {
		return nil, err
	}
	seat, err := seatAt(g.Table, p.Seat)
	if err != nil {
		return nil, err
	}
	t := g.Table
	// Whoever has the address can write for the seat, so the table must know.
	if err := d.confess(ctx, g, engine.Msg(key.TokenShown, engine.Player("seat", seat))); err != nil {
		return nil, err
	}
	if p.Renew {
		c := d.NewChange(ctx, g)
		c.Table.Players[seat].Renewed++
		t = c.Table
		c.Queue(seat, templates.Answer, letters.Facts{Enclose: true, Said: templates.Said{Told: []engine.Message{engine.Msg(key.Renewed)}}})
		if err := d.Commit(c); err != nil {
			return nil, err
		}
	}
	a, err := d.Letters.ReplyAddress(t, g.Head.Seq, seat, t.Token(seat))
	return &Token{Address: a, Renewed: p.Renew}, err
}

// checkName refuses a player's name with invisible characters, or with those that reverse
// the direction of the text after them.
func checkName(name string) error {
	if i := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
		r, _ := utf8.DecodeRuneInString(name[i:])
		return control.Wrong("use only letters, digits, spaces and punctuation", "the name %+q contains the invisible character U+%04X", name, r)
	}
	return nil
}

// checkPlayer refuses a player who would be mistaken for another seat's, or for the
// service.
func checkPlayer(conf *config.Config, t *table.Table, s int, force bool) error {
	p := t.Players[s]
	if err := checkName(p.Name); err != nil {
		return err
	}
	address := p.Addresses[0]
	if journal.IsOwn(conf, address) {
		return control.Wrong("write the address at which the player reads mail", "%s: mail to %s comes back to the service", p.Name, address)
	}
	for i, other := range t.Players {
		switch {
		case i == s:
		case engine.Fold(other.Name) == engine.Fold(p.Name):
			return control.Wrong("give each player a name of their own", "two players would both be called %s", p.Name)
		case !force && t.OnFile(engine.Seat(i), address):
			return control.Wrong("add --force if one person plays both seats, or two people share a mailbox", "%s has the same address as %s, %s", p.Name, other.Name, address)
		}
	}
	return nil
}
