package main

import (
	"context"
	"fmt"

	"railpost/engine"
	"railpost/engine/titles"
	"railpost/pbem/desk/admin"
	"railpost/pbem/run/upkeep"
	"railpost/store"
)

type upgradeCommand struct {
	Ask    request[admin.Upgrade, touched] `cmd:"" default:"withargs" help:"Ask tables whether to adopt corrected rules."`
	Check  upgradeCheckCommand             `cmd:"" help:"Replay every current game with this version."`
	Tables upgradeTablesCommand            `cmd:"" help:"Create the tables of a PostgreSQL database."`
}

// Help is kong's: what upgrade alone does, which its one line leaves out.
func (upgradeCommand) Help() string {
	return "Where a rule was corrected in this version, railpost upgrade asks the players of each running game it affects " +
		"whether to adopt the correction. It asks no table twice about the same one."
}

type touched []admin.Touched

func (list touched) print(a *app) {
	asked := 0
	for _, g := range list {
		a.printf("%s: %s version %d, newest %d: %s\n", g.Game, g.Title, g.Version, g.Newest, g.State)
		for _, d := range g.Differs {
			a.printf("    %s\n", d)
		}
		if g.Asked {
			asked++
		}
	}
	a.printf("upgrade: games=%d %s=%d\n", len(list), a.would("asked"), asked)
}

type upgradeCheckCommand struct {
	listing
	File string `arg:"" optional:"" help:"A store or backup; by default the configured store."`
}

func (c *upgradeCheckCommand) Run(ctx context.Context, a *app) error {
	list, err := readStore(ctx, a, "upgrade check", c.File, func(path string) ([]upkeep.Candidate, error) {
		return upkeep.Upgrade(ctx, path, titles.Find)
	}, func(s store.Store) ([]upkeep.Candidate, error) {
		return upkeep.UpgradeOf(ctx, s, titles.Find)
	})
	if err != nil {
		return err
	}
	faults := engine.Count(list, func(g upkeep.Candidate) bool { return g.Fault != nil })
	return c.verdict(a, list, faults > 0, func() {
		for _, g := range list {
			a.printf("%s\n", candidateLine(g))
		}
		a.printf("upgrade check: games=%d faults=%d\n", len(list), faults)
		if faults > 0 {
			a.printf("Keep the version of Railpost that plays these games now, and report them.\n")
		}
	})
}

// candidateLine is the output for one game.
func candidateLine(g upkeep.Candidate) string {
	rules := fmt.Sprintf("%s version %d", g.Title, g.Version)
	switch {
	case g.Fault != nil:
		return fmt.Sprintf("FAULT %s: %s, %s", g.Game, rules, departed(g.Fault))
	case g.Newest == g.Version:
		return fmt.Sprintf("%s: %s, equal up to step %d", g.Game, rules, g.Step)
	case g.Other == nil:
		return fmt.Sprintf("%s: %s, equal up to step %d; version %d would decide all of it alike; the game continues under version %d", g.Game, rules, g.Step, g.Newest, g.Version)
	}
	return fmt.Sprintf("%s: %s, equal up to step %d; under version %d, %s; the game continues under version %d", g.Game, rules, g.Step, g.Newest, departed(g.Other), g.Version)
}

func departed(d *upkeep.Departure) string {
	if d.Step == 0 {
		return d.What
	}
	return fmt.Sprintf("step %d: %s", d.Step, d.What)
}
