package view

import (
	"maps"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/russian"
)

// Each weight of the data belongs to a feature, and a position has them all.
func TestWeights(t *testing.T) {
	expect.Same(t, "names", slices.Sorted(maps.Keys(learnt.Worth)), slices.Sorted(slices.Values(featureNames)))
	s := inTurn(t)
	_, _, list := features(s, s.Actor)
	expect.Same(t, "features", len(list), len(featureNames))
}

// What a seat is worth after the last order is what it will score.
func TestWorthAtTheEnd(t *testing.T) {
	s := inTurn(t)
	p := &s.Players[s.Actor]
	p.Score, p.Engineers, p.Cards = 50, []int{3}, []int{1 + slices.IndexFunc(russian.Book.EndCards, func(c russian.EndCard) bool { return c.ID == "flat15" })}
	expect.Same(t, "with engineers and a card to be scored", View{}.Worth(s, s.Actor, true), 100*(50+40+15))
	s.Phase = russian.Over
	expect.Same(t, "when they are scored", View{}.Worth(s, s.Actor, false), 100*50)
	expect.Same(t, "of nobody", View{}.Worth(s, engine.Nobody, false), 0)
}
