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
	rows := [][]string{{"TITLE", "GAMES", "INVITING", "RUNNING", "OVER", "CLOSED", "DAYS", "STEPS", "ANSWERS", "ANSWERED IN", "LETTERS A DAY"}}
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
		rows = append(rows, append(row, days, steps, strconv.Itoa(s.Answers), in, fmt.Sprintf("%.1f", s.Letters)))
	}
	a.table(rows)
	list.printLetters(a)
}

// printLetters prints the letters of each table, and how many the day has left.
func (list titleStats) printLetters(a *app) {
	rows := [][]string{{"GAME", "LETTERS A DAY"}}
	for _, s := range list {
		for _, t := range s.Tables {
			rows = append(rows, []string{t.Game, fmt.Sprintf("%.1f", t.Letters)})
		}
	}
	if len(rows) > 1 {
		a.printf("\n")
		a.table(rows)
	}
	today := list[len(list)-1].Today
	if today == nil { // an older daemon
		return
	}
	limit := "mail.out.per_day sets no limit"
	if today.PerDay > 0 {
		limit = fmt.Sprintf("mail.out.per_day allows %d", today.PerDay)
	}
	a.printf("\n%d letters in the last 24 hours; %s.\n", today.Letters, limit)
}
