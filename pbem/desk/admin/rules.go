package admin

import (
	"cmp"
	"context"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/letters"
	"railpost/templates"
)

// SetRules are the parameters of game.set.
type SetRules struct {
	Game      string   `arg:"" help:"${game}"`
	Rules     []string `name:"rule" sep:"none" placeholder:"RULE=VALUE" help:"A table rule, such as grace=2d or time-out=robot; may be repeated. railpost game rules lists them."`
	Reminders []string `name:"reminder" sep:"none" placeholder:"CRON" help:"When to remind a late player, such as '0 9 * * *'. May be repeated; none for no timetable."`
	Organiser string   `placeholder:"ADDRESS" help:"The organiser, who hears from Railpost when something is wrong."`
	Why       string   `placeholder:"TEXT" help:"${why}"`
	DryRun    bool     `json:"dry_run" help:"${dry_run}"`
}

// setRules changes a table's rules about time. It makes nobody late.
func (d gameDesk) setRules(ctx context.Context, p SetRules) (*GameRow, error) {
	return d.changeGame(ctx, ChangeGame{Game: p.Game, DryRun: p.DryRun}, func(g *games.Game, c *journal.Change) error {
		t, title := c.Table, d.Titles(c.Table.Title)
		was := t.Clone()
		if err := t.Terms().SetAll(p.Rules, title.Steps()); err != nil {
			return fault.Wrong("", "%v", err)
		}
		if err := setReminders(t, p.Reminders); err != nil {
			return err
		}
		if p.Organiser != "" {
			a, err := d.organiser(p.Organiser)
			if err != nil {
				return err
			}
			t.Organiser = a
		}
		c.RetimeAll(was)
		if len(p.Rules)+len(p.Reminders) > 0 {
			record(ctx, c, templates.News, key.RulesSet, p.Why, letters.NewRules(was, t, title, key.RuleNew)...)
		}
		return nil
	})
}

// setReminders sets the timetable of reminders, unless there is none to set.
func setReminders(t *table.Table, list []string) error {
	if len(list) == 1 && list[0] == "none" {
		t.Reminders = nil
		return nil
	}
	var times []clock.Expr
	for _, r := range list {
		e, err := clock.Parse(r)
		if err != nil {
			return fault.Wrong("write five cron fields, such as 0 9 * * *", "reminders: %v", err)
		}
		times = append(times, e)
	}
	if err := clock.TooOften(times); err != nil {
		return fault.Wrong("write, for example, 0 9 * * * for once a day", "%v", err)
	}
	if len(list) > 0 {
		t.Reminders = list
	}
	return nil
}

// ExtendGame are the parameters of game.extend.
type ExtendGame struct {
	Game   string `arg:"" help:"${game}"`
	Player string `arg:"" optional:"" help:"${player} By default everyone the game waits for."`
	By     string `required:"" placeholder:"TIME" help:"How much more time, such as 2d."`
	Why    string `placeholder:"TEXT" help:"${why}"`
	DryRun bool   `json:"dry_run" help:"${dry_run}"`
}

// extendGame gives players more time for their present questions.
func (d gameDesk) extendGame(ctx context.Context, p ExtendGame) (*GameRow, error) {
	by, err := clock.ParseDuration(p.By)
	if err != nil {
		return nil, fault.Wrong("", "%v", err)
	}
	return d.changeGame(ctx, ChangeGame{Game: p.Game, DryRun: p.DryRun}, func(g *games.Game, c *journal.Change) error {
		only, err := seatIfNamed(c.Table, p.Player)
		if err != nil {
			return err
		}
		n := 0
		for i := range c.Table.Waiting {
			if w := &c.Table.Waiting[i]; only == engine.Nobody || w.Seat == only {
				c.Extend(w, int64(by/time.Second))
				n++
			}
		}
		if n == 0 {
			return fault.Wrong("railpost game list shows the players that games wait for", "game %s does not wait for %s", g.Name, cmp.Or(p.Player, "anyone"))
		}
		record(ctx, c, templates.News, key.OrganiserExtended, p.Why)
		return nil
	})
}
