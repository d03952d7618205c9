package casetest

import (
	"os"
	"strings"
	"testing"
)

// Printed compares a title's data with testdata/printed.txt, a second copy that was compared with the rules line by line:
// a part "# NAME" for each kind of thing, a line for each thing. No flag rewrites it.
func Printed(t *testing.T, data map[string][]string) {
	t.Helper()
	text, err := os.ReadFile("testdata/printed.txt")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split("\n"+string(text), "\n# ")[1:]
	if len(parts) != len(data) {
		t.Errorf("%d parts are printed, the data has %d", len(parts), len(data))
	}
	for _, part := range parts {
		name, want, _ := strings.Cut(part, "\n")
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(data[name], "\n"); got != strings.TrimSpace(want) {
				t.Errorf("the data has\n%s\nprinted is\n%s", got, want)
			}
		})
	}
}
