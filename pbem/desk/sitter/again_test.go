package sitter_test

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestSubstitutesCanBeAskedAgain: the limits are for those who never wrote: a substitute who has played
// is asked as often as it takes, and so is whoever waits for a seat.
func TestSubstitutesCanBeAskedAgain(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	for n := range 3 {
		expect.NoError(t, b.Answer("Ana", mailtest.Bare, "sitter zoe@example.net until 20 mar"))
		expect.NoError(t, b.Answer("zoe@example.net", mailtest.Bare, "accept"))
		expect.NoError(t, b.Answer("Ana", mailtest.Bare, "sitter off"))
		told := slices.ContainsFunc(b.Boxes["zoe@example.net"][3*n:], func(l pbemtest.Letter) bool { return strings.Contains(l.Text, "You no longer play for Ana") })
		if len(b.Boxes["zoe@example.net"]) != 3*n+3 || !told {
			t.Fatalf("time %d: %d letters", n, len(b.Boxes["zoe@example.net"]))
		}
	}
}
