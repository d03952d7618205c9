package storetest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"railpost/store"
)

const lease = time.Minute

// letter is a letter by its kind, to seat 1 of winter unless changed.
func letter(kind string, change ...func(*store.Letter)) store.Letter {
	l := store.Letter{Game: "winter", Seat: 1, Kind: kind, To: "ben@example.org", NextTry: t0}
	for _, f := range change {
		f(&l)
	}
	return l
}

func to(address string) func(*store.Letter)    { return func(l *store.Letter) { l.To = address } }
func group(g string) func(*store.Letter)       { return func(l *store.Letter) { l.Group = g } }
func due(d time.Duration) func(*store.Letter)  { return func(l *store.Letter) { l.NextTry = t0.Add(d) } }
func ofGame(game string) func(l *store.Letter) { return func(l *store.Letter) { l.Game = game } }
func queued(ls ...store.Letter) store.Commit   { return store.Commit{Letters: ls} }
func kinds(ls []store.Letter) (out []string) {
	out = []string{}
	for _, l := range ls {
		out = append(out, l.Kind)
	}
	return out
}

func claim(t testing.TB, s store.Store, after time.Duration, n int) []store.Letter {
	t.Helper()
	ls, err := s.Claim(ctx, t0.Add(after), lease, n)
	NoError(t, err)
	return ls
}

func testLease(t *testing.T, a Adapter) {
	s := a.Open(t)
	same(t, "an empty outbox", kinds(claim(t, s, 0, 9)), []string{})
	kept(t, s, queued(letter("turn")))
	got := claim(t, s, 0, 9)
	same(t, "first", kinds(got), []string{"turn"})
	if !got[0].Leased.Equal(t0.Add(lease)) {
		t.Errorf("held until %s", got[0].Leased)
	}
	same(t, "while held", kinds(claim(t, s, lease-1, 9)), []string{})
	s = a.Reopen(t, s)
	same(t, "once the process that held it has died", kinds(claim(t, s, 0, 9)), []string{"turn"})
	same(t, "after the lease", kinds(claim(t, s, lease, 9)), []string{"turn"})
	NoError(t, errors.Join(s.Sent(ctx, store.Accepted{ID: got[0].ID, MessageID: "<1@x>", Code: "250 ok", At: t0})...))
	same(t, "after it was sent", kinds(claim(t, s, 9*lease, 9)), []string{})
}

func testClaimOrder(t *testing.T, a Adapter) {
	s := a.Open(t)
	kept(t, s, queued(
		letter("later", due(time.Hour)),
		letter("first"),
		letter("second"), // same recipient and game: after the first
		letter("carla", to("carla@example.org")),
		letter("other game", ofGame("spring")),
		letter("dora", to("dora@example.org")),
	))
	same(t, "two", kinds(claim(t, s, 0, 2)), []string{"first", "carla"})
	same(t, "the rest; second waits for first", kinds(claim(t, s, 0, 9)), []string{"other game", "dora"})
	same(t, "none free", kinds(claim(t, s, 1, 9)), []string{})
	ls, err := s.Letters(ctx)
	NoError(t, err)
	NoError(t, errors.Join(s.Sent(ctx, store.Accepted{ID: ls[1].ID, MessageID: "<first@x>", Code: "250", At: t0})...))
	same(t, "first is gone", kinds(claim(t, s, 1, 9)), []string{"second"})
	NoError(t, s.Defer(ctx, ls[2].ID, t0.Add(2*time.Hour), "451"))
	same(t, "an hour later", kinds(claim(t, s, time.Hour, 1)), []string{"later"})
	same(t, "none asked for", kinds(claim(t, s, 9*time.Hour, 0)), []string{})
	same(t, "nothing given up is taken, all else comes back", len(claim(t, s, 9*time.Hour, 9)), 4)
}

// testFarAhead: a letter that a wrong clock has put off further than any pause is due.
func testFarAhead(t *testing.T, a Adapter) {
	s := a.Open(t)
	var all []store.Letter
	for i, ahead := range []time.Duration{time.Minute, store.LongestPause, store.LongestPause + 1, 40 * 24 * time.Hour, 9000 * 24 * time.Hour} {
		all = append(all, letter(fmt.Sprint(i), due(ahead), to(fmt.Sprint(i, "@example.org"))))
	}
	kept(t, s, queued(all...))
	same(t, "those that no pause explains", kinds(claim(t, s, 0, 9)), []string{"2", "3", "4"})
	same(t, "after the leases", kinds(claim(t, s, time.Minute, 9)), []string{"0", "3", "4"})
}

// What a game or a person waits for goes before what only tells, whenever it was queued, to one reader as to
// others; within each, the oldest first.
func testRank(t *testing.T, a Adapter) {
	s := a.Open(t)
	kept(t, s, queued(
		letter("news"), letter("end", to("carla@example.org")), letter("told", to("dora@example.org")),
		letter("receipt"), letter("late", to("dora@example.org"), due(time.Hour)), letter("invitation", ofGame("spring")),
	))
	kept(t, s, queued(letter("turn", to("carla@example.org"))))
	same(t, "one by one", kinds(append(claim(t, s, 0, 1), claim(t, s, 0, 1)...)), []string{"receipt", "invitation"})
	same(t, "the rest, one a reader", kinds(claim(t, s, 0, 9)), []string{"turn", "told"})
	same(t, "another hour", kinds(claim(t, s, time.Hour, 9)), []string{"receipt", "late", "invitation", "turn"})
	s = a.Reopen(t, s)
	ls, err := s.Letters(ctx)
	NoError(t, err)
	NoError(t, s.Defer(ctx, ls[3].ID, t0.Add(2*time.Hour), "451"))
	NoError(t, s.Fail(ctx, ls[6].ID, "550"))
	same(t, "what is put off or given up keeps nothing waiting", kinds(claim(t, s, 90*time.Minute, 9)), []string{"late", "invitation", "news", "end"})
	NoError(t, s.Retry(ctx, ls[6].ID, t0, ls[6].To))
	kept(t, s, store.Commit{Game: "winter"})
	kept(t, s, store.Commit{Game: "winter", Expect: 1, Rename: "autumn"})
	same(t, "renamed", kinds(claim(t, s, 3*time.Hour, 2)), []string{"receipt", "late"})
}

func testGroups(t *testing.T, a Adapter) {
	s := a.Open(t)
	outbox := func() []string {
		ls, err := s.Letters(ctx)
		NoError(t, err)
		n, err := s.Outbox(ctx)
		NoError(t, err)
		same(t, "letters counted", n, len(ls))
		return kinds(ls)
	}
	oldest := func(want time.Time) {
		t.Helper()
		at, err := s.Oldest(ctx)
		NoError(t, err)
		if !at.Equal(want) {
			t.Errorf("the oldest letter is of %s, want %s", at, want)
		}
	}
	oldest(time.Time{})
	kept(t, s, queued(letter("turn 1", group("g")), letter("loose"), letter("loose")))
	all, err := s.Letters(ctx)
	NoError(t, err)
	oldest(all[0].Queued)
	if all[0].Queued.IsZero() {
		t.Error("a letter has no time")
	}
	kept(t, s, queued(letter("turn 2", group("g")), letter("late", group("h"))))
	same(t, "replaced", outbox(), []string{"loose", "loose", "turn 2", "late"})
	kept(t, s, queued(letter("turn 3", group("g")), letter("turn 4", group("g"))))
	same(t, "replaced within one commit", outbox(), []string{"loose", "loose", "late", "turn 4"})

	// Claimed but not attempted: still replaced, and the sender learns it.
	ls, err := s.Letters(ctx)
	NoError(t, err)
	for _, l := range ls[:2] {
		NoError(t, errors.Join(s.Sent(ctx, store.Accepted{ID: l.ID, MessageID: fmt.Sprintf("<%d@x>", l.ID), Code: "250", At: t0})...))
	}
	held := claim(t, s, 0, 9)
	same(t, "claimed", kinds(held), []string{"late"})
	kept(t, s, queued(letter("late 2", group("h"))))
	if err := errors.Join(s.MarkSending(ctx, store.Finished{ID: held[0].ID, Bytes: []byte("late")})...); !errors.Is(err, store.ErrNoLetter) {
		t.Errorf("a replaced letter: got %v, want ErrNoLetter", err)
	}

	// Attempted: it stays, beside the new one.
	s = a.Reopen(t, s)
	held = claim(t, s, 0, 9)
	same(t, "claimed", kinds(held), []string{"turn 4"})
	NoError(t, errors.Join(s.MarkSending(ctx, store.Finished{ID: held[0].ID, Bytes: []byte("finished")})...))
	kept(t, s, queued(letter("turn 5", group("g"))))
	same(t, "beside", outbox(), []string{"turn 4", "late 2", "turn 5"})

	kept(t, s, store.Commit{DropGroup: []string{"g", "h", "unknown"}, Letters: []store.Letter{letter("late 3", group("h"))}})
	same(t, "withdrawn, then queued", outbox(), []string{"turn 4", "late 3"})
	contents(t, s)
}

func testFinishedBytes(t *testing.T, a Adapter) {
	s := a.Open(t)
	kept(t, s, queued(letter("turn", group("g"))))
	first := claim(t, s, 0, 9)[0]
	finished := []byte("Subject: your turn\r\n\r\n\x00\xff bytes as they are\r\n")
	NoError(t, errors.Join(s.MarkSending(ctx, store.Finished{ID: first.ID, Bytes: finished})...))
	s = a.Reopen(t, s) // killed in DATA
	again := claim(t, s, lease, 9)
	same(t, "claimed again", kinds(again), []string{"turn"})
	same(t, "bytes, state and attempts", []any{again[0].Bytes, again[0].State, again[0].Attempts}, []any{finished, store.Sending, 1})

	if err := errors.Join(s.MarkSending(ctx, store.Finished{ID: first.ID, Bytes: []byte("other")})...); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("other bytes: got %v, want ErrInvalid", err)
	}
	NoError(t, errors.Join(s.MarkSending(ctx, store.Finished{ID: first.ID, Bytes: finished})...))
	NoError(t, s.Defer(ctx, first.ID, t0.Add(time.Hour), "451 later"))
	same(t, "before its time", kinds(claim(t, s, time.Hour-1, 9)), []string{})
	again = claim(t, s, time.Hour, 9)
	same(t, "after its time", []any{again[0].Bytes, again[0].Attempts, again[0].LastCode}, []any{finished, 2, "451 later"})
	if err := errors.Join(s.MarkSending(ctx, store.Finished{ID: first.ID, Bytes: nil})...); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("no bytes: got %v, want ErrInvalid", err)
	}
}

func testOutcomes(t *testing.T, a Adapter) {
	s := a.Open(t)
	kept(t, s, queued(
		letter("sent", func(l *store.Letter) { l.Seq, l.Data = 7, []byte("facts") }),
		letter("failed", ofGame("spring"), group("g")),
		letter("never tried", ofGame("summer"), group("h")),
	))
	ls := claim(t, s, 0, 9)
	for _, l := range ls[:2] {
		NoError(t, errors.Join(s.MarkSending(ctx, store.Finished{ID: l.ID, Bytes: []byte(l.Kind)})...))
	}
	NoError(t, errors.Join(s.Sent(ctx, store.Accepted{ID: ls[0].ID, MessageID: "<7@x>", Code: "250 2.0.0 taken", At: t0.Add(time.Second)})...))
	NoError(t, s.Fail(ctx, ls[1].ID, "550 no such user"))
	NoError(t, s.Fail(ctx, ls[2].ID, "no address"))
	s = a.Reopen(t, s)

	was, ok, err := s.SentLetter(ctx, "<7@x>")
	NoError(t, err)
	same(t, "the sent letter", []any{ok, was.ID, was.Game, was.Seq, was.Seat, was.Kind, was.To, was.LastCode, was.Leased, was.Attempts, was.Data, was.Bytes},
		[]any{true, ls[0].ID, "winter", uint64(7), 1, "sent", "ben@example.org", "250 2.0.0 taken", t0.Add(time.Second), 1, []byte("facts"), []byte(nil)})
	if _, ok, err := s.SentLetter(ctx, "<8@x>"); ok || err != nil {
		t.Errorf("an unknown Message-ID: %v %v", ok, err)
	}
	if _, ok, err := s.Letter(ctx, ls[0].ID); ok || err != nil {
		t.Errorf("a sent letter is still in the outbox: %v %v", ok, err)
	}
	for at, want := range []int{0, 0, 1, 0} { // it was accepted after a second
		n, err := s.DropSent(ctx, t0.Add(time.Duration(at)*time.Second))
		NoError(t, err)
		same(t, "forgotten", n, want)
	}
	if _, ok, err := s.SentLetter(ctx, "<7@x>"); ok || err != nil {
		t.Errorf("a forgotten letter: %v %v", ok, err)
	}
	same(t, "nothing to send", kinds(claim(t, s, 9*time.Hour, 9)), []string{})
	failed, ok, err := s.Letter(ctx, ls[1].ID)
	NoError(t, err)
	same(t, "the failed letter", []any{ok, failed.State, failed.LastCode, failed.Bytes}, []any{true, store.Failed, "550 no such user", []byte("failed")})
	if err := errors.Join(s.MarkSending(ctx, store.Finished{ID: failed.ID, Bytes: failed.Bytes})...); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("sending what was given up: got %v, want ErrInvalid", err)
	}

	// A later letter of the group does not touch what was given up.
	kept(t, s, queued(letter("newer", ofGame("summer"), group("h"))))
	NoError(t, s.Retry(ctx, ls[1].ID, t0.Add(2*time.Hour), ls[1].To))
	NoError(t, s.Retry(ctx, ls[2].ID, t0.Add(2*time.Hour), ls[2].To))
	kept(t, s, queued(letter("newest", ofGame("summer"), group("h"))))
	same(t, "not before", kinds(claim(t, s, time.Hour, 9)), []string{"newest"})
	again := claim(t, s, 2*time.Hour, 9)
	same(t, "retried", kinds(again), []string{"failed", "never tried"})
	same(t, "states", []any{again[0].State, again[1].State}, []any{store.Sending, store.Waiting})
	contents(t, s)

	for name, err := range map[string]error{
		"sending": errors.Join(s.MarkSending(ctx, store.Finished{ID: 999, Bytes: []byte("x")})...), "sent": errors.Join(s.Sent(ctx, store.Accepted{ID: 999, MessageID: "<x@x>", Code: "250", At: t0})...),
		"defer": s.Defer(ctx, 999, t0, ""), "fail": s.Fail(ctx, 999, ""), "retry": s.Retry(ctx, 999, t0, ""),
		"untry": s.Untry(ctx, 999, t0, ""), "drop": s.Drop(ctx, 999, t0),
	} {
		if !errors.Is(err, store.ErrNoLetter) {
			t.Errorf("%s: got %v, want ErrNoLetter", name, err)
		}
	}
	if err := errors.Join(s.Sent(ctx, store.Accepted{ID: ls[1].ID, MessageID: "", Code: "250", At: t0})...); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("sent without a Message-ID: got %v, want ErrInvalid", err)
	}
}

// A letter of which the server has got nothing is as it was before.
func testUntried(t *testing.T, a Adapter) {
	s := a.Open(t)
	outbox := func() []string {
		ls, err := s.Letters(ctx)
		NoError(t, err)
		return kinds(ls)
	}
	attempt := func(code string) {
		t.Helper()
		l := claim(t, s, 0, 1)[0]
		NoError(t, errors.Join(s.MarkSending(ctx, store.Finished{ID: l.ID, Bytes: []byte("bytes of " + l.Kind)})...))
		if code == "meanwhile" {
			kept(t, s, queued(letter("newer", group("g"))))
		}
		NoError(t, s.Untry(ctx, l.ID, t0, code))
		got, _, err := s.Letter(ctx, l.ID)
		NoError(t, err)
		same(t, code, []any{got.State, got.Bytes, got.LastCode, got.Leased.IsZero()}, []any{store.Waiting, []byte(nil), code, true})
	}
	kept(t, s, queued(letter("turn 1", group("g"))))
	attempt("refused")
	kept(t, s, queued(letter("turn 2", group("g"))))
	same(t, "replaced", outbox(), []string{"turn 2"})
	attempt("meanwhile")
	s = a.Reopen(t, s)
	kept(t, s, queued(letter("newest", group("g"))))
	same(t, "both stay", outbox(), []string{"turn 2", "newest"})
	same(t, "in their order", kinds(claim(t, s, 0, 1)), []string{"turn 2"})
	contents(t, s)
	NoError(t, s.Check(ctx, func(c store.Corrupt) { t.Errorf("%v", c) }))
}

func testGivenUp(t *testing.T, a Adapter) {
	s := a.Open(t)
	kept(t, s, queued(letter("turn", group("g"))))
	l := claim(t, s, 0, 1)[0]
	if err := s.Drop(ctx, l.ID, t0); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("dropping what may be on its way: got %v, want ErrInvalid", err)
	}
	NoError(t, errors.Join(s.MarkSending(ctx, store.Finished{ID: l.ID, Bytes: []byte("finished")})...))
	NoError(t, s.Fail(ctx, l.ID, "550"))
	oldest, err := s.Oldest(ctx)
	NoError(t, err)
	same(t, "what was given up is not still to go out", oldest.IsZero(), true)
	NoError(t, s.Retry(ctx, l.ID, t0, "ben@new.example"))
	again := claim(t, s, 0, 1)[0]
	same(t, "to another address", []any{again.To, again.Bytes, again.Attempts, again.State}, []any{"ben@new.example", []byte(nil), 0, store.Waiting})
	NoError(t, errors.Join(s.MarkSending(ctx, store.Finished{ID: l.ID, Bytes: []byte("made anew")})...))
	NoError(t, s.Retry(ctx, l.ID, t0, "elsewhere@example.org"))
	kept1, _, err := s.Letter(ctx, l.ID)
	NoError(t, err)
	same(t, "one that was not given up keeps its address", kept1.To, "ben@new.example")
	NoError(t, s.Fail(ctx, l.ID, "550"))
	NoError(t, s.Drop(ctx, l.ID, t0))
	kept(t, s, queued(letter("turn", group("g"))))
	waiting, err := s.Letters(ctx)
	NoError(t, err)
	same(t, "dropped", len(waiting), 1)
	NoError(t, s.Drop(ctx, waiting[0].ID, t0))
	NoError(t, s.Check(ctx, func(c store.Corrupt) { t.Errorf("%v", c) }))
}
