package pbem_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
	"railpost/store/mem"
)

// unsalted are salts that do not depend on earlier draws.
type unsalted struct{}

func (unsalted) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// TestTogetherAsAlone: mails of many games that come in one batch leave the same store, byte for byte, as the
// same mails one after another: records, letters, their order, due times.
func TestTogetherAsAlone(t *testing.T) {
	var both [2]*pbemtest.Service
	for i := range both {
		b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
		b.Options().Salts = unsalted{}
		errs, err := b.Store.Commit(t.Context(), store.Commit{Put: map[string][]byte{table.OrganisersKey: make([]byte, 32)}})
		expect.NoError(t, errors.Join(append(errs, err)...))
		expect.NoError(t, b.Reopen())
		expect.NoError(t, b.Tick())
		for n, title := range []string{"russian", "18mag", "18cz", "tycoon", "toy", "russian", "18mag", "toy"} {
			p := admin.CreateGame{Title: title, Game: fmt.Sprintf("game-%d", n), Seed: []byte{byte(n)}, StartNow: true}
			p.Players = pbemtest.FromAll(people...)
			expect.NoError(t, b.Handle("game.create", p, nil))
		}
		expect.NoError(t, b.Post())
		both[i] = b
	}
	rng := rand.New(rand.NewPCG(level.Seed(t, 7), 7))
	deepest := 0
	for range level.Of(3, 6, 60) {
		var mails []imapbox.Mail
		for _, name := range people {
			for _, l := range newest(both[0].Boxes[pbemtest.Address(name)]) {
				mails = append(mails, guessed(t, rng, name, l, both[0].Clock))
			}
		}
		rng.Shuffle(len(mails), func(i, j int) { mails[i], mails[j] = mails[j], mails[i] })
		mails = append(mails, mails[rng.IntN(len(mails))]) // it comes twice
		spy := &counting{Store: both[1].Store}
		expect.NoError(t, both[1].Use(spy))
		for i := range mails {
			expect.Get(both[0].Office.Deliver(t.Context(), mails[i:i+1]))(t)
		}
		expect.Get(both[1].Office.Deliver(t.Context(), mails))(t)
		expect.NoError(t, both[1].Use(spy.Store))
		deepest = max(deepest, slices.Max(spy.writes))
		var was, is bytes.Buffer
		expect.NoError(t, both[0].Store.(*mem.DB).Backup(t.Context(), &was))
		expect.NoError(t, both[1].Store.(*mem.DB).Backup(t.Context(), &is))
		expect.Must(t, len(mails), was.Bytes(), is.Bytes())
		for _, b := range both {
			expect.NoError(t, b.Post())
			b.Clock = b.Clock.Add(time.Hour)
		}
	}
	expect.True(t, deepest >= 3, "at most %d mails shared a write", deepest)
}

// newest returns the newest letter about each game.
func newest(box []pbemtest.Letter) (out []pbemtest.Letter) {
	seen := map[string]bool{}
	for _, l := range slices.Backward(box) {
		game, _, _ := bytes.Cut([]byte(l.Subject), []byte("]"))
		if !seen[string(game)] {
			seen[string(game)] = true
			out = append(out, l)
		}
	}
	return out
}

// guessed is an answer to a letter: mostly one of its choices.
func guessed(t *testing.T, rng *rand.Rand, name string, l pbemtest.Letter, at time.Time) imapbox.Mail {
	t.Helper()
	lines := []string{[]string{"status", "say hello there", "undo", "preview", "set zone Europe/Madrid", "sell rde", "moves", "next: 1"}[rng.IntN(8)]}
	if len(l.Choices) > 0 && rng.IntN(6) > 0 {
		lines = l.Choices[rng.IntN(len(l.Choices))].Lines
	}
	styles := mailtest.Styles()
	return answering(t, styles[rng.IntN(len(styles))], name, l, at, lines...)
}

func answering(t *testing.T, style mailtest.Style, name string, l pbemtest.Letter, at time.Time, lines ...string) imapbox.Mail {
	t.Helper()
	raw, err := mailtest.Reply(style, mailtest.Answer{Letter: l.Raw, From: pbemtest.From(name), Typed: lines, Date: at})
	expect.NoError(t, err)
	return imapbox.Mail{Raw: raw, Size: int64(len(raw))}
}
