package orders

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/toy"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
	"railpost/templates"
)

// TestReading: what lines are at a table and a position, without a change of the game.
func TestReading(t *testing.T) {
	g, _, err := engine.Begin("winter", toy.Title{}, engine.Setup{Seats: 2, Version: toy.Title{}.Version()}, []string{"Ana", "Ben"}, engine.Seed("reading"))
	expect.NoError(t, err)
	tab := &table.Table{State: table.Running, Players: []table.Player{{Name: "Ana Belen"}, {Name: "Ben"}}}
	list := []string{"work mine-1", "pass"}
	rd := &reading{texts: expect.Get(templates.New())(t), seat: g.Waiting()[0], table: tab, next: g, signers: []string{"A. Belen"},
		letter: offered{seat: g.Waiting()[0], then: g, list: list, to: templates.Turn}}
	for line, want := range map[string]bool{"status": true, "pass": false, "say hello": true, "work mine-1": false, "drop plan 2": true, "ok 3": true} {
		expect.Same(t, line, rd.isCommand(line), want)
	}
	rd.sorted = extract.Sorted{Orders: []extract.OrderLine{{N: 1, Text: "2"}, {N: 3, Text: "preview 1"}}, Talk: []extract.Unread{{N: 5, Text: "Ana"}}}
	items, wrong := rd.items()
	expect.True(t, wrong == nil && len(items) == 2 && items[0].line == "pass" && items[1].line == "preview work mine-1", "numbers choose the lines of the letter")
	rd.unsign(&rd.sorted)
	expect.Same(t, "the name below the orders", len(rd.sorted.Talk), 0)
	rd.sorted.Orders[0].Text = "7"
	_, wrong = rd.items()
	expect.True(t, len(wrong) == 2 && wrong[0].Refusal != nil && wrong[1].Refusal == nil, "a number that stands for nothing is refused")
}
