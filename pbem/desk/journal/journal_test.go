package journal_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/journal/journaltest"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/table"
	"railpost/store"
	"railpost/templates"
)

// TestCommit: a change is stored as a whole, or not at all; if its game has changed meanwhile, it is refused,
// and the game is read again.
func TestCommit(t *testing.T) {
	k := journaltest.New(t, nil)
	moved := ""
	k.Moved = func(game string) { moved += game + " " }
	c := k.Change()
	k.Play(c, 0, "sell red")
	k.Keep(c)
	c = k.Change()
	k.Play(c, 1, "sell red")
	head := expect.Get(k.Store.Head(t.Context(), "winter"))(t)
	errs, err := k.Store.Commit(t.Context(), store.Commit{Game: "winter", Expect: head.Rev, Doc: head.Doc}) // elsewhere
	expect.NoError(t, errors.Join(append(errs, err)...))
	expect.Is(t, "a change of the game as it was", k.Commit(t.Context(), c), store.ErrStale)
	bad := k.Change()
	bad.Values["y"] = []byte("1")
	expect.Fails(t, "a change with an error", k.Commit(t.Context(), bad.Fail(errors.New("broken"))), "broken")
	expect.Same(t, "y", expect.Get(k.Store.Get(t.Context(), "y"))(t), nil)
	expect.Same(t, "moved", moved, "winter ")
	expect.Same(t, "record", k.Change().Seq(), 2)
}

// TestBack: an undo leaves what was given in advance, and the log as it was; the position is stored with it.
func TestBack(t *testing.T) {
	k := journaltest.New(t, nil)
	c := k.Change()
	k.Play(c, 0, "sell red")
	c.Records[0].Group = "a"
	k.Play(c, 1, "work mine-1")
	k.Keep(c)
	c = k.Change()
	expect.Same(t, "last move", c.LastMove(t.Context(), 0).Before, 1)
	expect.Same(t, "of nobody", c.LastMove(t.Context(), 2).Before, 0)
	c.UndoTo(t.Context(), 1, 0)
	commit := expect.Get(c.Commit(t.Context()))(t)
	expect.Same(t, "snapshot", len(commit.Snapshot) > 0, true)
	k.Keep(c)
	c = k.Change()
	expect.Same(t, "asked", c.Next.Waiting(), []engine.Seat{0})
	expect.Same(t, "what still stands", c.LastMove(t.Context(), 0).Before, 0)
	expect.Same(t, "before it", expect.Get(c.Position(t.Context(), 2))(t).Waiting(), []engine.Seat{1})
}

// TestGroup: free undo ends with another seat's move, and when something hidden is shown.
func TestGroup(t *testing.T) {
	for what, c := range map[string]struct {
		groups []table.Group
		want   string
	}{
		"one mail":        {[]table.Group{{Seat: 0, Before: 1, Last: 2}}, "[0:1-2]"},
		"two parts of it": {[]table.Group{{Seat: 0, Before: 1, Last: 2}, {Seat: 0, Before: 2, Last: 3}}, "[0:1-3]"},
		"another seat":    {[]table.Group{{Seat: 0, Before: 1, Last: 2}, {Seat: 1, Before: 2, Last: 3}}, "[1:2-3]"},
		"shown": {[]table.Group{{Seat: 0, Before: 1, Last: 2}, {Seat: 0, Before: 2, Last: 3, Reveal: true}},
			"[0:1-3!]"},
	} {
		ch := journaltest.New(t, nil).Change()
		for _, g := range c.groups {
			ch.Group(g)
		}
		var got []string
		for _, g := range ch.Table.LastGroups {
			said := fmt.Sprintf("%d:%d-%d", g.Seat, g.Before, g.Last)
			if g.Reveal {
				said += "!"
			}
			got = append(got, said)
		}
		expect.Same(t, what, fmt.Sprint(got), c.want)
	}
}

// TestTimes: deadlines and reminders of a seat that is asked, before and after its time changes.
func TestTimes(t *testing.T) {
	day := 24 * time.Hour
	for what, c := range map[string]struct {
		do   func(k *journaltest.Kit, c *journal.Change)
		want string
	}{
		"asked": {func(*journaltest.Kit, *journal.Change) {}, "deadline 72h0m0s timeout 96h0m0s"},
		"extended": {func(_ *journaltest.Kit, c *journal.Change) { c.Extend(&c.Table.Waiting[0], 3600) },
			"deadline 73h0m0s timeout 97h0m0s"},
		"too late": {func(_ *journaltest.Kit, c *journal.Change) {
			c.At = c.At.Add(4 * day)
			c.Extend(&c.Table.Waiting[0], 3600)
		}, "deadline 97h0m0s timeout 121h0m0s"},
		"waits": {func(_ *journaltest.Kit, c *journal.Change) { rule(c, "time-out", "wait") }, "deadline 72h0m0s"},
		"shorter": {func(_ *journaltest.Kit, c *journal.Change) { rule(c, "answer-within", "1d") },
			"deadline 24h0m0s timeout 48h0m0s"},
		"not ended": {func(_ *journaltest.Kit, c *journal.Change) {
			c.At = c.At.Add(2 * day)
			rule(c, "answer-within", "1d")
		}, "deadline 72h0m0s timeout 96h0m0s"},
		"over": {func(_ *journaltest.Kit, c *journal.Change) { c.End() }, ""},
		"next": {func(k *journaltest.Kit, c *journal.Change) {
			k.Play(c, 0, "pass")
			c.At = c.At.Add(day)
			journaltest.Ask(c, 1)
		}, "deadline 96h0m0s timeout 120h0m0s"},
	} {
		k := journaltest.New(t, nil)
		ch := k.Change()
		c.do(k, ch)
		k.Keep(ch)
		got := ""
		for _, kind := range []string{journal.DueDeadline, journal.DueTimeOut} {
			if at, ok := k.Dues()[kind]; ok {
				got += fmt.Sprint(" ", kind, " ", at.Sub(journaltest.Start))
			}
		}
		expect.Same(t, what, got, map[bool]string{true: "", false: " " + c.want}[c.want == ""])
	}
}

func rule(c *journal.Change, name, value string) {
	was := c.Table.Clone()
	c.Fail(c.Table.Terms().Set(name, value, nil))
	c.RetimeAll(was)
}

// TestFirstAttempt: a player's time starts when the letter that asks them is sent, if that takes more than
// five minutes.
func TestFirstAttempt(t *testing.T) {
	for minutes, want := range map[int]time.Duration{4: 72 * time.Hour, 60: 73 * time.Hour} {
		k := journaltest.New(t, nil)
		c := k.Change()
		f := content.Facts{Asked: k.At, Waits: c.Table.Waiting}
		l := store.Letter{Game: "winter", Seq: 1, Group: journal.SeatKey("winter", 0), Kind: string(templates.Turn),
			To: journaltest.Of("Ana"), Data: expect.Get(f.Bytes())(t)}
		k.At = k.At.Add(time.Duration(minutes) * time.Minute)
		l = expect.Get(k.FirstAttempt(t.Context(), l, expect.Get(content.ReadFacts(l.Data))(t), time.Time{}, true))(t)
		expect.Same(t, "deadline", k.Dues()[journal.DueDeadline].Sub(journaltest.Start), want)
		expect.Same(t, "as the letter says", expect.Get(content.ReadFacts(l.Data))(t).Waits[0].Until.Sub(journaltest.Start),
			want)
	}
}

// TestCounts: a count is for a day, and the counts of past days are deleted.
func TestCounts(t *testing.T) {
	k := journaltest.New(t, nil)
	c := k.ChangeWithoutGame()
	expect.Same(t, "counts", []int{c.CountToday(t.Context(), "a"), c.CountToday(t.Context(), "b"), c.AddToday(t.Context(), "a", 2)}, []int{1, 1, 3})
	k.Keep(c)
	k.At = k.At.AddDate(0, 0, 1)
	expect.Same(t, "tomorrow", k.ChangeWithoutGame().CountToday(t.Context(), "a"), 1)
	expect.NoError(t, k.ForgetDays(t.Context(), k.At))
	expect.Same(t, "kept", len(expect.Get(k.Store.Values(t.Context(), "today/"))(t)), 0)
}

// TestPending: orders wait seven days for agreement; if others arrive meanwhile, it is unclear which are meant.
func TestPending(t *testing.T) {
	k := journaltest.New(t, nil)
	c := k.Change()
	p := &journal.Pending{From: "x@example.org", At: k.At, Lines: []string{"pass"}}
	c.KeepPending(t.Context(), 0, p)
	k.Keep(c)
	c = k.Change()
	expect.Same(t, "same", c.PendingOf(t.Context(), 0).Same(p), true)
	expect.Same(t, "of another seat", c.PendingOf(t.Context(), 1), nil)
	c.KeepPending(t.Context(), 0, &journal.Pending{From: "x@example.org", At: k.At, Lines: []string{"sell red"}})
	k.Keep(c)
	expect.Same(t, "several", k.Change().PendingOf(t.Context(), 0).Several, true)
	k.At = k.At.Add(journal.PendingFor + 1)
	expect.Same(t, "after that", k.Change().PendingOf(t.Context(), 0), nil)
	c.ForgetPending()
	expect.Same(t, "after the end", c.PendingOf(t.Context(), 0), nil)
}

// TestLift: when a blocked address is entered again, it gets letters again, and the ones it missed.
func TestLift(t *testing.T) {
	k := journaltest.New(t, nil)
	c := k.ChangeWithoutGame()
	c.Keep(journal.FailingPrefix+"a", journal.Failing{Count: 1})
	c.Keep(journal.FailingPrefix+"b", journal.Failing{Count: journal.BouncesMost, Since: k.At})
	k.Keep(c)
	c = k.ChangeWithoutGame()
	expect.Same(t, "suspended", []bool{c.Suspended(t.Context(), "a"), c.Suspended(t.Context(), "B")}, []bool{false, true})
	c.Entered(t.Context(), "a")
	c.Entered(t.Context(), "b")
	k.Keep(c)
	expect.Same(t, "a still counts", expect.Get(k.Failing(t.Context(), "a"))(t).Count, 1)
	expect.Same(t, "lifted", expect.Get(k.Resumed(t.Context()))(t), []string{"b"})
	expect.NoError(t, k.Arrived(t.Context(), "b"))
	expect.Same(t, "lifted", expect.Get(k.Resumed(t.Context()))(t), nil)
}

// heads is a store that counts how often all games are read.
type heads struct {
	store.Store
	n int
}

func (s *heads) Heads(ctx context.Context, f func(store.Head) error) error {
	s.n++
	return s.Store.Heads(ctx, f)
}

// TestStates: commits keep the counts that monitoring reads; the games are read once.
func TestStates(t *testing.T) {
	k := journaltest.New(t, func(t *table.Table) { t.Players[0].Robot = true })
	spy := &heads{Store: k.Journal.Store}
	k.Journal.Store = spy
	states := func() string {
		seats, longest, err := k.Lateness(t.Context())
		expect.NoError(t, err)
		return fmt.Sprint(expect.Get(k.CountByState(t.Context()))(t), len(expect.Get(k.Robots(t.Context()))(t)), seats, longest,
			expect.Get(k.Ended(t.Context()))(t))
	}
	expect.Same(t, "states", states(), "map[running:1] 1 0 0s []")
	k.At = k.At.Add(73 * time.Hour)
	expect.Same(t, "late", states(), "map[running:1] 1 1 1h0m0s []")
	k.Begin("autumn", nil)
	expect.Same(t, "one more", states(), "map[running:2] 1 1 1h0m0s []")
	c := k.Change()
	c.Table.State = table.Paused
	k.Keep(c)
	expect.Same(t, "paused", states(), "map[paused:1 running:1] 0 0 0s []")
	c = k.Change()
	c.CallOff()
	k.Keep(c)
	expect.Same(t, "called off", states(), "map[closed:1 running:1] 0 0 0s [winter]")
	expect.Same(t, "all games were read", spy.n, 1)
}
