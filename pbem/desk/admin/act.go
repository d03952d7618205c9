package admin

import (
	"context"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/turn"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// ActFor are the parameters of game.act: orders in place of a player.
type ActFor struct {
	Game   string   `arg:"" help:"${game}"`
	Player string   `arg:"" help:"${player}"`
	Orders []string `arg:"" name:"order" help:"Orders as in a message, each in quotes. default alone plays a harmless move, usual alone the suggested turn."`
	Force  bool     `help:"Even if you play at this table; Railpost tells the table."`
	Why    string   `placeholder:"TEXT" help:"${why}"`
	DryRun bool     `json:"dry_run" help:"${dry_run}"`
}

// Acted is the result. An order that is refused after something hidden was shown does not
// take back those before it.
type Acted struct {
	GameRow
	Played  int    `json:"played"`
	Refused string `json:"refused,omitempty"` // the refused order, and the reason
}

// actFor plays orders in place of a player, who gets a copy; everybody sees who ordered.
func (d gameDesk) actFor(ctx context.Context, p ActFor) (*Acted, error) {
	out := &Acted{}
	r, err := d.changeGame(ctx, ChangeGame{Game: p.Game, DryRun: p.DryRun}, func(g *games.Game, c *journal.Change) error {
		s, err := mayAct(c, p)
		if err != nil {
			return err
		}
		lines, err := ordersOf(c, s, p.Orders)
		if err != nil {
			return err
		}
		if p.DryRun {
			return d.tryOut(c, s, lines, out)
		}
		done, refusal, at := turn.PlayFor(c, s, engine.ByOrganiser, lines...)
		if refusal != nil {
			out.Refused = d.refused(c, at, refusal)
		}
		if done == 0 {
			return fault.Wrong(refusalHint(refusal), "%s", out.Refused)
		}
		out.Played = done
		tellActed(ctx, c, s, p.Why)
		return nil
	})
	if err != nil {
		return nil, err
	}
	out.GameRow = *r
	return out, nil
}

// mayAct returns the seat to act for, if the organiser may. One who plays at the table has
// an interest in it.
func mayAct(c *journal.Change, p ActFor) (engine.Seat, error) {
	if c.Table.State != table.Running {
		return 0, fault.Wrong("orders can be played only while a game runs", "game %s is %s", c.Table.Game, c.Table.State)
	}
	s, err := seatNamed(c.Table, p.Player)
	if err != nil {
		return 0, err
	}
	if !p.Force && !tell.Organises(c, s) && organiserPlays(c) {
		return 0, fault.Wrong("add --force if there is no other way; Railpost tells the table that you play there", "the organiser of game %s plays in it and should not move for others", c.Table.Game)
	}
	return s, nil
}

// organiserPlays reports whether a game's organiser has a seat in it.
func organiserPlays(c *journal.Change) bool {
	for s := range c.Table.Players {
		if tell.Organises(c, engine.Seat(s)) {
			return true
		}
	}
	return false
}

// ordersOf returns the orders to play. An organiser does not see a seat's possible orders, so two words stand
// for some.
func ordersOf(c *journal.Change, s engine.Seat, lines []string) ([]string, error) {
	word := ""
	if len(lines) == 1 {
		word = engine.Fold(lines[0])
	}
	if word == "usual" || word == "default" {
		lines = nil
		for _, o := range plans.Defaults(c.Next, s) {
			lines = append(lines, o.Line)
		}
		if word == "usual" {
			lines = c.Next.Title.Usual(c.Next.Pos.View(s), s).Lines
		}
		if len(lines) == 0 {
			return nil, fault.Wrong("write the orders themselves", "there is no %s order for %s now", word, c.Table.Players[s].Name)
		}
	}
	lines = slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return strings.TrimSpace(l) == "" })
	if len(lines) == 0 {
		return nil, fault.Wrong("write them as in a message, each as an argument of its own, or default or usual alone", "no orders")
	}
	return lines, nil
}

// tryOut returns the effect of orders, as a player's preview: nothing hidden is shown.
func (d gameDesk) tryOut(c *journal.Change, s engine.Seat, lines []string, out *Acted) error {
	tried, err := c.Next.Play(s, lines, engine.Mode{Preview: true})
	if err != nil {
		return err
	}
	for _, v := range tried.Verdicts {
		if v.Refusal != nil {
			return fault.Wrong(refusalHint(v.Refusal), "%s", d.refused(c, v.Line, v.Refusal))
		}
		if v.Result != nil {
			out.Played++
		}
	}
	return nil
}

func (d gameDesk) refused(c *journal.Change, line string, r *engine.Refusal) string {
	return "order \"" + line + "\": " + d.texts.Say("en", c.Next.Players(), d.letters.Zone(), r.Why)
}

func refusalHint(r *engine.Refusal) string {
	if r == nil || len(r.Expected) == 0 {
		return ""
	}
	return "possible: " + strings.Join(r.Expected, ", ")
}

// tellActed logs who ordered, and writes to everybody; the player gets a letter whatever their settings.
func tellActed(ctx context.Context, c *journal.Change, s engine.Seat, why string) {
	say := key.OrganiserActed
	if organiserPlays(c) && !tell.Organises(c, s) {
		say = key.OrganiserActedPlays
	}
	told := engine.Msg(say, engine.Player("seat", s), engine.Personal("why", why))
	c.Note(engine.Nobody, engine.Report{Message: told})
	turn.Advance(ctx, c, engine.Nobody)
	if c.Table.State == table.Over {
		turn.TellOutcome(ctx, c)
		return
	}
	tell.Table(ctx, c, s, told)
	tell.Seat(ctx, c, s, told)
}
