package view

import (
	"math/rand/v2"
	"slices"

	"railpost/engine"
	"railpost/engine/games/russian"
)

// imagine deals the end bonus cards that a seat does not know.
func imagine(view engine.Position, seat engine.Seat, rng *rand.Rand) engine.Position {
	s := view.Clone().(*russian.State)
	var hidden []*int
	known := make([]bool, len(russian.Book.EndCards)+1)
	look := func(cards []int) {
		for i, c := range cards {
			if known[c] = true; c == 0 {
				hidden = append(hidden, &cards[i])
			}
		}
	}
	look(s.Deck)
	for i := range s.Players {
		look(s.Players[i].Cards)
	}
	var free []int
	for c, is := range known {
		if !is && c > 0 {
			free = append(free, c)
		}
	}
	rng.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	for i, place := range hidden {
		*place = free[i]
	}
	slices.Sort(s.Deck)
	return s
}
