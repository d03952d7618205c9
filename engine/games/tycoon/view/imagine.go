package view

import (
	"math/rand/v2"
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// imagine deals the barons and the cards that a seat does not know. Nobody bids in advance.
func imagine(view engine.Position, seat engine.Seat, rng *rand.Rand) engine.Position {
	s := view.Clone().(*tycoon.State)
	if s.Over() {
		return s
	}
	s.Deck = dealt(unseenCards(s), len(s.Deck), rng)
	if !s.Rules.Novice {
		imagineBarons(s, rng)
	}
	return s
}

// imagineBarons deals barons to players whose baron is unknown. The first player at Pullman's level would have
// shown him.
func imagineBarons(s *tycoon.State, rng *rand.Rand) {
	var seen []int
	for i := range s.Players {
		seen = append(seen, s.Players[i].Baron)
	}
	for {
		fits := true
		free := dealt(unseen(len(s.Book().Barons), seen), s.Seats, rng)
		for i := range s.Players {
			if seen[i] != 0 {
				continue
			}
			s.Players[i].Baron, free = free[0], free[1:]
			fits = fits && !(s.Book().Barons[s.Players[i].Baron].Goal == tycoon.FirstToEngine && s.Pullman == engine.Seat(i))
		}
		if fits {
			return
		}
	}
}

// unseenCards returns the operation cards that are neither available nor anybody's.
func unseenCards(s *tycoon.State) []int {
	seen := slices.Clone(s.Up)
	for i := range s.Players {
		seen = append(append(seen, s.Players[i].Cards...), s.Players[i].Won...)
	}
	return unseen(len(s.Book().Cards), seen)
}

// unseen returns the numbers from 1 to below of that are not seen.
func unseen(of int, seen []int) (list []int) {
	for i := 1; i < of; i++ {
		if !slices.Contains(seen, i) {
			list = append(list, i)
		}
	}
	return list
}

// dealt deals n of a list, or all if there are fewer.
func dealt(list []int, n int, rng *rand.Rand) []int {
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:min(n, len(list))]
}
