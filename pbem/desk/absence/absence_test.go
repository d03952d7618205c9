package absence_test

import (
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	_ "railpost/pbem/desk/absence"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// TestWords: what the words answer at a table that waits for Ana, and that Ben has left until Wednesday.
func TestWords(t *testing.T) {
	day := clock.DateOf(journaltest.Start)
	journaltest.Words(t, func(t *table.Table) {
		t.Rules.AbsenceDays, t.Rules.Extra = 10, 24*3600
		t.Players[1].Away = []table.Away{{From: day, To: day.Add(2)}}
	}, nil, map[string][]string{
		"0 need 1d":      {key.NeedDone},
		"0 need 12 h":    {key.NeedDone},
		"0 need 2d":      {key.NeedTooMuch},
		"0 need a while": {key.NeedHow},
		"1 need 1d":      {key.NeedNotAsked},
		"0 away 3 days":  {key.AwayDoneOf + string(table.Usual().Away())},
		"0 away 11 days": {key.AwayTooLong},
		"0 away a while": {key.AwayHow},
		"0 back":         {key.BackNotAway},
		"1 back":         {key.BackDone},
	})
}

// TestNoTimePasses while a player is away, and it does from when they are back.
func TestNoTimePasses(t *testing.T) {
	c := journaltest.New(t, func(t *table.Table) { t.Rules.AbsenceDays = 10 }).Change()
	before := c.Table.WaitFor(0).Until
	journaltest.Say(t, c, 0, "away 3 days", nil)
	expect.Same(t, "away", c.Table.WaitFor(0).Until.Sub(before) > 48*time.Hour, true)
	journaltest.Say(t, c, 0, "back", nil)
	expect.Same(t, "back", c.Table.WaitFor(0).Until, before)
	expect.Same(t, "noted", journaltest.Noted(c), []string{key.Away, key.Back})
}
