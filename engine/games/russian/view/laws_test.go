package view

import (
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/games/russian"
)

func TestLaws(t *testing.T) {
	enginetest.View(t, title, enginetest.Options{Hide: reshuffle, Stated: stated})
}

// reshuffle redeals the end bonus cards that seat does not know.
func reshuffle(p engine.Position, seat engine.Seat, rng *rand.Rand) engine.Position {
	s := p.Clone().(*russian.State)
	if s.Over() {
		return s
	}
	var places []*int
	if seat != s.Actor || s.Pending == 0 {
		for i := range s.Deck {
			places = append(places, &s.Deck[i])
		}
	}
	for i := range s.Players {
		if engine.Seat(i) == seat {
			continue
		}
		for j := range s.Players[i].Cards {
			places = append(places, &s.Players[i].Cards[j])
		}
	}
	rng.Shuffle(len(places), func(i, j int) { *places[i], *places[j] = *places[j], *places[i] })
	return s
}
