package pbem_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"railpost/pbem/admin"
	"railpost/pbem/mailtest"
	"railpost/pbem/pbemtest"
	"railpost/store"
)

// failing is a store that fails once, at a commit of a game.
type failing struct {
	store.Store
	game string
}

var errDisk = errors.New("the disk is full")

func (f *failing) Commit(ctx context.Context, cs ...store.Commit) ([]error, error) {
	for _, c := range cs {
		if c.Mail != nil && f.game == c.Mail.Game {
			f.game = "none"
			return nil, errDisk
		}
	}
	return f.Store.Commit(ctx, cs...)
}

// TestDigestInterrupted: a mail for three games is cut off after the first, before the second
// and before its answer. What was played is not played again, the rest is, and one letter
// answers all.
func TestDigestInterrupted(t *testing.T) {
	for _, at := range []string{"winter", "praha", "autumn", ""} {
		b, err := pbemtest.New(find, nil)
		must(t, err)
		for _, game := range []string{"winter", "praha", "autumn"} {
			must(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: game, Seed: []byte(game), StartNow: true, Players: []string{pbemtest.From("Ana"), pbemtest.From("Ben")}}, nil))
		}
		must(t, b.Post())
		must(t, b.Answer("Ana", mailtest.Gmail, "set letters digest"))
		must(t, b.Pass(22*time.Hour))
		l, _ := b.Latest("Ana")
		before := len(b.Boxes[pbemtest.Address("Ana")])
		must(t, b.Use(&failing{b.Store, at}))
		if err := b.AnswerLetter("Ana", l, mailtest.Gmail, "winter:", "sell red", "praha:", "work mine-1", "autumn:", "sell red"); !errors.Is(err, errDisk) {
			t.Fatalf("%q: the mail was taken although it could not be stored: %v", at, err)
		}
		must(t, b.Reopen())
		must(t, b.Deliver(b.Sent))
		must(t, b.Deliver(b.Sent))
		box := b.Boxes[pbemtest.Address("Ana")][before:]
		if len(box) != 1 {
			t.Fatalf("%q: %d letters answer the mail", at, len(box))
		}
		for _, want := range []string{"WINTER:", "PRAHA:", "AUTUMN:"} {
			if strings.Count(box[0].Text, want) != 1 {
				t.Errorf("%q: %s is not answered once:\n%s", at, want, box[0].Text)
			}
		}
		if n := strings.Count(box[0].Text, "Done: your order was played."); n != 3 {
			t.Errorf("%q: %d orders were played", at, n)
		}
		for _, game := range []string{"winter", "praha", "autumn"} {
			log, err := b.Store.Load(context.Background(), game, 0, true)
			must(t, err)
			if log.Seq != 2 {
				t.Errorf("%q: game %s has %d records", at, game, log.Seq)
			}
		}
		left, err := b.Store.Values(context.Background(), "answered/")
		if err != nil || len(left) != 0 {
			t.Errorf("%q: %d answers were left over (%v)", at, len(left), err)
		}
	}
}
