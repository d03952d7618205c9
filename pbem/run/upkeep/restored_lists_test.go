package upkeep_test

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/run/upkeep"
)

// TestRestoredArchive: a backup from before a game was archived has it under the name that
// another game took since; one from after has both.
func TestRestoredArchive(t *testing.T) {
	r := newRestoring(t)
	again := admin.CreateGame{Title: "toy", Game: "winter", Seed: []byte("two"), StartNow: true, Players: pbemtest.FromAll("Ana", "Dan")}
	archive := func() {
		expect.NoError(t, r.Handle("game.archive", admin.ChangeGame{Game: "winter"}, nil))
		expect.NoError(t, r.Handle("game.create", again, nil))
		expect.NoError(t, r.Post())
	}
	over := func(name string) {
		t.Helper()
		l, ok := r.Latest("Ana")
		expect.True(t, ok && strings.HasPrefix(l.Subject, "["+name+"]") && strings.Contains(l.Text, "called off"),
			"Ana, about %s: %s\n%s", name, l.Subject, l.Text)
	}
	first := r.Boxes[pbemtest.Address("Ana")][0]
	expect.NoError(t, r.Handle("game.end", admin.ChangeGame{Game: "winter"}, nil))
	expect.NoError(t, r.Post())
	r.save()
	archive()
	other, _ := r.Latest("Dan")
	r.restore(nil)
	r.resume()
	expect.NoError(t, r.AnswerLetter("Dan", other, mailtest.Gmail, "sell red"))
	expect.True(t, strings.HasPrefix(r.Verdict, "ignored"), "a letter of the game that is gone: %s", r.Verdict)
	expect.NoError(t, r.AnswerLetter("Ana", first, mailtest.Gmail, "status"))
	over("winter")

	archive()
	expect.NoError(t, os.Remove(r.backup))
	r.Clock = r.Clock.Add(time.Hour)
	r.save()
	r.restore(nil)
	r.resume()
	expect.NoError(t, r.AnswerLetter("Ana", first, mailtest.Gmail, "status"))
	over("winter~2026")
	found, err := upkeep.Check(context.Background(), r.Store, pbemtest.Find)
	expect.True(t, err == nil && len(found.Faults) == 0 && found.Games == 2, "check: %+v %v", found, err)
}

// TestRestoreKeepsTheLobby: a restore brings back no table that was left or started since the
// backup, and makes no renewed address valid again.
func TestRestoreKeepsTheLobby(t *testing.T) {
	r := newRestoring(t)
	r.Config().Lobby.Open = config.OpenAnyone
	r.Unproven(t, "Zoe <zoe@example.org>", "z", "games")
	expect.NoError(t, r.Answer("Zoe", mailtest.Gmail, "new toy 2 spring"))
	old, _ := r.Latest("Zoe")
	r.save()
	expect.NoError(t, r.Answer("Zoe", mailtest.Gmail, "leave spring", "new toy 3 summer", "renew"))
	r.restore(nil)
	r.resume()
	values := expect.Get(r.db.Values(t.Context(), table.OpeningPrefix))(t)
	expect.True(t, len(values) == 1 && values[table.OpeningKey("summer")] != nil,
		"tables after the restore: %v", len(values))
	expect.NoError(t, r.AnswerLetter("Zoe", old, mailtest.Gmail, "forget"))
	expect.Same(t, "the former address", r.Verdict, "ignored: wrong token")
}

// TestRestoreKeepsTheList: after a restore, people who have left the waiting list since the backup are still
// off it, new ones are on it, and a newcomer is not mistaken for the player who had resigned.
func TestRestoreKeepsTheList(t *testing.T) {
	r := newRestoring(t)
	for _, person := range []string{"Eva", "Max", "Zoe"} {
		expect.NoError(t, r.Handle("waiting.add", admin.AddWaiting{Person: pbemtest.From(person)}, nil))
		expect.NoError(t, r.Post())
		expect.NoError(t, r.Answer(person, mailtest.Gmail, "accept"))
	}
	for range 2 {
		expect.NoError(t, r.Answer("Ben", mailtest.Gmail, "resign"))
	}
	r.save()
	expect.NoError(t, r.Answer("Eva", mailtest.Gmail, "accept"))
	expect.NoError(t, r.Answer("Zoe", mailtest.Gmail, "leave"))
	expect.NoError(t, r.Handle("waiting.add", admin.AddWaiting{Person: pbemtest.From("Kim")}, nil))
	r.restore(nil)
	r.resume()
	waiting := slices.Sorted(maps.Keys(expect.Get(r.db.Values(t.Context(), table.NewcomerPrefix))(t)))
	expect.Same(t, "on the list", waiting, []string{table.NewcomerKey("kim@example.org"), table.NewcomerKey("max@example.org")})
	var open []admin.OpenSeat
	expect.NoError(t, r.Handle("seats", admin.None{}, &open))
	expect.Same(t, "somebody is wanted for the seat that Eva has taken", open, nil)
}
