package letters_test

import (
	"fmt"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestLettersAfterRestarts: the service's memory of positions and letters changes no letter. A service
// restarted before each mail writes the same bytes.
func TestLettersAfterRestarts(t *testing.T) {
	level.Sequential(t)
	const mails = 18
	for _, title := range []string{"18cz", "russian"} {
		t.Run(title, func(t *testing.T) {
			whole, anew := playUsual(t, title, mails, false), playUsual(t, title, mails, true)
			for _, name := range people {
				a, b := whole[pbemtest.Address(name)], anew[pbemtest.Address(name)]
				if len(a) < mails/3 || len(a) != len(b) {
					t.Fatalf("%s has %d letters, and %d after restarts", name, len(a), len(b))
				}
				for i := range a {
					expect.Must(t, fmt.Sprintf("letter %d to %s", i+1, name), a[i].Raw, b[i].Raw)
				}
			}
		})
	}
}

// playUsual plays some mails of a game: the usual turn where there is one, else the first
// choice.
func playUsual(t *testing.T, title string, mails int, restart bool) map[string][]pbemtest.Letter {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	p := admin.CreateGame{Title: title, Game: "winter", Seed: []byte("again"), StartNow: true}
	p.Players = pbemtest.FromAll(people...)
	expect.NoError(t, b.Handle("game.create", p, nil))
	expect.NoError(t, b.Post())
	for range mails {
		b.Clock = b.Clock.Add(time.Minute)
		name := people[(&talk{T: t, Service: b}).table().Waiting[0].Seat]
		l, _ := b.Latest(name)
		word := "1"
		if len(l.Usual) > 0 {
			word = "usual"
		}
		if restart {
			expect.NoError(t, b.Reopen())
		}
		expect.NoError(t, b.Answer(name, mailtest.Gmail, word))
	}
	return b.Boxes
}
