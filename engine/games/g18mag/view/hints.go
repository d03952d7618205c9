package view

import (
	"railpost/engine"
	"railpost/engine/games/g18mag"
)

// few is how many lays, cities and sales a letter lists.
const few = 8

// Hints: of the verbs with hundreds of orders a letter lists a few; what a shorter line
// says as well, and what hardly anybody wants, is read and not listed.
func (View) Hints(p engine.Position, v engine.Verb) engine.Hints {
	s := p.(*g18mag.State)
	switch v.Gloss {
	case "18mag.verb.lay", "18mag.verb.sell":
		return engine.Hints{Few: few}
	case "18mag.verb.token":
		if !s.Company().Minor() { // a minor reaches few cities
			return engine.Hints{Few: few}
		}
	case "18mag.verb.buy":
		return engine.Hints{Open: true}
	case "18mag.verb.pass":
		return engine.Hints{Quiet: s.Turn.Step == g18mag.StepTrains} // "done" does the same
	case "18mag.verb.use-token", "18mag.verb.end-game":
		return engine.Hints{Quiet: true}
	}
	return engine.Hints{}
}
