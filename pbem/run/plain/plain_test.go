package plain

import "testing"

func TestCount(t *testing.T) {
	for n, want := range []string{"0 letters", "1 letter", "2 letters"} {
		if got := Count(n, "letter"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
