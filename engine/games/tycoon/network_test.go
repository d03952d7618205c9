package tycoon

import (
	"fmt"
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/games/tycoon/key"
)

// A network consists of a player's own links; others' links between them do not count.
func TestNetwork(t *testing.T) {
	links := []Link{{Owner: 0, From: 0, To: 1}, {Owner: 1, From: 1, To: 2}, {Owner: 0, From: 3, To: 4}, {Owner: 0, From: 1, To: 3}}
	own, other := Network{seat: 0, links: links, cities: 6}, Network{seat: 1, links: links, cities: 6}
	for name, got := range map[string][2]int{
		"links": {own.Links(), 3}, "links of the other": {other.Links(), 1},
		"from 1": {own.From(1), 2}, "from 2": {own.From(2), 0},
		"joined 0 and 3": {own.connectedBy(0, 3), 4}, "joined 3 and 4": {own.connectedBy(3, 4), 3}, "never 0 and 2": {own.connectedBy(0, 2), 0},
		"largest": {own.Largest(), 4}, "largest of the other": {other.Largest(), 2}, "longest": {own.Longest(), 3},
	} {
		expect.Same(t, name, got[0], got[1])
	}
	if parts := other.Parts(); len(parts) != 1 || !slices.Equal(parts[0], []City{1, 2}) {
		t.Errorf("parts of the other: %v", parts)
	}
}

// A hand distinguishes a card used this turn from an absent one.
func TestHand(t *testing.T) {
	book := &Book{}
	book.Cards = []Card{{}, {Kind: LandGrant}, {Kind: PerfectEngineering}, {Kind: PerfectEngineering}}
	for _, c := range []struct {
		cards, used        []int
		grant, engineering int
		lacks              string // Perfect Engineering and Land Grant
	}{
		{nil, nil, 0, 0, key.NoBuildNoGrant},
		{[]int{1}, nil, 1, 0, key.NoBuildNoEngineering},
		{[]int{1, 2, 3}, []int{2}, 1, 3, ""},
		{[]int{1, 2}, []int{2}, 1, 0, key.NoBuildEngineeringUsed},
	} {
		h := Hand{book, &Player{Cards: c.cards, Used: c.used}}
		expect.Same(t, fmt.Sprintf("%v, used %v", c.cards, c.used), h.Grant(), c.grant)
		expect.Same(t, fmt.Sprintf("%v, used %v", c.cards, c.used), h.Engineering(), c.engineering)
		no := h.lacks(Use{Grant: true, Engineering: true})
		if no == nil && c.lacks != "" || no != nil && no.Why.Key != c.lacks {
			t.Errorf("%v, used %v: %v", c.cards, c.used, no)
		}
	}
}
