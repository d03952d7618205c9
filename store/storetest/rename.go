package storetest

import (
	"errors"
	"testing"
	"time"

	"railpost/store"
)

// withPast returns a store in which game winter has letters in the outbox, a sent one, due
// rows and snapshots, beside another game.
func withPast(t *testing.T, a Adapter) store.Store {
	s := a.Open(t)
	one, two := move("winter", 0, "m1"), move("winter", 1, "m2")
	one.Snapshot, two.Snapshot = []byte("position"), []byte("later position")
	kept(t, s, one)
	kept(t, s, move("spring", 0, "m3"))
	first := claim(t, s, time.Hour, 1)[0]
	NoError(t, errors.Join(s.MarkSending(ctx, store.Finished{ID: first.ID, Bytes: []byte("finished")})...))
	NoError(t, errors.Join(s.Sent(ctx, store.Accepted{ID: first.ID, MessageID: "<1@x>", Code: "250", At: t0})...))
	kept(t, s, two)
	return s
}

func testRenamed(t *testing.T, a Adapter) {
	s := withPast(t, a)
	was := contents(t, s)
	refused(t, s, store.Commit{Game: "winter", Expect: 2, Rename: "spring"}, store.ErrExists)
	refused(t, s, store.Commit{Game: "winter", Expect: 1, Rename: "winter~1"}, store.ErrStale)
	refused(t, s, store.Commit{Game: "autumn", Rename: "autumn~1"}, store.ErrInvalid)
	refused(t, s, store.Commit{Game: "winter", Expect: 2, Rename: "winter"}, store.ErrInvalid)
	refused(t, s, store.Commit{Game: "winter", Expect: 2, Rename: "a\x00b"}, store.ErrInvalid)

	kept(t, s, store.Commit{Game: "winter", Expect: 2, Rename: "winter~1", Doc: []byte("archived")})
	s = a.Reopen(t, s)
	if _, err := s.Head(ctx, "winter"); !errors.Is(err, store.ErrNoGame) {
		t.Errorf("the former name: %v", err)
	}
	now := contents(t, s)
	log := was.Logs["winter"]
	log.Game, log.Rev, log.Doc = "winter~1", 3, []byte("archived")
	same(t, "the game by its new name", now.Logs["winter~1"], log)
	same(t, "the other game", now.Logs["spring"], was.Logs["spring"])
	for i := range was.Letters {
		if was.Letters[i].Game == "winter" {
			was.Letters[i].Game = "winter~1"
		}
	}
	same(t, "letters", now.Letters, was.Letters)
	same(t, "due rows", len(now.DueOf["winter~1"]), len(was.DueOf["winter"]))
	sent, _, err := s.SentLetter(ctx, "<1@x>")
	NoError(t, err)
	same(t, "game of a sent letter", sent.Game, "winter~1")

	// The name is free, and the games have nothing in common.
	kept(t, s, move("winter", 0, "m4"))
	kept(t, s, store.Commit{Game: "winter~1", Expect: 3, Append: payloads("late", 1)})
	now = contents(t, s)
	same(t, "records of the new game", texts(now.Logs["winter"].Records), []string{"1 m4 record 1", "2 m4 record 2"})
	same(t, "records of the former game", len(now.Logs["winter~1"].Records), 5)
	if now.Logs["winter"].Snapshot != nil {
		t.Error("the new game has a snapshot of the former one")
	}
}

func testDeleted(t *testing.T, a Adapter) {
	s := withPast(t, a)
	refused(t, s, store.Commit{Game: "winter", Expect: 2, Delete: true, Rename: "winter~1"}, store.ErrInvalid)
	refused(t, s, store.Commit{Delete: true}, store.ErrInvalid)
	kept(t, s, store.Commit{Game: "winter", Expect: 2, Delete: true})
	s = a.Reopen(t, s)
	now := contents(t, s) // and nothing is left that belongs to no game
	same(t, "games", len(now.Logs), 1)
	for _, l := range now.Letters {
		same(t, "game of a letter that is left", l.Game, "spring")
	}
	for _, d := range now.Due {
		same(t, "game of a due row that is left", d.Game, "spring")
	}
	if _, ok, err := s.SentLetter(ctx, "<1@x>"); ok || err != nil {
		t.Errorf("a sent letter of the deleted game: %v %v", ok, err)
	}
	kept(t, s, move("winter", 0, "m4"))
	same(t, "records of a new game", texts(contents(t, s).Logs["winter"].Records), []string{"1 m4 record 1", "2 m4 record 2"})
}
