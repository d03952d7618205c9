package gate_test

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestWithoutReplyTo: a program that ignores Reply-To answers to the plain address. Whatever the answered letter offers,
// the address on file is asked whether it is theirs, with numbers and words written out, and "play" does it.
func TestWithoutReplyTo(t *testing.T) {
	for _, tc := range []struct {
		lines, encloses string // "": nothing
		answers         bool   // In-Reply-To names the letter
		verdict         string
	}{
		{"pass", "pass", true, "played"}, {"[2]", "work mine-2", true, "played"}, {"3", "work yard: put red 2", true, "played"},
		{"Default.\r\n\r\nAna\r\nSent from my iPhone", "pass", true, "played"},
		{"undo", "undo", true, "refused"}, {"need 2d", "need 2d", true, "answered: play"}, {"say hello", "say hello", true, "answered: play"},
		{"sell red\r\nsay hello", "sell red\r\n  say hello", true, "played"},
		{"renew", "", true, ""}, {"set address eve@evil.example", "", true, ""}, {"resign", "", true, ""}, {"[99]", "", true, ""}, {"hello there", "", true, ""},
		{"pass", "pass", false, "played"}, {"default", "pass", false, "played"},
		{"[2]", "", false, ""}, {"undo", "", false, ""}, {"need 2d", "", false, ""}, {"hello there", "", false, ""},
	} {
		b := pbemtest.Games(t, "winter")
		l, _ := b.Latest("Ana")
		head := fmt.Sprintf("From: %s\r\nTo: games@post.example\r\nMessage-ID: <1@x>\r\n", pbemtest.From("Ana"))
		if tc.answers {
			head += fmt.Sprintf("In-Reply-To: <%s>\r\n", l.ID)
		}
		expect.NoError(t, b.Deliver([]byte(head+"\r\n"+tc.lines+"\r\n")))
		got, _ := b.Latest("Ana")
		text := strings.ReplaceAll(got.Text, "\n", "\r\n")
		if tc.encloses == "" {
			expect.Lacks(t, []any{tc.lines, tc.answers, got.Text}, got.Subject, "are they yours")
			continue
		}
		if !strings.Contains(got.Subject, "are they yours") || !strings.Contains(text, "\r\n  "+tc.encloses+"\r\n") {
			t.Errorf("%q, answering %v: %s brings %s\n%s", tc.lines, tc.answers, b.Verdict, got.Subject, got.Text)
			continue
		}
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "play"))
		expect.Same(t, fmt.Sprintf("%q, answering %v: play is", tc.lines, tc.answers), b.Verdict, tc.verdict)
	}
}

// TestWithoutReplyToInSeveralGames: only the very letter tells which of several games that wait is meant.
func TestWithoutReplyToInSeveralGames(t *testing.T) {
	for _, answers := range []int{-1, 0, 1} {
		b := pbemtest.Games(t, "autumn", "winter")
		box := b.Boxes[pbemtest.Address("Ana")]
		head := fmt.Sprintf("From: %s\r\nTo: games@post.example\r\nMessage-ID: <1@x>\r\n", pbemtest.From("Ana"))
		want := "[autumn] Answer" // possible words, and the other games
		if answers >= 0 {
			head += "In-Reply-To: <" + box[answers].ID + ">\r\n"
			want = []string{"[autumn]", "[winter]"}[answers] + " Orders in your name: are they yours?"
		}
		expect.NoError(t, b.Deliver([]byte(head+"\r\ndefault\r\n")))
		expect.Has(t, fmt.Sprintf("letter %d (%s)", answers, b.Verdict), b.Newest("Ana").Subject, want)
	}
}

// TestUsualWithoutReplyTo: the usual turn is written out, whether the letter that it is from is known or not.
func TestUsualWithoutReplyTo(t *testing.T) {
	for _, answers := range []bool{true, false} {
		b := pbemtest.Playing(t, admin.CreateGame{Title: "russian", Seed: []byte("seed"), Players: pbemtest.FromAll("Ana", "Ben")})
		turn := b.Newest("Ben")
		head := fmt.Sprintf("From: %s\r\nTo: games@post.example\r\nMessage-ID: <1@x>\r\n", pbemtest.From("Ben"))
		if answers {
			head += "In-Reply-To: <" + turn.ID + ">\r\n"
		}
		expect.NoError(t, b.Deliver([]byte(head+"\r\nusual\r\n")))
		if l := b.Newest("Ben"); len(turn.Usual) == 0 || !strings.Contains(l.Text, "\n  "+strings.Join(turn.Usual, "\n  ")+"\n") {
			t.Errorf("answering %v: want %q in\n%s", answers, turn.Usual, l.Text)
		}
		expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "play"))
		expect.Same(t, fmt.Sprintf("answering %v: play is", answers), b.Verdict, "played")
	}
}
