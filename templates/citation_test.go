package templates

import (
	"testing"

	"railpost/engine/enginetest/expect"
)

// TestCitation: cited headings are in the reader's language; numbers stay.
func TestCitation(t *testing.T) {
	set, err := New()
	expect.NoError(t, err)
	for rule, want := range map[string]string{
		"Scoring phase, R4": "Regla: Russian Railroads, Fase de puntuación, R4",
		"R29":               "Regla: Russian Railroads R29",
	} {
		if got := (terms{set.begin(&Letter{Kind: Answer, Title: "russian", Lang: "es"})}).citation(rule); got != want {
			t.Errorf("%q is cited as %q, not %q", rule, got, want)
		}
	}
	expect.Same(t, "citation", (terms{set.begin(&Letter{Kind: Answer, Title: "russian", Lang: English})}).citation("Scoring phase"), "Rule: Russian Railroads, Scoring phase")
}
