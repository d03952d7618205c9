package enquiry_test

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestRepeatedQuestions: a question repeated in one mail is answered once; after a move it may be repeated.
func TestRepeatedQuestions(t *testing.T) {
	length := func(lines ...string) int {
		b := pbemtest.Games(t, "winter")
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, lines...))
		l, _ := b.Latest("Ana")
		return strings.Count(l.Text, "\n")
	}
	once, often := length("status"), length(strings.Split(strings.Repeat("status\n", 150), "\n")[:150]...)
	expect.Same(t, "once", once, often)
	if before, both := length("sell red", "status"), length("status", "sell red", "status"); both <= before {
		t.Errorf("%d lines with the status after a move, %d with that before it too", before, both)
	}
}

// TestManyLists: however many lists a mail asks for, the legal lines are looked for a few
// times only.
func TestManyLists(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	var lines []string
	for i := range 100 {
		lines = append(lines, fmt.Sprintf("moves none%d", i))
	}
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, lines...))
	l, _ := b.Latest("Ana")
	text := strings.Join(strings.Fields(l.Text), " ")
	if n := strings.Count(text, "none"); n < 5 || n > 10 || !strings.Contains(text, "at most 5 lists") {
		t.Errorf("%d lists were looked for:\n%s", n, l.Text)
	}
}
