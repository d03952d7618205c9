package gate_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestConfirmed: an address gets a seat's letters only if it was the last one asked, answers itself, in time,
// and with the word.
func TestConfirmed(t *testing.T) {
	const home = "ana@home.example"
	for _, tc := range []struct {
		name string
		do   func(b *pbemtest.Service, ask pbemtest.Letter) error
		want bool
	}{
		{"the word", func(b *pbemtest.Service, ask pbemtest.Letter) error {
			return b.AnswerLetter(home, ask, mailtest.Gmail, "Hi,", "Confirm.", "", "Ana")
		}, true},
		{"another word", func(b *pbemtest.Service, ask pbemtest.Letter) error {
			return b.AnswerLetter(home, ask, mailtest.Gmail, "I cannot confirm that")
		}, false},
		{"the letter quoted without marks", func(b *pbemtest.Service, ask pbemtest.Letter) error {
			return b.Deliver([]byte("From: " + home + "\r\nTo: " + ask.ReplyTo + "\r\nMessage-ID: <1@x>\r\nIn-Reply-To: <" + ask.ID + ">\r\n\r\nwhat?\r\n\r\n" + strings.ReplaceAll(ask.Text, "\n", "\r\n")))
		}, false},
		{"from elsewhere", func(b *pbemtest.Service, ask pbemtest.Letter) error {
			return b.AnswerLetter("thief@x.example", ask, mailtest.Gmail, "confirm")
		}, false},
		{"by the player, who has not seen the letter", func(b *pbemtest.Service, ask pbemtest.Letter) error {
			return b.Answer("Ana", mailtest.Gmail, "confirm")
		}, false},
		{"too late", func(b *pbemtest.Service, ask pbemtest.Letter) error {
			b.Clock = b.Clock.Add(8 * 24 * time.Hour)
			return b.AnswerLetter(home, ask, mailtest.Gmail, "confirm")
		}, false},
		{"after another was asked", func(b *pbemtest.Service, ask pbemtest.Letter) error {
			expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "set address ana@other.example"))
			return b.AnswerLetter(home, ask, mailtest.Gmail, "confirm")
		}, false},
		{"after the old one was chosen again", func(b *pbemtest.Service, ask pbemtest.Letter) error {
			expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "set address ana@example.org"))
			return b.AnswerLetter(home, ask, mailtest.Gmail, "confirm")
		}, false},
		{"after the token was renewed", func(b *pbemtest.Service, ask pbemtest.Letter) error {
			expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "renew"))
			return b.AnswerLetter(home, ask, mailtest.Gmail, "confirm")
		}, false},
		{"with orders", func(b *pbemtest.Service, ask pbemtest.Letter) error {
			return b.AnswerLetter(home, ask, mailtest.Gmail, "sell red")
		}, false},
	} {
		b := pbemtest.Games(t, "winter")
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "set address "+home))
		ask, ok := b.Latest(home)
		if !ok || strings.Contains(ask.Text, "Ben") || strings.Contains(string(ask.Raw), "List-Unsubscribe") {
			t.Fatalf("the letter to the new address:\n%s", ask.Text)
		}
		expect.NoError(t, tc.do(b, ask))
		expect.True(t, b.Verdict != "played", "%s: orders were played", tc.name)
		b.Clock = b.Clock.Add(time.Hour)
		before := [2]int{len(b.Boxes[home]), len(b.Boxes[pbemtest.Address("Ana")])}
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "status"))
		after := [2]int{len(b.Boxes[home]), len(b.Boxes[pbemtest.Address("Ana")])}
		expect.Same(t, []any{tc.name, b.Verdict},
			fmt.Sprint(after[0]-before[0], after[1]-before[1]), map[bool]string{true: "1 0", false: "0 1"}[tc.want])
	}
}

// unwritable are addresses to which our letters cannot go.
var unwritable = []string{
	strings.Repeat("a", 900) + "@x.example",
	"a@" + strings.Repeat("b", 900),
	`"a b"@x.example`,
	`"a\"b"@x.example`,
	"josé@x.example",
}

// TestUnwritableAddresses: nobody can give a seat an address that its letters could not go to.
func TestUnwritableAddresses(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	for _, a := range unwritable {
		before := len(b.Boxes[pbemtest.Address("Ana")])
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "set address "+a))
		expect.True(t, b.Verdict == "refused" && len(b.Boxes[pbemtest.Address("Ana")]) == before+1,
			"set address %.30s: %s", a, b.Verdict)
		expect.True(t, b.Handle("player.set", admin.SetPlayer{Game: "winter", Player: "1", Address: a}, nil) != nil,
			"the organiser can set %.30s", a)
		for _, p := range []admin.CreateGame{
			{Title: "toy", Game: "other", Players: []string{pbemtest.From("Ana"), "Ben <" + a + ">"}},
			{Title: "toy", Game: "other", Organiser: a, Players: pbemtest.FromAll("Ana", "Ben")},
		} {
			expect.True(t, b.Handle("game.create", p, nil) != nil, "a game is created with %.30s", a)
		}
	}
}

// TestManyAddresses: a seat cannot have letters sent to any number of people
// who have not asked for them, neither by one mail nor by many.
func TestManyAddresses(t *testing.T) {
	level.Sequential(t)
	b := pbemtest.Games(t, "winter")
	first, _ := b.Latest("Ana")
	var all []string
	for i := range 50 {
		all = append(all, fmt.Sprintf("set address v%d@x.example", i))
	}
	expect.NoError(t, b.AnswerLetter("Ana", first, mailtest.Gmail, all...))
	expect.Same(t, "50 in one mail", b.Verdict, "refused")
	expect.Same(t, "50 in one mail", len(b.Boxes), 2)
	for _, line := range all {
		expect.NoError(t, b.AnswerLetter("Ana", first, mailtest.Gmail, line))
	}
	expect.Same(t, profiles.RequestsADay, len(b.Boxes), 2+profiles.RequestsADay)
}
