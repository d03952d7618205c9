package plain

import (
	"testing"

	"railpost/engine/enginetest/expect"
)

func TestCount(t *testing.T) {
	for n, want := range []string{"0 letters", "1 letter", "2 letters"} {
		expect.Same(t, "count", Count(n, "letter"), want)
	}
}
