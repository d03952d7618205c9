package near_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"railpost/pbem/near"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"abc", "", 3}, {"", "abc", 3},
		{"madrid", "madrid", 0}, {"madrit", "madrid", 1}, {"mardid", "madrid", 1},
		{"kitten", "sitting", 3}, {"port", "prot", 1}, {"ñu", "nu", 1},
	} {
		if got := near.Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestDistanceLaws(t *testing.T) {
	word := rapid.StringMatching(`[a-d]{0,8}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := near.Distance(a, b)
		if d != near.Distance(b, a) {
			t.Fatalf("not symmetric: %q %q", a, b)
		}
		if (d == 0) != (a == b) {
			t.Fatalf("distance %d between %q and %q", d, a, b)
		}
		if d < max(len(a)-len(b), len(b)-len(a)) || d > max(len(a), len(b)) {
			t.Fatalf("distance %d between %q and %q is out of bounds", d, a, b)
		}
	})
}

func TestNames(t *testing.T) {
	known := []string{"port", "host", "tls", "user", "poll_interval"}
	for _, c := range []struct {
		word string
		want []string
	}{
		{"prot", []string{"port"}},
		{"HOST", []string{"host"}},
		{"pollinterval", []string{"poll_interval"}},
		{"zzz", nil},
	} {
		if got := near.Names(c.word, known, 3); !slices.Equal(got, c.want) {
			t.Errorf("Names(%q) = %q, want %q", c.word, got, c.want)
		}
	}
	if got := near.Names("Europe/Madrit", []string{"Europe/Paris", "Europe/Madrid"}, 3); !slices.Equal(got, []string{"Europe/Madrid"}) {
		t.Errorf("a far one beside a close one: got %q", got)
	}
	if got := near.Names("aa", []string{"ab", "ac", "ad"}, 2); !slices.Equal(got, []string{"ab", "ac"}) {
		t.Errorf("limit: got %q", got)
	}
}
