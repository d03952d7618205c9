package journal_test

import (
	"context"
	"errors"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/pbemtest"
	"railpost/store"
)

// readingHeads is a store that lets something happen while all games are read.
type readingHeads struct {
	store.Store
	during func() // called once they are read, but not passed on
}

func (s *readingHeads) Heads(ctx context.Context, f func(store.Head) error) error {
	var all []store.Head
	err := s.Store.Heads(ctx, func(h store.Head) error { all = append(all, h); return nil })
	if during := s.during; during != nil {
		s.during = nil
		during()
	}
	for _, h := range all {
		err = errors.Join(err, f(h))
	}
	return err
}

// TestChangedWhileRead: all games are read while changes of them are stored, which count. The first look of the
// clock at a day reads them, too.
func TestChangedWhileRead(t *testing.T) {
	b := pbemtest.Games(t, "autumn", "winter")
	spy := &readingHeads{Store: b.Store}
	expect.NoError(t, b.Use(spy))
	for _, c := range []struct {
		method string
		read   func() error
		want   map[string]int
	}{
		{"game.pause", b.Tick, map[string]int{"running": 1, "paused": 1}},
		{"game.resume", b.Reopen, map[string]int{"running": 2}},
		{"game.end", func() error { b.Office.ChangedElsewhere("", true); return nil }, map[string]int{"running": 1, "closed": 1}},
	} {
		spy.during = func() { expect.NoError(t, b.Handle(c.method, admin.ChangeGame{Game: "winter"}, nil)) }
		expect.NoError(t, c.read())
		expect.Same(t, c.method, expect.Get(b.Office.CountByState(t.Context()))(t), c.want)
		expect.True(t, spy.during == nil, "not all games were read")
	}
}
