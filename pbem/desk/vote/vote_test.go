package vote_test

import (
	"fmt"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/vote"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

func end(by engine.Seat) table.Proposal {
	return table.Proposal{To: table.ToEnd, By: by}
}

// TestDecide: three seats' decisions on a proposal of seat 0 to end the game, and the reports to everybody.
func TestDecide(t *testing.T) {
	for _, c := range []struct {
		needed  table.Votes
		yes, no []engine.Seat
		after   time.Duration // silence counts as yes after 12 hours
		want    string
	}{
		{"", nil, nil, 0, ""},
		{"", []engine.Seat{1}, nil, 0, ""},
		{"", []engine.Seat{1, 2}, nil, 0, key.AgreedOf + "end"},
		{"", nil, []engine.Seat{2}, 0, key.Rejected},
		{table.VotesMajority, []engine.Seat{1}, nil, 0, key.AgreedOf + "end"},
		{table.VotesMajority, nil, []engine.Seat{2}, 0, ""},
		{"", []engine.Seat{1}, nil, 12*time.Hour - 1, ""},
		{"", []engine.Seat{1}, nil, 12 * time.Hour, key.AgreedOf + "end"},
		{"", nil, []engine.Seat{1}, 12 * time.Hour, key.Rejected},
	} {
		k := journaltest.New(t, func(t *table.Table) { t.Rules.Votes, t.Rules.Silence = c.needed, 12*3600 })
		ch := k.Change()
		expect.Same(t, "number", vote.Propose(ch, end(0)), 1)
		k.Keep(ch)
		k.At = k.At.Add(c.after)
		ch = k.Change()
		for _, s := range c.yes {
			ch.Table.Voting().Proposal(1).Vote(s, true)
		}
		for _, s := range c.no {
			ch.Table.Voting().Proposal(1).Vote(s, false)
		}
		_, agreed, closed := vote.Decide(t.Context(), ch)
		got := ""
		if closed {
			got = journaltest.Keys(ch.ToAll)[0]
		}
		what := fmt.Sprint(c)
		expect.Same(t, what, got, c.want)
		expect.Same(t, what, agreed, c.want == key.AgreedOf+"end")
		expect.Same(t, what, len(ch.Table.Proposals) == 0, closed)
	}
}

// TestSilenceUnasked: silence counts from when the letter that asks has gone out.
func TestSilenceUnasked(t *testing.T) {
	k := journaltest.New(t, func(t *table.Table) { t.Rules.Silence = 3600 })
	c := k.Change()
	vote.Propose(c, end(0))
	c.PutSilence()
	tell.Table(t.Context(), c, engine.Nobody)
	k.Keep(c)
	expect.Same(t, "due", k.Dues()["silence"], k.At.Add(time.Hour))
	k.At = k.At.Add(time.Hour)
	c = k.Change()
	_, _, closed := vote.Decide(t.Context(), c)
	expect.Same(t, "closed before it was asked", closed, false)
	expect.Same(t, "until", c.Table.Proposals[0].Until, k.At.Add(time.Hour))
	k.Send()
	_, agreed, _ := vote.Decide(t.Context(), k.Change())
	expect.Same(t, "agreed", agreed, true)
}

// TestLapses: a proposal ends once it is obsolete.
func TestLapses(t *testing.T) {
	for to, c := range map[table.Motion]struct {
		p    table.Proposal
		seat engine.Seat
	}{
		table.ToUndo:    {table.Proposal{Back: 1}, 0},
		table.ToReplace: {table.Proposal{Seat: 0}, 0},
		table.ToUpgrade: {table.Proposal{Version: 9}, 0},
		table.ToExtend:  {table.Proposal{}, 0},
	} {
		k := journaltest.New(t, nil)
		ch := k.Change()
		c.p.To, c.p.By = to, 1
		vote.Propose(ch, c.p)
		if _, _, closed := vote.Decide(t.Context(), ch); to != table.ToUpgrade {
			expect.Same(t, string(to)+" lapses at once", closed, false)
		}
		k.Play(ch, c.seat, "pass")
		ch.Table.Waiting = nil
		vote.Decide(t.Context(), ch)
		expect.Same(t, string(to), journaltest.Keys(ch.ToAll),
			[]string{key.ProposedOf + string(to), key.LapsedOf + string(to)})
	}
}

// TestWithdraw: numbers are never used again, and silence no longer falls due.
func TestWithdraw(t *testing.T) {
	k := journaltest.New(t, func(t *table.Table) { t.Rules.Silence = 3600 })
	c := k.Change()
	vote.Propose(c, end(0))
	vote.Withdraw(c, c.Table.Proposals[0])
	expect.Same(t, "told", journaltest.Keys(c.ToAll), []string{key.ProposedOf + "end", key.Withdrawn})
	expect.Same(t, "number", vote.Propose(c, end(0)), 2)
	vote.Withdraw(c, c.Table.Proposals[0])
	k.Keep(c)
	expect.True(t, k.Dues()["silence"].IsZero(), "silence is due: %v", k.Dues())
}

// TestForget: a player's votes do not bind the next on the seat, and proposals of theirs, or about them, lapse.
func TestForget(t *testing.T) {
	c := journaltest.New(t, nil).Change()
	vote.Propose(c, end(0))
	vote.Propose(c, end(1))
	vote.Propose(c, table.Proposal{To: table.ToReplace, By: 0, Seat: 1})
	c.Table.Voting().Proposal(1).Vote(1, true)
	vote.Forget(c, 1)
	expect.Same(t, "left", len(c.Table.Proposals), 1)
	expect.Same(t, "yes", c.Table.Proposals[0].Yes, []engine.Seat{0})
	expect.Same(t, "told", journaltest.Keys(c.ToAll)[3:], []string{key.LapsedOf + "seat", key.LapsedOf + "seat"})
}
