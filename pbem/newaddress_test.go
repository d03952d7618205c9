package pbem_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestConfirmed: an address gets a seat's letters only when it was asked last, from
// there, in time, and only by the word.
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
			must(t, b.Answer("Ana", mailtest.Gmail, "set address ana@other.example"))
			return b.AnswerLetter(home, ask, mailtest.Gmail, "confirm")
		}, false},
		{"after the old one was chosen again", func(b *pbemtest.Service, ask pbemtest.Letter) error {
			must(t, b.Answer("Ana", mailtest.Gmail, "set address ana@example.org"))
			return b.AnswerLetter(home, ask, mailtest.Gmail, "confirm")
		}, false},
		{"after the token was renewed", func(b *pbemtest.Service, ask pbemtest.Letter) error {
			must(t, b.Answer("Ana", mailtest.Gmail, "renew"))
			return b.AnswerLetter(home, ask, mailtest.Gmail, "confirm")
		}, false},
		{"with orders", func(b *pbemtest.Service, ask pbemtest.Letter) error {
			return b.AnswerLetter(home, ask, mailtest.Gmail, "sell red")
		}, false},
	} {
		b := pbemtest.Games(t, "winter")
		must(t, b.Answer("Ana", mailtest.Gmail, "set address "+home))
		ask, ok := b.Latest(home)
		if !ok || strings.Contains(ask.Text, "Ben") || strings.Contains(string(ask.Raw), "List-Unsubscribe") {
			t.Fatalf("the letter to the new address:\n%s", ask.Text)
		}
		must(t, tc.do(b, ask))
		expect.True(t, b.Verdict != "played", "%s: orders were played", tc.name)
		b.Clock = b.Clock.Add(time.Hour)
		before := [2]int{len(b.Boxes[home]), len(b.Boxes[pbemtest.Address("Ana")])}
		must(t, b.Answer("Ana", mailtest.Gmail, "status"))
		after := [2]int{len(b.Boxes[home]), len(b.Boxes[pbemtest.Address("Ana")])}
		expect.Same(t, []any{tc.name, b.Verdict},
			fmt.Sprint(after[0]-before[0], after[1]-before[1]), map[bool]string{true: "1 0", false: "0 1"}[tc.want])
	}
}
