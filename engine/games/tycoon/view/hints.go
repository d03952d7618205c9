package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// How many orders a letter lists.
const (
	fewBuilds     = 8
	fewCards      = 9
	fewDeliveries = 8
	fewUrbanized  = 2
)

// Hints: verbs with hundreds of orders list only a few, and an incomplete order is
// answered with its options. Standing bids are accepted but not listed.
func (View) Hints(p engine.Position, v engine.Verb) engine.Hints {
	switch v.Gloss {
	case key.VerbBuild:
		return engine.Hints{Few: fewBuilds, Part: true, Settled: true, Asks: true}
	case key.VerbCard:
		return engine.Hints{Few: fewCards, Each: 2, Asks: true}
	case key.VerbDeliver:
		return engine.Hints{Few: fewDeliveries, Asks: true}
	case key.VerbUrbanize:
		return engine.Hints{Few: fewUrbanized, Each: 1, Asks: true}
	case key.VerbWestern:
		return engine.Hints{Asks: true}
	case key.VerbDone:
		return engine.Hints{Quiet: p.(*tycoon.State).Due == 1}
	case key.VerbBidUpTo, key.VerbAlwaysAsk:
		return engine.Hints{Quiet: true}
	}
	return engine.Hints{}
}
