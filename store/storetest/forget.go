package storetest

import (
	"errors"
	"testing"

	"railpost/store"
)

// testBeside: what lies beside a record can be replaced and is no part of the chain.
func testBeside(t *testing.T, a Adapter) {
	s := a.Open(t)
	kept(t, s, store.Commit{Game: "winter", Append: payloads("w", 2), Beside: map[uint64][]byte{2: []byte("Ana")}})
	refused(t, s, store.Commit{Game: "winter", Expect: 1, Append: payloads("w", 1), Beside: map[uint64][]byte{4: []byte("Ana")}}, store.ErrInvalid)
	refused(t, s, store.Commit{Game: "winter", Expect: 1, Beside: map[uint64][]byte{0: []byte("Ana")}}, store.ErrInvalid)
	refused(t, s, store.Commit{Beside: map[uint64][]byte{1: []byte("Ana")}}, store.ErrInvalid)
	before, err := s.Load(ctx, "winter", 0, true)
	NoError(t, err)
	kept(t, s, store.Commit{Game: "winter", Expect: 1, Append: payloads("w", 1), Beside: map[uint64][]byte{2: []byte("nobody"), 3: []byte("Ben")}})
	s = a.Reopen(t, s)
	after, err := s.Load(ctx, "winter", 0, true)
	NoError(t, err)
	var beside []string
	for _, r := range after.Records {
		beside = append(beside, string(r.Beside))
	}
	same(t, "beside the records", beside, []string{"", "nobody", "Ben"})
	same(t, "hash of record 2", after.Records[1].Hash, before.Last)
	if rs, err := s.Records(ctx, "winter", 2, 2); err != nil || len(rs) != 1 || string(rs[0].Beside) != "nobody" {
		t.Errorf("record 2: %v, %v", rs, err)
	}
	contents(t, s) // which checks the store
}

// testForget: mails and letters are deleted with a change, or nothing is.
func testForget(t *testing.T, a Adapter) {
	s := a.Open(t)
	for _, key := range []string{"ana", "ben"} {
		m := rawMail(key, t0)
		kept(t, s, store.Commit{Raw: &m, Mail: &store.Mark{Key: key, At: t0}})
	}
	kept(t, s, store.Commit{Letters: []store.Letter{letter("sent", to("ana")), letter("sent", to("ben"))}})
	for _, l := range claim(t, s, 0, 2) {
		NoError(t, errors.Join(s.MarkSending(ctx, store.Finished{ID: l.ID, Bytes: []byte("x"), Said: []byte("said")})...))
		NoError(t, errors.Join(s.Sent(ctx, store.Accepted{ID: l.ID, MessageID: "<" + l.To + ">", Code: "250", At: t0})...))
	}
	kept(t, s, store.Commit{Letters: []store.Letter{letter("waits", to("ana"), group("g")), letter("waits", to("ben"))}})
	ana := func(l store.Letter) bool { return l.To == "ana" }
	forget := &store.Forget{Now: t0, Mail: func(m store.RawMail) bool { return string(m.Bytes) == "mail ana" }, Sent: ana, Left: ana}
	held := claim(t, s, 0, 1)
	refused(t, s, store.Commit{Forget: forget}, store.ErrInvalid)
	NoError(t, s.Defer(ctx, held[0].ID, t0, ""))
	kept(t, s, store.Commit{Forget: forget, Put: map[string][]byte{"done": []byte("1")}})
	s = a.Reopen(t, s)
	same(t, "mails", listed(t, s, 0), []string{"ben played"})
	refused(t, s, store.Commit{Mail: &store.Mark{Key: "ana"}}, store.ErrSeen)
	if _, ok, err := s.SentLetter(ctx, "<ana>"); ok || err != nil {
		t.Errorf("a forgotten letter: %v %v", ok, err)
	}
	if _, ok, err := s.SentLetter(ctx, "<ben>"); !ok || err != nil {
		t.Errorf("another letter: %v %v", ok, err)
	}
	if left := contents(t, s).Letters; len(left) != 1 || left[0].To != "ben" {
		t.Errorf("letters left: %v", left)
	}
	kept(t, s, store.Commit{Forget: &store.Forget{}})
	same(t, "mails", listed(t, s, 0), []string{"ben played"})
	kept(t, s, store.Commit{Forget: &store.Forget{Said: func(l store.Letter) bool { return l.To == "ben" }}})
	if l, ok, err := s.SentLetter(ctx, "<ben>"); !ok || l.Said != nil || l.Kind != "sent" || err != nil {
		t.Errorf("a letter of which nobody is to know what it said: %+v %v", l, err)
	}
	contents(t, s)
}
