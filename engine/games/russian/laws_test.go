package russian

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
)

func TestLaws(t *testing.T) {
	enginetest.Run(t, New(), enginetest.Options{Hide: reshuffle, Conserved: stock})
}

// reshuffle deals anew the end bonus cards that seat does not know.
func reshuffle(p engine.Position, seat engine.Seat, rng *rand.Rand) engine.Position {
	s := p.Clone().(*State)
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

// stock counts what never leaves the table: tiles, workers, cards, tokens.
func stock(p engine.Position) map[string]int {
	s := p.(*State)
	out := map[string]int{"tiles": 0, "end cards": len(s.Deck)}
	for _, n := range s.Piles {
		out["tiles"] += n
	}
	out["tiles"] += len(s.FaceUp)
	loco9 := 1 // the extra one on its ? card
	for i, id := range book.qcards {
		if id == "loco9" && s.CardsUsed&(1<<i) != 0 {
			loco9 = 0
		}
	}
	out["tiles"] += loco9
	temps := 2
	for i := range s.Players {
		pl := &s.Players[i]
		own, black := pl.Hand, 0
		if pl.BlackHand {
			black++
		}
		for _, l := range s.Lying {
			if l.Who == engine.Seat(i) {
				own += l.Pay.Own
				black += l.Pay.Black
			}
		}
		if pl.Black {
			black--
		}
		if s.Over() { // the pieces have been cleared away
			own, black = s.workers(pl), 0
		}
		out[fmt.Sprintf("workers of %d beyond what is owned", i)] = own - s.workers(pl)
		out[fmt.Sprintf("black workers of %d beyond what is owned", i)] = black
		for r := range railways {
			out["tiles"] += pl.locos(Railway(r))
		}
		for _, f := range pl.Factories {
			if f > 0 {
				out["tiles"]++
			}
		}
		out["end cards"] += len(pl.Cards)
		if pl.Temps > 0 {
			temps -= pl.Temps
		}
		used := 0
		for _, f := range pl.Filled {
			if f > 0 {
				used++
			}
		}
		for i := range book.tokens {
			if pl.Used&(1<<i) != 0 {
				used--
			}
		}
		out["tokens used and not on the board"] += used
	}
	if temps < 0 {
		out["temporary workers too many"] = -temps
	}
	return out
}
