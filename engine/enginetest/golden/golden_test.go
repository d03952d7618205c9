package golden

import "testing"

func TestFirstDifference(t *testing.T) {
	for _, c := range []struct {
		got, want string
		n         int
		is, was   string
	}{
		{"a\nb\n", "a\nc\n", 2, "b", "c"},
		{"a\n", "a\nc\n", 2, "", "c"},
		{"a\nb", "a", 2, "b", ""},
	} {
		if n, is, was := firstDifference(c.got, c.want); n != c.n || is != c.is || was != c.was {
			t.Errorf("%q, %q: line %d, %q and %q", c.got, c.want, n, is, was)
		}
	}
}
