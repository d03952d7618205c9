package main

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"time"

	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/clock"
)

type statsCommand struct{ listing }

func (c *statsCommand) Run(ctx context.Context, a *app) error {
	return ask(ctx, a, c.listing, struct{}{}, func(out []admin.TitleStats) {
		rows := [][]string{{"TITLE", "GAMES", "INVITING", "RUNNING", "OVER", "CLOSED", "DAYS", "STEPS", "ANSWERS", "ANSWERED IN"}}
		for _, s := range out {
			row := []string{cmp.Or(s.Title, "all")}
			for _, n := range []int{s.Games, s.Inviting, s.Running, s.Over, s.Closed} {
				row = append(row, strconv.Itoa(n))
			}
			days, steps, in := "-", "-", "-"
			if s.Over > 0 {
				days, steps = fmt.Sprintf("%.1f", s.Days), fmt.Sprintf("%.0f", s.Steps)
			}
			if s.Answers > 0 {
				in = clock.FormatDuration((time.Duration(s.Seconds) * time.Second).Round(time.Minute))
			}
			rows = append(rows, append(row, days, steps, strconv.Itoa(s.Answers), in))
		}
		a.table(rows)
	})
}
