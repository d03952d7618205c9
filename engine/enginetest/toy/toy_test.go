package toy_test

import (
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/toy"
)

func TestLaws(t *testing.T) {
	enginetest.Run(t, toy.Title{}, enginetest.Options{
		Games: 12,
		Hide:  hide,
		Conserved: func(p engine.Position) map[string]int {
			return map[string]int{"cards": p.(*toy.Position).Cards()}
		},
	})
}

// TestMended: games of version 1 continue under version 2.
func TestMended(t *testing.T) { enginetest.Changes(t, toy.Mended{}, enginetest.Options{}) }

// hide redeals the cards that seat does not see.
func hide(p engine.Position, seat engine.Seat, rng *rand.Rand) engine.Position {
	pos := p.(*toy.Position)
	if pos.Over() {
		return pos
	}
	var unseen []*int
	for i := range pos.Deck {
		unseen = append(unseen, &pos.Deck[i])
	}
	for i := range pos.Players {
		if engine.Seat(i) == seat {
			continue
		}
		for j := range pos.Players[i].Hand {
			unseen = append(unseen, &pos.Players[i].Hand[j])
		}
		if pos.Players[i].Kept > 0 {
			unseen = append(unseen, &pos.Players[i].Kept)
		}
	}
	rng.Shuffle(len(unseen), func(i, j int) { *unseen[i], *unseen[j] = *unseen[j], *unseen[i] })
	return pos
}
