package view

import (
	"railpost/engine"
	"railpost/engine/games/g18cz/key"
)

// few caps the lays, purchases and sales that a letter lists.
const few = 8

// Hints: verbs with hundreds of orders list only a few; standing answers, and orders
// that hardly any player wants, are accepted but not listed.
func (View) Hints(_ engine.Position, v engine.Verb) engine.Hints {
	switch v.Gloss {
	case key.VerbStart:
		return engine.Hints{Few: few, Each: 1}
	case key.VerbBuyShare, key.VerbSell, key.VerbBuy, key.VerbLay, key.VerbAcquire:
		return engine.Hints{Few: few}
	case key.VerbEndGame, key.VerbAccept, key.VerbNeverSell, key.VerbAlwaysAsk, key.VerbBuyPool:
		return engine.Hints{Quiet: true}
	}
	return engine.Hints{}
}
