package view

import "railpost/engine"

// few caps the lays, purchases and sales that a letter lists.
const few = 8

// Hints: verbs with hundreds of orders list only a few; standing answers, and orders
// that hardly any player wants, are accepted but not listed.
func (View) Hints(_ engine.Position, v engine.Verb) engine.Hints {
	switch v.Gloss {
	case "18cz.verb.start", "18cz.verb.buy-share", "18cz.verb.sell", "18cz.verb.buy", "18cz.verb.lay", "18cz.verb.acquire":
		return engine.Hints{Few: few}
	case "18cz.verb.end-game", "18cz.verb.accept", "18cz.verb.never-sell", "18cz.verb.always-ask", "18cz.verb.buy-pool":
		return engine.Hints{Quiet: true}
	}
	return engine.Hints{}
}
