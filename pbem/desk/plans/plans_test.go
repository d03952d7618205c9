package plans_test

import (
	"slices"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/desk/plans"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
	"railpost/pbem/facts/table"
)

// TestPlayNext: the orders of Ben's plan once Ana has sold a cube, the report to him, and whether the plan stays.
func TestPlayNext(t *testing.T) {
	when := func(kind, text string) []plan.Condition { return []plan.Condition{{Kind: kind, Text: text}} }
	mine := []string{"work mine-1"}
	for what, c := range map[string]struct {
		plan  plan.Plan
		waits bool // as long as a player might take
		lines []string
		told  []string
		left  int
	}{
		"due":   {plan.Plan{Lines: mine}, false, []string{"1 work mine-1"}, []string{key.PlanPlayed}, 0},
		"waits": {plan.Plan{Lines: mine}, true, nil, nil, 1},
		"sent": {plan.Plan{Lines: mine, Sent: true}, false, []string{"1 work mine-1"}, []string{key.SentCounts},
			0},
		"open": {plan.Plan{Lines: mine, Open: true, Turn: "x"}, false, []string{"1 work mine-1"},
			[]string{key.PlanPlayed}, 0},
		"late":    {plan.Plan{Lines: mine, Late: true}, false, nil, nil, 1},
		"refused": {plan.Plan{Lines: []string{"sell blue"}}, false, nil, []string{key.PlanStopped}, 0},
		"harmless": {plan.Plan{Lines: []string{plan.Harmless}}, false, []string{"1 pass"}, []string{key.PlanPlayed},
			0},
		"only you": {plan.Plan{Lines: []string{plan.UsualTurn}}, false, nil, []string{key.PlanOnlyYou}, 0},
		"always": {plan.Plan{Lines: mine, Always: true}, false, []string{"1 work mine-1"}, []string{key.PlanPlayed},
			1},
		"always, refused": {plan.Plan{Lines: []string{"sell blue"}, Always: true}, false, nil, []string{key.PlanStopped}, 0},
		"if so": {plan.Plan{Lines: mine, When: when(plan.If, "Ana sold red")}, false, []string{"1 work mine-1"},
			[]string{key.PlanPlayed}, 0},
		"if not so": {plan.Plan{Lines: mine, When: when(plan.If, "Cleo sold red")}, false, nil,
			[]string{key.PlanEndsOf + plan.If}, 0},
		"unless": {plan.Plan{Lines: mine, When: when(plan.Unless, "Ana sold red")}, false, nil,
			[]string{key.PlanEndsOf + plan.Unless}, 0},
		"left out": {plan.Plan{Lines: mine, When: when(plan.Unless, "Ana sold red"), Always: true}, false, nil,
			[]string{key.PlanLeftOutOf + plan.Unless}, 1},
		"until": {plan.Plan{Lines: mine, When: when(plan.Until, "Ana sold red"), Always: true}, false, nil,
			[]string{key.PlanEndsOf + plan.Until}, 0},
		"of nobody": {plan.Plan{Lines: mine, When: when(plan.If, "Zoe sold red")}, false, nil,
			[]string{key.PlanEndsOf + "unknown"}, 0},
	} {
		c.plan.Seat, c.plan.Given = 1, 1
		k := journaltest.New(t, func(t *table.Table) { t.Plans = []plan.Plan{c.plan} })
		k.Verbs = map[string]string{"sold": "sell"}
		ch := k.Change()
		k.Play(ch, 0, "sell red")
		journaltest.Ask(ch, 1)
		if !c.waits {
			ch.PlanNow = 1
		}
		for plans.PlayNext(t.Context(), ch) {
		}
		expect.NoError(t, ch.Err)
		expect.Same(t, what, journaltest.Lines(ch)[1:], c.lines)
		expect.Same(t, what, journaltest.Keys(ch.Planned[1]), c.told)
		expect.Same(t, what, len(ch.Table.Plans), c.left)
	}
}

// TestReopen: an undo drops plans given with the move taken back, and restores others' played plans.
func TestReopen(t *testing.T) {
	p := plan.Plan{Seat: 1, Given: 1, Lines: []string{"work mine-1"}}
	k := journaltest.New(t, func(t *table.Table) { t.Plans = []plan.Plan{p} })
	c := k.Change()
	k.Play(c, 0, "sell red")
	c.Table.Plans = append(c.Table.Plans, plan.Plan{Seat: 0, Given: 2, Lines: []string{"pass"}})
	journaltest.Ask(c, 1)
	c.PlanNow = 1
	expect.Same(t, "played", plans.PlayNext(t.Context(), c), true)
	k.Keep(c)
	c = k.Change()
	c.UndoTo(t.Context(), 1, 0)
	plans.Reopen(c, 1, 0)
	expect.Same(t, "plans", len(c.Table.Plans), 1)
	expect.Same(t, "again", c.Table.Plans[0].Is(p), true)
	expect.Same(t, "Ana is told", journaltest.Keys(c.Planned[0]), []string{key.PlanUndone})
	expect.Same(t, "Ben is told", journaltest.Keys(c.Planned[1]), []string{key.PlanBack})
	plans.Forget(c, 1)
	expect.Same(t, "plans", len(c.Table.Plans), 0)
}

// TestWindow: the orders of a mail count ten minutes later, before the seat's time is over, unless newer ones replace
// them or their player takes them back.
func TestWindow(t *testing.T) {
	k := journaltest.New(t, func(t *table.Table) { t.Rules.Window = 600 })
	c := k.Change()
	for s, want := range []bool{true, false, false} { // only Ana must act
		expect.Same(t, "windowed", plans.Windowed(c.Table, c.Next, engine.Seat(s)), want)
	}
	plans.KeepSent(c, 0, "", []string{"sell red"})
	expect.Same(t, "counts", plans.KeepSent(c, 0, "", []string{"pass"}), k.At.Add(10*time.Minute))
	expect.Same(t, "kept", len(c.Table.Plans), 1)
	k.Keep(c)
	expect.Same(t, "due", k.Dues()[journal.DuePlan], k.At.Add(10*time.Minute))

	until := c.Table.Waiting[0].Until
	k.At = until.Add(-time.Minute)
	c = k.Change()
	expect.Same(t, "counts before the deadline", plans.KeepSent(c, 0, "", []string{"pass"}), until.Add(-time.Second))
	expect.Same(t, "withdrawn", plans.WithdrawSent(t.Context(), c, 0), true)
	expect.Same(t, "and again", plans.WithdrawSent(t.Context(), c, 0), false)
	expect.Same(t, "is played", c.Table.Waiting[0].Plan, time.Time{})
	plans.KeepSent(c, 0, "", []string{"pass"})
	plans.EndSent(c, 0)
	expect.Same(t, "told", journaltest.Keys(c.Planned[0]), []string{key.SentVoid})
}

// TestAt: a plan is played as a player might answer: not at once, by day, before the time is over.
func TestAt(t *testing.T) {
	p := plan.Plan{Seat: 0, Given: 1, Lines: []string{"pass"}}
	k := journaltest.New(t, func(t *table.Table) { t.Plans, t.Answers = []plan.Plan{p}, 8*3600 })
	var all []time.Time
	for hour := range 70 {
		c := k.Change()
		c.At = journaltest.Start.Add(time.Duration(hour) * time.Hour)
		w := c.Table.Waiting[0]
		at := plans.At(t.Context(), c, w)
		night := at.Hour() >= 23 || at.Hour() < 7
		expect.True(t, at.After(c.At) && at.Before(w.Until), "at %v a plan is played at %v", c.At, at)
		expect.True(t, !night || hour > 60, "at %v a plan is played at night: %v", c.At, at)
		all = append(all, at)
	}
	expect.True(t, len(slices.Compact(all)) > 60, "plans are played at the same times: %v", all)
	c := k.Change()
	expect.Same(t, "of a seat without one", plans.At(t.Context(), c, table.Wait{Seat: 1}), time.Time{})
	c.Table.Rules.PlansAtOnce = true
	expect.Same(t, "at once", plans.At(t.Context(), c, c.Table.Waiting[0]), c.At.Add(time.Minute))
}
