package table

import (
	"encoding/json"
	"fmt"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

func TestNewcomerTokens(t *testing.T) {
	n := &Newcomer{Name: "Zoe", Address: "zoe@example.org", Key: []byte("key"), Offers: []Offer{{Game: "winter", Seat: 1}, {Game: "winter", Seat: 1, After: 1}, {Game: "spring", Ended: true}}}
	b, err := json.Marshal(n)
	expect.NoError(t, err)
	if n, err = ReadNewcomer(b); err != nil {
		t.Fatal(err)
	}
	if o, ok := n.Proves(n.Token()); !ok || o != nil {
		t.Errorf("the list's token proves %+v, %t", o, ok)
	}
	for i, o := range n.Offers {
		if got, ok := n.Proves(n.OfferToken(o)); !ok || got != &n.Offers[i] {
			t.Errorf("offer %d: its token proves %+v, %t", i, got, ok)
		}
	}
	other := &Newcomer{Key: []byte("yek"), Offers: n.Offers}
	for _, token := range []string{"", other.Token(), other.OfferToken(n.Offers[0])} {
		if o, ok := n.Proves(token); ok {
			t.Errorf("token %q of somebody else proves %+v", token, o)
		}
	}
	if o := n.Offered("winter", 1); o != &n.Offers[0] || n.Offered("winter", 0) != nil || n.Offered("spring", 0) != nil {
		t.Errorf("open offers: %+v", o)
	}
	if n.Titles = []string{"russian"}; n.Plays("18mag") || !n.Plays("russian") || !other.Plays("18mag") {
		t.Error("titles are not told apart")
	}
}

func TestWanted(t *testing.T) {
	table := &Table{State: Running, Players: []Player{{Name: "Ana"}, {Name: "Ben", Open: true}, {Name: "Cleo", Open: true, Resigned: true}, {Name: "Dan", Answer: "decline"}}}
	for state, want := range map[State][4]string{
		Inviting: {"", "open", "resigned", "declined"}, Running: {"", "open", "resigned", ""}, Paused: {"", "open", "resigned", ""}, Over: {}, Closed: {},
	} {
		table.State = state
		for s, w := range want {
			expect.Same(t, fmt.Sprintf("%s, seat %d", state, s), table.WhyVacant(engine.Seat(s)), w)
		}
	}
}

func TestFreeName(t *testing.T) {
	table := &Table{Players: []Player{{Name: "Zoë"}, {Name: "Ben"}, {Name: "Zoe II"}}}
	for name, want := range map[string]string{"Eva": "Eva", "Ben": "Ben", "zoe": "zoe III", "Zoe II": "Zoe II II"} {
		expect.Same(t, name, table.FreeName(1, name), want)
	}
}
