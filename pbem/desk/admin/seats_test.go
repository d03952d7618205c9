package admin_test

import (
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestSeatsAreListed: players, their addresses, whether they have accepted, since when they are late and when
// they wrote last.
func TestSeatsAreListed(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", Players: pbemtest.FromAll("Ana", "Ben")}, nil))
	expect.NoError(t, b.Post())
	seats := func() []admin.SeatRow {
		var g admin.Shown
		expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
		return g.Seats
	}
	if s := seats(); len(s) != 2 || s[1].Name != "Ben" || s[1].Addresses[0] != "ben@example.org" || s[1].Zone != "UTC" || s[1].Letters != table.Rounds || s[1].Answer != "" || !s[1].Wrote.IsZero() {
		t.Errorf("invited: %+v", s)
	}
	expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "accept"))
	accepted := b.Clock
	if s := seats(); s[1].Answer != "accept" || !s[1].Wrote.Equal(accepted) || s[0].Answer != "" {
		t.Errorf("one has accepted: %+v", s)
	}
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "accept"))
	expect.NoError(t, b.Pass(73*time.Hour))
	expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "status")) // a mail without changes is a sign of life, too
	s := seats()
	if want := accepted.Add(72 * time.Hour); !s[0].LateSince.Equal(want) || !s[1].LateSince.IsZero() || !s[1].Wrote.Equal(b.Clock) {
		t.Errorf("Ana is late since %s: %+v", want, s)
	}
	l, _ := b.Latest("Ben")
	b.Clock = b.Clock.Add(time.Minute)
	expect.NoError(t, b.AnswerLetter("Zoe", l, mailtest.Gmail, "status"))
	if again := seats(); !again[1].Wrote.Equal(s[1].Wrote) {
		t.Errorf("somebody else's mail counts as Ben's: %+v", again)
	}
}
