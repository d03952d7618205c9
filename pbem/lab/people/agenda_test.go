package people

import (
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
)

// TestAgenda: tasks come in the order of their times, and at the same time in the order in which they were entered.
func TestAgenda(t *testing.T) {
	var a Agenda[string]
	for i, what := range strings.Fields("c a d b") {
		a.At(time.Unix([]int64{2, 1, 2, 1}[i], 0), what)
	}
	got := ""
	for at, ok := a.Next(); ok; at, ok = a.Next() {
		got += a.Take() + at.UTC().Format("5 ")
	}
	expect.Same(t, "order", got, "a1 b1 c2 d2 ")
}
