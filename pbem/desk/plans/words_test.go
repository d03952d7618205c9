package plans_test

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/desk/plans"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
	"railpost/pbem/facts/table"
)

// TestDropLine: one plan of the seat goes, or all; others keep theirs.
func TestDropLine(t *testing.T) {
	for rest, want := range map[string]struct {
		told string
		left int
	}{
		"plan 2":  {key.DropDone, 2},
		"plan":    {key.DropDone, 1},
		"plans":   {key.DropDone, 1},
		"plan 3":  {key.DropHow, 3},
		"plan no": {key.DropHow, 3},
	} {
		c := journaltest.New(t, func(t *table.Table) {
			t.Plans = []plan.Plan{{Seat: 0, Lines: []string{"pass"}}, {Seat: 1, Lines: []string{"pass"}}, {Seat: 0, Lines: []string{"sell red"}}}
		}).Change()
		d, ok := journaltest.Say(t, c, 0, "withdraw", nil)
		expect.Same(t, "nothing to withdraw", ok, false)
		d.Reply.Told = nil
		plans.DropLine(d, rest)
		expect.Same(t, rest, journaltest.Keys(d.Reply.Told), []string{want.told})
		expect.Same(t, rest, len(c.Table.Plans), want.left)
	}
}
