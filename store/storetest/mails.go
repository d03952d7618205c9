package storetest

import (
	"fmt"
	"testing"
	"time"

	"railpost/store"
)

func rawMail(key string, at time.Time) store.RawMail {
	return store.RawMail{Key: key, At: at, From: key + "@example.org", Subject: "Re: " + key, Verdict: "played", Bytes: []byte("mail " + key)}
}

func listed(t *testing.T, s store.Store, n int) []string {
	t.Helper()
	mails, err := s.Mails(ctx, n)
	NoError(t, err)
	out := []string{}
	for _, m := range mails {
		if m.Bytes != nil {
			t.Errorf("mail %q is listed with its bytes", m.Key)
		}
		out = append(out, m.Key+" "+m.Verdict)
	}
	return out
}

func testMails(t *testing.T, a Adapter) {
	s := a.Open(t)
	for i, hour := range []int{3, 1, 2} { // the clock was set back
		m := rawMail(fmt.Sprint("m", i), t0.Add(time.Duration(hour)*time.Hour))
		kept(t, s, store.Commit{Raw: &m, Mail: &store.Mark{Key: m.Key, Verdict: "played", At: t0}})
	}
	q := rawMail("q", t0)
	q.Verdict = "quarantined: three attempts"
	kept(t, s, store.Commit{Raw: &q})
	same(t, "all", listed(t, s, 0), []string{"m0 played", "m2 played", "m1 played", "q quarantined: three attempts"})
	same(t, "two", listed(t, s, 2), []string{"m0 played", "m2 played"})
	if _, ok, err := s.Seen(ctx, "q"); ok || err != nil {
		t.Errorf("a mail kept without a mark is not handled: %v %v", ok, err)
	}

	// Out of quarantine: played, kept once.
	q.Verdict, q.At = "played", t0.Add(4*time.Hour)
	kept(t, s, store.Commit{Raw: &q, Mail: &store.Mark{Key: "q", At: t0}})
	s = a.Reopen(t, s)
	same(t, "all", listed(t, s, 0), []string{"q played", "m0 played", "m2 played", "m1 played"})
	got, ok, err := s.Mail(ctx, "q")
	NoError(t, err)
	same(t, "one", []any{got, ok}, []any{q, true})

	n, err := s.DropMails(ctx, t0.Add(3*time.Hour))
	NoError(t, err)
	same(t, "dropped", n, 2)
	same(t, "left", listed(t, s, 0), []string{"q played", "m0 played"})
	if _, ok, err := s.Mail(ctx, "m1"); ok || err != nil {
		t.Errorf("a dropped mail: %v %v", ok, err)
	}
	refused(t, s, store.Commit{Mail: &store.Mark{Key: "m1"}}, store.ErrSeen)
}

func testAttempts(t *testing.T, a Adapter) {
	s := a.Open(t)
	for want := 1; want <= 3; want++ {
		n, err := s.Attempt(ctx, "poison")
		NoError(t, err)
		same(t, "attempts", n, want)
		s = a.Reopen(t, s) // it brought the process down
	}
	n, err := s.Attempt(ctx, "other")
	NoError(t, err)
	same(t, "attempts at another mail", n, 1)
	m := rawMail("poison", t0)
	kept(t, s, store.Commit{Raw: &m, Mail: &store.Mark{Key: "poison", Verdict: "quarantined", At: t0}})
	got, _, err := s.Mail(ctx, "poison")
	NoError(t, err)
	same(t, "attempts shown with the mail", got.Attempts, 3)
	if _, err := s.Attempt(ctx, ""); err == nil {
		t.Error("an attempt at a mail without a key was counted")
	}
}
