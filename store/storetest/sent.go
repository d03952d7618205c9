package storetest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"railpost/store"
)

// post sends a letter at a time after t0, under a Message-ID.
func post(t *testing.T, s store.Store, l store.Letter, id string, after time.Duration) {
	t.Helper()
	kept(t, s, queued(l))
	ls := claim(t, s, after, 1)
	NoError(t, errors.Join(s.MarkSending(ctx, store.Finished{ID: ls[0].ID, Bytes: []byte("bytes of " + id), Said: []byte("said in " + id)})...))
	NoError(t, errors.Join(s.Sent(ctx, store.Accepted{ID: ls[0].ID, MessageID: id, Code: "250", At: t0.Add(after)})...))
}

// known returns which of some Message-IDs are those of letters the store knows.
func known(t *testing.T, s store.Store, ids ...string) []string {
	t.Helper()
	out := []string{}
	for _, id := range ids {
		l, ok, err := s.SentLetter(ctx, id)
		NoError(t, err)
		if !ok {
			continue
		}
		out = append(out, id)
		same(t, "said", string(l.Said), "said in "+id)
	}
	return out
}

// testSentLetters: of the letters to a seat the newest are known, until a time or until they
// are to be forgotten.
func testSentLetters(t *testing.T, a Adapter) {
	s := a.Open(t)
	outsider := letter("notice", func(l *store.Letter) { l.Seat = -1 })
	var turns []string
	for i := range store.SentKept + 3 {
		id := fmt.Sprintf("<turn %02d>", (i*7)%50) // in no order of their own
		turns = append(turns, id)
		post(t, s, letter("turn"), id, time.Duration(i)*time.Minute)
		post(t, s, outsider, fmt.Sprintf("<notice %d>", i), 0)
	}
	post(t, s, letter("turn", func(l *store.Letter) { l.Seat = 2 }), "<other seat>", 0)
	post(t, s, letter("turn", ofGame("winter~1")), "<other game>", time.Hour)
	s = a.Reopen(t, s)
	same(t, "letters to a seat", known(t, s, turns...), turns[3:])
	same(t, "others", known(t, s, "<notice 0>", "<other seat>", "<other game>"), []string{"<notice 0>", "<other seat>", "<other game>"})
	contents(t, s)

	n, err := s.DropSent(ctx, t0.Add(5*time.Minute))
	NoError(t, err)
	same(t, "older ones", n, 2+store.SentKept+3+1)
	same(t, "later ones", known(t, s, turns...), turns[5:])
	post(t, s, outsider, "<notice>", time.Hour)
	post(t, s, letter("turn", func(l *store.Letter) { l.Seat = 2 }), turns[9], time.Hour) // a Message-ID for the second time
	contents(t, s)
	n, err = s.DropSentOf(ctx, "winter")
	NoError(t, err)
	same(t, "those of a game", n, store.SentKept+3-5)
	same(t, "what is left", known(t, s, append(turns, "<notice>", "<other game>")...), []string{"<notice>", "<other game>"})
	contents(t, s)
}
