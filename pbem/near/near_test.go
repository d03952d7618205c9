package near_test

import (
	"slices"
	"testing"

	"railpost/pbem/near"
)

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
