package orders_test

import (
	"fmt"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestOrdersExchanged: "play" and "add" agree to the orders that their letter
// enclosed, not to others that have come since, however late they are written.
func TestOrdersExchanged(t *testing.T) {
	for _, answer := range []string{"play", "add"} {
		b := pbemtest.Games(t, "winter")
		turn, _ := b.Latest("Ana")
		send := func(id, from, lines string) {
			expect.NoError(t, b.Deliver(fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nMessage-ID: <%s@x.example>\r\n\r\n%s\r\n", from, turn.ReplyTo, id, lines)))
		}
		send("1", "ana@work.example", "sell red")
		read, _ := b.Latest("Ana")
		b.Clock = b.Clock.Add(8 * 24 * time.Hour) // earlier ones have expired
		send("2", "thief@x.example", "set address thief@x.example\r\nsell red")
		fresh, _ := b.Latest("Ana")
		expect.NoError(t, b.AnswerLetter("Ana", read, mailtest.Gmail, answer))
		expect.True(t, b.Verdict == "refused" && len(b.Boxes["thief@x.example"]) == 0,
			"%s in answer to the first letter: %s", answer, b.Verdict)
		expect.NoError(t, b.AnswerLetter("Ana", fresh, mailtest.Gmail, answer))
		expect.True(t, b.Verdict != "refused", "%s in answer to the second letter: %s", answer, b.Verdict)
	}
}
