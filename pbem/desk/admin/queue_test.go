package admin_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/pbemtest"
)

// giveUp makes an attempt at the letter that waits for a player, which the server
// refuses for good.
func giveUp(t *testing.T, b *pbemtest.Service, name string) uint64 {
	t.Helper()
	letters := expect.Get(b.Store.Claim(t.Context(), b.Clock, time.Minute, 50))(t)
	var id uint64
	for _, l := range letters {
		if l.To != pbemtest.Address(name) {
			expect.NoError(t, b.Store.Defer(t.Context(), l.ID, b.Clock, ""))
			continue
		}
		id = l.ID
		made := expect.Get(b.Office.Render(t.Context(), l))(t)
		expect.NoError(t, errors.Join(b.Store.MarkSending(t.Context(), made)...))
		expect.NoError(t, b.Store.Fail(t.Context(), id, "550 5.1.1 no such user"))
	}
	return id
}

func queue(t *testing.T, b *pbemtest.Service) []admin.QueueRow {
	t.Helper()
	var q admin.Queue
	expect.NoError(t, b.Handle("mail.queue", admin.None{}, &q))
	return q.Out
}

// A letter that was given up goes to the address its player has now, or nowhere.
func TestGivenUpLetter(t *testing.T) {
	for _, all := range []bool{false, true} {
		b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
		expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", Seed: []byte("x"),
			StartNow: true, Players: pbemtest.FromAll("Ana", "Ben")}, nil))
		id := giveUp(t, b, "Ana")
		expect.NoError(t, b.Post())
		expect.NoError(t, b.Handle("player.set", admin.SetPlayer{Game: "winter", Player: "0",
			Address: "ana@new.example"}, nil))
		expect.NoError(t, b.Post())
		before := len(b.Boxes["ana@new.example"])
		retry := admin.RetryMail{Ref: "1", All: all}
		if all {
			retry.Ref = ""
		}
		var out admin.Retried
		expect.NoError(t, b.Handle("mail.retry", retry, &out))
		expect.True(t, len(out.Due) == 1 && out.Due[0] == (admin.DueLetter{ID: id, To: "ana@new.example"}),
			"due %+v", out.Due)
		expect.NoError(t, b.Post())
		box := b.Boxes["ana@new.example"]
		if len(b.Boxes[pbemtest.Address("Ana")]) != 1 || // it says that letters go elsewhere
			len(box) != before+1 {
			t.Fatalf("all %v: letters went to %d and %d", all, len(b.Boxes[pbemtest.Address("Ana")]), len(box))
		}
		if l := box[before]; !strings.Contains(string(l.Raw), "To: \"Ana\" <ana@new.example>") || !tokenInText.MatchString(l.ReplyTo) {
			t.Errorf("the letter:\n%s", l.Raw)
		}
		expect.NoError(t, b.Handle("mail.retry", admin.RetryMail{All: true}, &out))
		expect.Same(t, out.Due, len(out.Due), 0)
	}
}

func TestQueueStatesAndDrop(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", Seed: []byte("x"),
		StartNow: true, Players: pbemtest.FromAll("Ana", "Ben", "Cleo")}, nil))
	giveUp(t, b, "Ana")
	letters := expect.Get(b.Store.Claim(t.Context(), b.Clock, time.Minute, 50))(t)
	for _, l := range letters {
		made := expect.Get(b.Office.Render(t.Context(), l))(t)
		expect.NoError(t, errors.Join(b.Store.MarkSending(t.Context(), made)...))
	}
	expect.NoError(t, b.Store.Defer(t.Context(), letters[0].ID, b.Clock.Add(time.Hour), "451 later"))
	var states []string
	for _, l := range queue(t, b) {
		states = append(states, l.State)
	}
	expect.Same(t, "states", strings.Join(states, " "), "failed waiting sending")
	for ref, want := range map[string]string{"1": "", "2": "", "3": "on its way", "9": "no letter 9", "x": "not the number"} {
		err := b.Handle("mail.drop", admin.MailRef{Ref: ref}, nil)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("drop %s: %v", ref, err)
		}
	}
	if left := queue(t, b); len(left) != 1 || left[0].ID != 3 {
		t.Errorf("left %+v", left)
	}
}
