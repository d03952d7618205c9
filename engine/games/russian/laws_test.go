package russian

import (
	"fmt"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
)

func TestLaws(t *testing.T) { enginetest.Rules(t, Rules{}, enginetest.Options{Conserved: stock}) }

// surplus counts the ? tokens of a player beyond one for each ? space reached (The tokens and cards).
func surplus(p *Player) (n int) {
	for i := range Book.Tokens {
		n += int(p.Used >> i & 1)
	}
	for i, id := range Book.QuestionSpaces {
		for j := range Book.Specials {
			if sp := &Book.Specials[j]; sp.ID == id && p.Filled[i] > 0 && p.meets(sp) && p.Taken&sp.bit != 0 {
				n--
			}
		}
	}
	if p.Filled[spaceI10] > 0 && p.Taken&Book.questionI != 0 {
		n--
	}
	return n
}

// stock counts pieces that never leave the table: tiles, workers, cards, tokens.
func stock(p engine.Position) map[string]int {
	s := p.(*State)
	out := map[string]int{"tiles": 0, "end cards": len(s.Deck)}
	for _, n := range s.Piles {
		out["tiles"] += n
	}
	out["tiles"] += len(s.FaceUp)
	loco9 := 1 // the extra one on its ? card
	for i, id := range Book.QuestionCards {
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
		for r := range Railways {
			out["tiles"] += CountTaken(pl.Locos[r][:])
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
		out["tokens beyond the ? spaces reached"] += surplus(pl)
	}
	if temps < 0 {
		out["temporary workers too many"] = -temps
	}
	return out
}
