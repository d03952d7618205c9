package view

import (
	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/sheet"
)

// View shows positions of 18Mag and advises on them.
type View struct{ sheet.View[*g18mag.State] }

var _ engine.View = View{}

// title is the title that lists of orders are asked of.
var title engine.Title = struct {
	g18mag.Rules
	View
}{}

// Status gives the state of the game.
func (View) Status(view engine.Position) engine.Message {
	s := view.(*g18mag.State)
	phase := engine.Term("phase", key.PhaseOf+s.PhaseRules().Name)
	switch s.Stage {
	case g18mag.Drafting:
		return engine.Msg(key.StatusDraft, engine.Int("turn", s.Draft.Turn+1), engine.Int("of", s.Limits().Picks()))
	case g18mag.Stocks:
		if s.Set == s.EndSet {
			return engine.Msg(key.StatusLastStock, engine.Int("set", s.Set), phase)
		}
		return engine.Msg(key.StatusStock, engine.Int("set", s.Set), phase)
	case g18mag.Operating:
		text := key.StatusOperating
		if s.Set == s.EndSet {
			text = key.StatusLastOperating
		}
		return engine.Msg(text, engine.Int("set", s.Set), engine.Int("round", s.Round), engine.Int("of", s.Rounds), phase)
	}
	return engine.Msg(key.StatusOver)
}

// Worth is 0 for a line that reveals something hidden, since its outcome is unknown.
func (View) Worth(after engine.Position, seat engine.Seat, revealed bool) int {
	if revealed {
		return 0
	}
	s := after.(*g18mag.State)
	n := worth(s, seat)
	if c := s.Company(); c != g18mag.NoCompany && c.Minor() && s.OwnerOf(c) == seat {
		n -= deadEnd * board(s).DeadEnds(g18mag.Owner(c))
	}
	return n
}

// deadEnd is the penalty for an exit that nothing can join in this phase: more than places near its tile count,
// less than a better run.
const deadEnd = 60

// Usual returns the usual turn of a seat from here; none in the draft, and while an
// offer for a train is open.
func (View) Usual(p engine.Position, seat engine.Seat) engine.Turn {
	return usualTurn(p.(*g18mag.State), seat)
}

// Names lists what orders can name. Numbers of minors are not names.
func (View) Names(view engine.Position) (spaces, others []string) {
	s := view.(*g18mag.State)
	for _, w := range s.Edition().Words {
		others = append(append(others, w.Text), w.Also...)
	}
	for _, w := range s.Goods().ServiceWords() {
		others = append(append(others, w.Text), w.Also...)
	}
	for _, h := range s.World().Map.Hexes {
		others = append(others, h.Name)
	}
	return nil, others
}
