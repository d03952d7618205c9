package main

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/clock"
)

type statsCommand = request[admin.None, titleStats]

type titleStats []admin.TitleStats

func (list titleStats) print(a *app) {
	rows := [][]string{{"TITLE", "GAMES", "INVITING", "RUNNING", "OVER", "CLOSED", "DAYS", "STEPS", "ANSWERS", "ANSWERED IN"}}
	for _, s := range list {
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
	all := list[len(list)-1]
	a.printf("\n%d letters in the last 24 hours; mail.out.per_day = %d\n\n", all.LastDay, all.PerDay)
	rows = [][]string{{"GAME", "LETTERS A DAY"}}
	for _, t := range all.Tables {
		rows = append(rows, []string{cmp.Or(t.Game, "none"), fmt.Sprintf("%.1f", t.Letters)})
	}
	a.table(rows)
}
