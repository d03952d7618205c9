package view

import (
	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
)

// few caps the lays and cities that a letter lists, fewSales the sales of shares.
const (
	few      = 6
	fewSales = 5
)

// Hints: verbs with hundreds of orders list only a few. Orders that a shorter line also
// gives, or that hardly any player wants, are accepted but not listed.
func (View) Hints(p engine.Position, v engine.Verb) engine.Hints {
	s := p.(*g18mag.State)
	switch v.Gloss {
	case key.VerbLay:
		return engine.Hints{Few: few}
	case key.VerbSell:
		return engine.Hints{Few: fewSales}
	case key.VerbToken:
		if !s.Company().Minor() { // a minor reaches few cities
			return engine.Hints{Few: few}
		}
	case key.VerbBuy:
		c := s.Company()
		early := s.Stage == g18mag.Operating && s.Turn.Step != g18mag.StepTrains && len(s.Minors[c].Trains) > 0
		return engine.Hints{Open: true, Quiet: early} // before it could still run
	case key.VerbPass:
		return engine.Hints{Quiet: s.Company().Minor()} // later orders of the turn, and "done", skip the step as well
	case key.VerbScrap:
		c := s.Company()
		return engine.Hints{Quiet: len(s.Minors[c].Trains) < s.Goods().Limit} // there is room for another train
	case key.VerbUseToken, key.VerbEndGame:
		return engine.Hints{Quiet: true}
	}
	return engine.Hints{}
}

// Dominated: of two trains the larger can do everything that the smaller can, so nobody gives it back instead
// (VI.3.5).
func (View) Dominated(m, by engine.Move) bool {
	scraps := func(m engine.Move) bool { return len(m.Acts) == 1 && m.Acts[0].Verb == "scrap" }
	return scraps(m) && scraps(by) && engine.Get[int](m.Acts[0].Args, 0) > engine.Get[int](by.Acts[0].Args, 0)
}
