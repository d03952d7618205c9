package near_test

import (
	"fmt"
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/near"
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
		expect.Same(t, fmt.Sprintf("Names(%q)", c.word), near.Names(c.word, known, 3), c.want)
	}
	if got := near.Names("Europe/Madrit", []string{"Europe/Paris", "Europe/Madrid"}, 3); !slices.Equal(got, []string{"Europe/Madrid"}) {
		t.Errorf("a far one beside a close one: got %q", got)
	}
	expect.Same(t, "limit", near.Names("aa", []string{"ab", "ac", "ad"}, 2), []string{"ab", "ac"})
}
