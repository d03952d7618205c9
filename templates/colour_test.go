package templates

import (
	"testing"

	"railpost/engine/enginetest/expect"
)

// TestColours: things with a colour show it next to their name, in choices and in tables.
func TestColours(t *testing.T) {
	s := testSet(t)
	r := render(t, s, turnLetter())
	for _, want := range []string{
		`place black-2: <span style="display:inline-block;width:.7em;height:.7em;border:1px solid #888;margin-right:.25em;background:#222"></span>black t 2`,
		`<span style="display:inline-block;width:.7em;height:.7em;border:1px solid #888;margin-right:.25em;background:#888"></span>grey t`,
	} {
		expect.Has(t, "HTML", r.HTML, want)
	}
}
