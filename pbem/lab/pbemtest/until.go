package pbemtest

import (
	"testing"
	"time"
)

// Until polls until done is true. It gives up only when Go is about to end the test.
func Until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end, limited := t.Deadline(); !done(); time.Sleep(5 * time.Millisecond) {
		if limited && time.Until(end) < 5*time.Second {
			t.Fatal("in vain: ", what)
		}
	}
}
