package casetest

import (
	"os"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// Printed compares a title's data with testdata/printed.txt, a second copy that was compared with the rules line by line:
// a part "# NAME" for each kind of thing, a line for each thing. No flag rewrites it.
func Printed(t *testing.T, data map[string][]string) {
	t.Helper()
	text := expect.Get(os.ReadFile("testdata/printed.txt"))(t)
	parts := strings.Split("\n"+string(text), "\n# ")[1:]
	expect.Same(t, "parts are printed, the data has", len(parts), len(data))
	for _, part := range parts {
		name, want, _ := strings.Cut(part, "\n")
		t.Run(name, func(t *testing.T) {
			expect.Same(t, want, strings.Join(data[name], "\n"), strings.TrimSpace(want))
		})
	}
}
