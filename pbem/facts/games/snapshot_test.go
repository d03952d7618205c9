package games_test

import (
	"context"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/store"
)

// flipped is a store whose snapshots have gone bad on the disk.
type flipped struct{ store.Store }

func (s flipped) Load(ctx context.Context, game string, upTo uint64, full bool) (store.Log, error) {
	log, err := s.Store.Load(ctx, game, upTo, full)
	if log.Snapshot != nil {
		bad := *log.Snapshot
		bad.Data = []byte(strings.Replace(string(bad.Data), `"round":1`, `"round":2`, 1))
		log.Snapshot = &bad
	}
	return log, err
}

// TestBadSnapshot: nobody takes a move back to a position that never existed.
func TestBadSnapshot(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, func(c *config.Config) { c.Store.SnapshotEvery = 1 }))(t)
	b.Begin(t, admin.CreateGame{Seed: []byte("seed")})
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "sell red"))
	expect.NoError(t, b.Use(flipped{b.Store}))
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "undo"))
	expect.Same(t, "undo", b.Verdict, "played")
	expect.NoError(t, b.Handle("game.verify", admin.LookAt{Game: "winter"}, nil))
}
