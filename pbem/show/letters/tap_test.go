package letters_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestTap: the mail that a link of a letter opens, sent as it is by any phone, plays the
// choice that the link shows, over random play; also where the letter's code is in its text.
func TestTap(t *testing.T) {
	level.Sequential(t)
	for _, title := range []string{"toy", "russian", "18mag", "18cz", "tycoon", "by code"} {
		t.Run(title, func(t *testing.T) {
			change := func(*config.Config) {}
			if title == "by code" {
				title = "tram"
				change = func(c *config.Config) { c.Mail.Out.PlusSeparator = "" }
			}
			b := expect.Get(pbemtest.New(pbemtest.Find, change))(t)
			names := []string{"Ana", "Ben", "Cleo"}
			p := admin.CreateGame{Title: title, Game: "winter", Seed: []byte("tap"), StartNow: true}
			p.Players = pbemtest.FromAll(names...)
			expect.NoError(t, b.Handle("game.create", p, nil))
			expect.NoError(t, b.Post())
			rng := rand.New(rand.NewPCG(level.Seed(t, 5), 6))
			for i := range level.Of(6, 16, 200) {
				if !tapOnce(t, b, rng, names, i) {
					break
				}
			}
			expect.NoError(t, b.Handle("game.verify", admin.LookAt{Game: "winter"}, nil))
		})
	}
}

// tapOnce compares the links of an acting seat's letter with its choices, and sends one. false: no seat must act.
func tapOnce(t *testing.T, b *pbemtest.Service, rng *rand.Rand, names []string, move int) bool {
	t.Helper()
	var g admin.Shown
	expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
	if len(g.Waiting) == 0 {
		return false
	}
	name := names[g.Waiting[0].Seat]
	l, _ := b.Latest(name)
	taps, _ := expect.Get2(mailtest.Taps(l))(t)
	taps = slices.DeleteFunc(taps, mailtest.Tap.Command)
	for _, c := range l.Choices {
		at := slices.IndexFunc(taps, func(tap mailtest.Tap) bool { return orders(tap) == c.Order() })
		if at < 0 {
			t.Fatalf("no link for %s %s in\n%+v\nof\n%s", c.Mark, c.Order(), taps, l.Text)
		}
	}
	usual := slices.IndexFunc(taps, func(tap mailtest.Tap) bool { return orders(tap) == strings.Join(l.Usual, " ") })
	if (usual >= 0) != (len(l.Usual) > 0) {
		t.Fatalf("the usual turn and its link: %+v\n%s", taps, l.Text)
	}
	tap := taps[rng.IntN(len(taps))]
	if usual >= 0 && move%3 == 0 {
		tap = taps[usual]
	}
	phone := mailtest.Phones()[move%len(mailtest.Phones())]
	raw := expect.Get(tap.Mail(phone, pbemtest.From(name), b.Clock, fmt.Sprintf("%d@phone.invalid", move)))(t)
	expect.NoError(t, b.Deliver(raw))
	if b.Verdict != "played" {
		told, _ := b.Latest(name)
		t.Fatalf("%s taps %q on %s: %s\n%s\nto\n%s", name, tap.Body, phone, b.Verdict, told.Text, l.Text)
	}
	return true
}

// orders is the orders of a link's mail, in one line, without a code.
func orders(tap mailtest.Tap) string {
	body, _, _ := strings.Cut(tap.Body, "\r\n\r\n")
	return strings.Join(strings.Fields(body), " ")
}

// TestTapElsewhere: a letter that was passed on plays nothing from another address; its owner
// is asked.
func TestTapElsewhere(t *testing.T) {
	b := pbemtest.Begun(t, nil, nil)
	l, _ := b.Latest("Ana")
	taps, _ := expect.Get2(mailtest.Taps(l))(t)
	raw := expect.Get(taps[0].Mail(mailtest.PhoneSigned, "Eve <eve@example.com>", b.Clock, "1@phone.invalid"))(t)
	expect.NoError(t, b.Deliver(raw))
	told, _ := b.Latest("Ana")
	expect.True(t, !strings.Contains(b.Verdict, "played") && told.Kind == "enclosed", "%s:\n%s", b.Verdict, told.Text)
	if taps, _, err := mailtest.Taps(told); err != nil || len(taps) > 0 {
		t.Errorf("links to play what somebody else has sent: %+v (%v)", taps, err)
	}
	expect.Same(t, "the stranger got a letter", b.Boxes["eve@example.com"], nil)
}
