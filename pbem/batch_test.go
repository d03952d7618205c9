package pbem_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
)

// counting is a store that counts its durable writes of mails.
type counting struct {
	store.Store
	writes []int // mails in each
}

func (s *counting) Commit(ctx context.Context, cs ...store.Commit) ([]error, error) {
	n := 0
	for _, c := range cs {
		if c.Mail != nil {
			n++
		}
	}
	if n > 0 {
		s.writes = append(s.writes, n)
	}
	return s.Store.Commit(ctx, cs...)
}

// TestSharedWrites: mails of different games share one durable write; a second one of a game waits for the
// first, and sees its result.
func TestSharedWrites(t *testing.T) {
	b := pbemtest.Games(t, "autumn", "winter")
	spy := &counting{Store: b.Store}
	expect.NoError(t, b.Use(spy))
	letters := b.Boxes[pbemtest.Address("Ana")]
	verdicts, err := b.Office.Deliver(context.Background(), []imapbox.Mail{
		pbemtest.Writes(t, "Ana", letters[0], "sell red"), pbemtest.Writes(t, "Ana", letters[1], "sell red"),
		pbemtest.Writes(t, "Ana", letters[0], "undo", "sell red red"), pbemtest.Writes(t, "Ana", letters[1], "renew"), pbemtest.Writes(t, "Ana", letters[1], "pass"),
	})
	expect.NoError(t, err)
	if slices.ContainsFunc(verdicts, func(v imapbox.Verdict) bool { return v != imapbox.Done }) {
		t.Errorf("verdicts %v", verdicts)
	}
	expect.Same(t, "mails in each write", spy.writes, []int{2, 2, 1})
	expect.Same(t, "a mail with the token that was renewed before it", b.Verdict, "ignored: wrong token")
}

// TestAddressInTwoGames: if two mails of one batch change the record of one address, both changes are kept.
func TestAddressInTwoGames(t *testing.T) {
	b := pbemtest.Games(t, "autumn", "winter")
	letters := b.Boxes[pbemtest.Address("Ana")]
	_, err := b.Office.Deliver(context.Background(), []imapbox.Mail{
		pbemtest.Writes(t, "Ana", letters[0], "set address ana@home.example"), pbemtest.Writes(t, "Ana", letters[1], "set address ana@home.example"),
	})
	expect.NoError(t, err)
	expect.NoError(t, b.Post())
	for _, l := range b.Boxes["ana@home.example"] {
		expect.NoError(t, b.AnswerLetter("ana@home.example", l, mailtest.Gmail, "confirm"))
	}
	expect.NoError(t, b.Deliver([]byte("From: ana@home.example\r\nTo: games@post.example\r\nMessage-ID: <1@home>\r\n\r\nstatus\r\n")))
	box := b.Boxes["ana@home.example"]
	if last := box[len(box)-1]; len(box) != 5 || !strings.Contains(last.Subject+last.Text, "autumn") || !strings.Contains(last.Subject+last.Text, "winter") {
		t.Errorf("%d letters to the new address", len(box))
	}
}
