package main

import (
	"time"

	"railpost/pbem/config"
	"railpost/pbem/facts/table"
)

// gameRulesCommand lists the rules that --rule sets.
type gameRulesCommand struct {
	listing
}

func (c *gameRulesCommand) Run(a *app) error {
	usual := config.Default().Game.Defaults
	t := table.Table{Within: int64(usual.AnswerWithin.Duration / time.Second), HalfTime: usual.HalfTimeReminder, Rules: table.Usual()}
	list := t.Terms().List()
	return c.show(a, list, func() {
		rows := [][]string{{"RULE", "USUAL", "VALUES"}}
		for _, r := range list {
			rows = append(rows, []string{r.Rule, r.Value, r.Values})
		}
		a.table(rows)
	})
}
