package turn_test

import (
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/turn"
	"railpost/pbem/desk/vote"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// TestRewait: a seat with the same question keeps its time, and one with a new question gets fresh time.
func TestRewait(t *testing.T) {
	k := journaltest.New(t, nil)
	c := k.Change()
	for range 2 { // rounds; then all choose at once
		for s := range engine.Seat(3) {
			k.Play(c, s, "pass")
		}
	}
	turn.Advance(t.Context(), c, 2)
	expect.Same(t, "asked", c.Fresh, []engine.Seat{0, 1, 2})
	k.Keep(c)
	k.At = k.At.Add(time.Hour)
	c = k.Change()
	k.Play(c, 0, "keep none")
	turn.Advance(t.Context(), c, 0)
	expect.Same(t, "asked anew", c.Fresh, nil)
	for _, w := range c.Table.Waiting {
		expect.Same(t, "since", w.Since, journaltest.Start)
	}
	expect.Same(t, "waits for", len(c.Table.Waiting), 2)
	k.Play(c, 1, "keep none")
	k.Play(c, 2, "keep none")
	turn.Advance(t.Context(), c, 2)
	expect.Same(t, "state", c.Table.State, table.Over)
	k.Keep(c)
	expect.Same(t, "still due", k.Dues(), map[string]time.Time{})
}

// TestPlayed: automatic orders for a seat that does not answer, and the seats that must act then.
func TestPlayed(t *testing.T) {
	late := plan.Plan{Seat: 0, Given: 1, Lines: []string{"sell red"}, Late: true}
	for what, c := range map[string]struct {
		set  func(*table.Table)
		do   func(*journal.Change)
		want []string
		by   string
	}{
		"time out": {nil, func(c *journal.Change) { turn.TimeOut(c, 0) }, []string{"0 pass"}, engine.ByTimeOut},
		"planned": {func(t *table.Table) { t.Plans = []plan.Plan{late} }, func(c *journal.Change) { turn.PlayLate(t.Context(), c, 0) },
			[]string{"0 sell red"}, ""},
		"no plan": {nil, func(c *journal.Change) { turn.PlayLate(t.Context(), c, 0) }, nil, ""},
		"paused": {func(t *table.Table) { t.State, t.Players[0].Robot = table.Paused, true }, func(*journal.Change) {},
			nil, ""},
	} {
		k := journaltest.New(t, c.set)
		ch := k.Change()
		c.do(ch)
		turn.Advance(t.Context(), ch, engine.Nobody)
		expect.NoError(t, ch.Err)
		expect.Same(t, what, journaltest.Lines(ch), c.want)
		if len(c.want) > 0 {
			expect.Same(t, what, ch.Records[0].By, c.by)
			expect.Same(t, what+": waits for Ben", ch.Table.WaitFor(1) != nil, true)
			expect.Same(t, what+": free to take back", ch.Table.FreeUndo(0), true)
		}
	}
}

// TestRobot plays for a player who does not answer, until they write; equal games go alike.
func TestRobot(t *testing.T) {
	var before []string
	for range 2 {
		k := journaltest.New(t, func(t *table.Table) { t.Players[0].Robot = true })
		c := k.ChangeWithoutGame()
		waitlist.Keep(c, &table.Newcomer{Name: "Dora", Address: journaltest.Of("Dora"), Agreed: k.At,
			Offers: []table.Offer{{Game: "winter"}}})
		k.Keep(c)
		c = k.Change()
		turn.Advance(t.Context(), c, engine.Nobody)
		expect.Same(t, "by", c.Records[0].By, engine.ByRobot)
		lines := journaltest.Lines(c)
		if before != nil {
			expect.Same(t, "lines", lines, before)
		}
		before = lines
		c.Table.Players[0].Open = true
		c.Letters = nil
		tell.Letter(t.Context(), c, 0, templates.Receipt, content.Facts{ReplyTo: "1"})
		waitlist.TakeBack(t.Context(), c, 0)
		expect.Same(t, "Ana is told", journaltest.Told(c, "Ana"), []string{key.SeatBack})
		expect.Same(t, "Dora is told", journaltest.Told(c, "Dora"), []string{key.OfferBack})
		expect.Same(t, "it no longer plays", c.Table.Players[0].Robot || c.Table.Players[0].Open, false)
	}
}

// TestSettle: an accepted proposal is carried out, and the organiser told. An undo takes back what others
// have played since,
// too, and drops what was planned with the move.
func TestSettle(t *testing.T) {
	for to, c := range map[table.Motion]struct {
		p    table.Proposal
		done func(*journal.Change) bool
	}{
		table.ToUndo: {table.Proposal{Back: 1}, func(c *journal.Change) bool {
			return c.Table.WaitFor(0) != nil && len(c.Table.Plans) == 0
		}},
		table.ToExtend: {table.Proposal{Time: 60}, func(c *journal.Change) bool { return c.Table.Waiting[0].Extra == 60 }},
		table.ToRule: {table.Proposal{Rule: "grace", Value: "2d"},
			func(c *journal.Change) bool { return c.Table.Rules.Grace == 2*24*3600 }},
		table.ToReplace: {table.Proposal{Seat: 1}, func(c *journal.Change) bool { return c.Table.Players[1].Open }},
		table.ToEnd:     {table.Proposal{}, func(c *journal.Change) bool { return c.Table.State == table.Over }},
		table.ToCallOff: {table.Proposal{}, func(c *journal.Change) bool { return c.Table.State == table.Closed }},
	} {
		k := journaltest.New(t, nil)
		ch := k.Change()
		k.Play(ch, 0, "sell red")
		ch.Table.Plans = []plan.Plan{{Seat: 0, Given: 2, Lines: []string{"pass"}}}
		turn.Advance(t.Context(), ch, 0)
		k.Play(ch, 1, "sell red")
		turn.Advance(t.Context(), ch, 1)
		k.Keep(ch)
		ch = k.Change()
		c.p.To = to
		n := vote.Propose(ch, c.p)
		turn.Settle(t.Context(), ch)
		expect.Same(t, string(to)+" before it is agreed on", c.done(ch), false)
		for s := range engine.Seat(3) {
			ch.Table.Voting().Proposal(n).Vote(s, true)
		}
		turn.Settle(t.Context(), ch)
		expect.NoError(t, ch.Err)
		expect.Same(t, string(to), c.done(ch), true)
		expect.Same(t, string(to), journaltest.Letters(ch), []string{"host notice"})
	}
}

// TestBegin: the seed is mixed from the service's part and the players' contributions, and the house rules are
// logged.
func TestBegin(t *testing.T) {
	seeds := map[string]bool{}
	for _, added := range []string{"", "a", "b"} {
		c := journaltest.New(t, nil).Change()
		c.Table.State, c.Table.Service = table.Inviting, []byte("service")
		c.Table.Players[1].Added, c.Table.Rules.House = added, "no talk"
		c.Next, c.Table.Waiting = nil, nil
		turn.Begin(t.Context(), c)
		expect.NoError(t, c.Err)
		expect.Same(t, "state", c.Table.State, table.Running)
		expect.Same(t, "asked", c.Fresh, []engine.Seat{0})
		expect.Same(t, "noted", journaltest.Noted(c)[1:], []string{key.RuleHouse})
		seeds[string(c.Table.Seed)] = true
	}
	expect.Same(t, "seeds", len(seeds), 3)
}
