package admin

import (
	"cmp"
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/turn"
	"railpost/pbem/desk/vote"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// Upgrade are the parameters of upgrade.ask.
type Upgrade struct {
	DryRun bool `json:"dry_run" help:"Name the games and what differs; save and send nothing."`
}

// Touched is a game under way in which a mended rule can matter.
type Touched struct {
	Game    string   `json:"game"`
	Title   string   `json:"title"`
	Version int      `json:"version"` // of the rules in the game
	Newest  int      `json:"newest"`  // newest version, which decides differently
	Differs []string `json:"differs"` // the differences
	State   string   `json:"state"`
	Asked   bool     `json:"asked"` // by this request
}

// upgrade asks the table of each running game that a mended rule touches whether it stays or
// changes from now on. No table is asked twice.
func (d upkeepDesk) upgrade(ctx context.Context, p Upgrade) ([]Touched, error) {
	out := []Touched{}
	err := d.EachTable(ctx, func(t *table.Table, _ uint64) error {
		title := d.Titles(t.Title)
		if title == nil || t.State != table.Running && t.State != table.Paused {
			return nil
		}
		version, differs := vote.MendFor(title, t)
		if version == 0 {
			return nil
		}
		if newest, program, err := d.Newest(ctx, title); err != nil || newest < version {
			return cmp.Or(err, fault.Wrong("ask the tables once it has been replaced", "a daemon of version %s still serves this database, and cannot play version %d of %s", program, version, t.Title))
		}
		row := Touched{Game: t.Game, Title: t.Title, Version: t.Setup.Version, Newest: version}
		row.State, row.Asked = standing(t, version)
		if row.Asked {
			soFar, err := d.pastDifference(ctx, t, version)
			if err != nil {
				return err
			}
			differs = append(differs, soFar)
			if err := d.askMend(ctx, t.Game, p.DryRun, version, differs); err != nil {
				return err
			}
		}
		for _, m := range differs {
			row.Differs = append(row.Differs, d.texts.Say(templates.English, t.Names(), nil, m))
		}
		out = append(out, row)
		return nil
	})
	return out, err
}

// standing describes the state of a version of the rules at a table, and whether its players are asked now.
func standing(t *table.Table, version int) (says string, ask bool) {
	switch {
	case vote.Asking(t, version):
		return "the vote is open", false
	case t.Mended >= version:
		return "the table voted to stay", false
	case t.State == table.Paused:
		return "paused; upgrade asks once it runs again", false
	case !slices.ContainsFunc(t.Players, table.Player.Answers):
		return "nobody there to ask", false
	}
	return "Railpost asks the players", true
}

// pastDifference says whether a version would have decided earlier orders differently.
func (d upkeepDesk) pastDifference(ctx context.Context, t *table.Table, version int) (engine.Message, error) {
	records, _, err := d.Games.Log(ctx, t.Game)
	if err != nil {
		return engine.Message{}, err
	}
	begun := slices.IndexFunc(records, func(r *engine.Record) bool { return r.Kind == engine.Begun })
	apart, err := engine.Shadow(d.Titles, records[max(begun, 0):], version)
	switch {
	case err != nil:
		return engine.Message{}, fault.Wrong("railpost upgrade check says what is wrong", "game %s: %v", t.Game, err)
	case apart == nil:
		return engine.Msg(key.MendAlike), nil
	}
	return engine.Msg(key.MendApart, engine.Int("step", int(t.HiddenRecords.Step(apart.Seq, engine.Nobody)))), nil
}

func (d upkeepDesk) askMend(ctx context.Context, game string, dryRun bool, version int, differs []engine.Message) error {
	_, err := d.changeGame(ctx, ChangeGame{Game: game, DryRun: dryRun}, func(_ *games.Game, c *journal.Change) error {
		vote.AskMend(c, version, differs)
		turn.Settle(ctx, c)
		tell.Table(ctx, c, engine.Nobody)
		return nil
	})
	return err
}
