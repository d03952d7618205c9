package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
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
	case "tycoon.verb.build":
		return engine.Hints{Few: fewBuilds, Part: true, Settled: true, Asks: true}
	case "tycoon.verb.card":
		return engine.Hints{Few: fewCards, Each: 2, Asks: true}
	case "tycoon.verb.deliver":
		return engine.Hints{Few: fewDeliveries, Asks: true}
	case "tycoon.verb.urbanize":
		return engine.Hints{Few: fewUrbanized, Each: 1, Asks: true}
	case "tycoon.verb.western":
		return engine.Hints{Asks: true}
	case "tycoon.verb.done":
		return engine.Hints{Quiet: p.(*tycoon.State).Due == 1}
	case "tycoon.verb.bid-up-to", "tycoon.verb.always-ask":
		return engine.Hints{Quiet: true}
	}
	return engine.Hints{}
}
