package level

import (
	"fmt"
	"testing"

	"railpost/engine/enginetest/expect"
)

func TestLevels(t *testing.T) {
	for _, row := range []struct {
		full, long string
		want       string
	}{{"", "", "default"}, {"1", "", "full"}, {"", "1", "long"}, {"1", "1", "long"}} {
		t.Setenv("RAILPOST_FULL", row.full)
		t.Setenv("RAILPOST_LONG", row.long)
		expect.Same(t, fmt.Sprintf("FULL=%q LONG=%q", row.full, row.long), Of("default", "full", "long"), row.want)
		expect.Same(t, fmt.Sprintf("FULL=%q LONG=%q: Full is", row.full, row.long), Full(), row.want != "default")
	}
}

func TestSeed(t *testing.T) {
	t.Setenv("RAILPOST_SEED", "")
	expect.Same(t, "the fixed seed became", Seed(t, 7), 7)
	t.Setenv("RAILPOST_SEED", "12")
	expect.Same(t, "RAILPOST_SEED=12 gives", Seed(t, 7), 12)
}
