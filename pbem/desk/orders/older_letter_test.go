package orders_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/store"
)

// TestAnswersToOldLetters: an order in answer to a forgotten letter, in a mail that quotes all of it, gets the
// present letter and changes nothing; requests that are possible at any time are answered.
func TestAnswersToOldLetters(t *testing.T) {
	b := pbemtest.Playing(t, admin.CreateGame{Seed: []byte("x")})
	first, _ := b.Latest("Ana")
	expect.NoError(t, b.Answer("Ana", mailtest.OutlookPlain, "pass"))
	moved, _ := b.Latest("Ana")
	for range store.SentKept {
		b.Clock = b.Clock.Add(time.Minute)
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "status"))
	}
	expect.True(t, !b.Knows(t, first) && !b.Knows(t, moved), "more letters are known than are to be")
	for _, restarted := range []bool{false, true} {
		for order, want := range map[string]string{"pass": "refused: stale", "status": "answered"} {
			b.Clock = b.Clock.Add(time.Minute)
			expect.NoError(t, b.AnswerLetter("Ana", first, mailtest.Gmail, order))
			expect.Same(t, fmt.Sprintf("%q, restarted %v", order, restarted), b.Verdict, want)
			if l, _ := b.Latest("Ana"); order == "pass" && !strings.Contains(l.Text, "You answered an older letter; that question is settled.") {
				t.Errorf("she is told\n%s", l.Text)
			}
		}
		expect.NoError(t, b.Reopen())
	}
}
