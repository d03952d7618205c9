package view

import "railpost/engine"

// few is how many lays, purchases and sales a letter lists.
const few = 8

// Hints: of the verbs with hundreds of orders a letter lists a few; standing answers
// and what hardly anybody wants are read and not listed.
func (View) Hints(_ engine.Position, v engine.Verb) engine.Hints {
	switch v.Gloss {
	case "18cz.verb.start", "18cz.verb.buy-share", "18cz.verb.sell", "18cz.verb.buy", "18cz.verb.lay", "18cz.verb.acquire":
		return engine.Hints{Few: few}
	case "18cz.verb.end-game", "18cz.verb.accept", "18cz.verb.never-sell", "18cz.verb.always-ask", "18cz.verb.buy-pool":
		return engine.Hints{Quiet: true}
	}
	return engine.Hints{}
}
