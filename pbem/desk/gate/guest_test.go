package gate_test

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestGuestsAnswerInTheirLanguage: the words that a letter in another language offers are read.
func TestGuestsAnswerInTheirLanguage(t *testing.T) {
	for lang, words := range map[string][4]string{"es": {"acepta", "rechaza", "basta", "confirma"}, "ca": {"accepta", "rebutja", "prou", "confirma"}} {
		for i, line := range []string{"sitter eva@example.net until 20 mar", "sitter eva@example.net until 20 mar", "sitter eva@example.net until 20 mar", "set address eva@example.net"} {
			b := pbemtest.Lobby(t)
			b.Begin(t, admin.CreateGame{Language: lang})
			expect.NoError(t, b.Answer("Ana", mailtest.Bare, line))
			expect.NoError(t, b.Answer("eva@example.net", mailtest.Bare, words[i]))
			if want := "answered: " + []string{"accept", "decline", "stop", "confirm"}[i]; b.Verdict != want {
				l, _ := b.Latest("eva@example.net")
				t.Errorf("%s: %q is %s\n%s", lang, words[i], b.Verdict, l.Text)
			}
		}
	}
}
