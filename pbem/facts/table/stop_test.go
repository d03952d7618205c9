package table

import (
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// TestStopLinks: a link means what it was made of, shows nothing of it, and is worth nothing if it is changed, or with
// another secret.
func TestStopLinks(t *testing.T) {
	secret := []byte("secret")
	s := Stop{Kind: StopSeat, Game: "winter", Mark: "abc", Seat: 2, Address: strings.Repeat("a", 64) + "@" + strings.Repeat("b", 185) + ".org", Lang: "ca"}
	link := expect.Get(s.Link(secret))(t)
	got, ok := ReadStop(secret, link)
	expect.Same(t, "meaning", got, s)
	expect.True(t, ok, "it is read")
	expect.Same(t, "again", expect.Get(s.Link(secret))(t), link)
	expect.True(t, len(link) < 600, "a link of %d characters is too long for a header", len(link))
	for i := range link {
		changed := []byte(link)
		changed[i] ^= 1
		_, ok := ReadStop(secret, string(changed))
		expect.True(t, !ok, "a link is read that was changed at %d", i)
	}
	for _, wrong := range []string{"", "AAAA", link[:20], link + "AAAA", link + "="} {
		_, ok := ReadStop(secret, wrong)
		expect.True(t, !ok, "%q is read", wrong)
	}
	for _, other := range []string{"", "another"} {
		_, ok := ReadStop([]byte(other), link)
		expect.True(t, !ok, "it is read with the secret %q", other)
	}
}
