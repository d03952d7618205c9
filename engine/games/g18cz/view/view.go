package view

import (
	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/sheet"
)

// View shows positions of 18CZ and advises on them.
type View struct{ sheet.View[*g18cz.State] }

var _ engine.View = View{}

// title is the title that lists of orders are asked of.
var title engine.Title = struct {
	g18cz.Rules
	View
}{}

// Status gives the state of the game.
func (View) Status(view engine.Position) engine.Message {
	s := view.(*g18cz.State)
	phase := g18cz.PhaseSay(s.Phase)
	switch s.Stage {
	case g18cz.Drafting:
		return engine.Msg(key.StatusDraft, engine.Int("n", len(s.LocalsOf(-1))))
	case g18cz.Stocks:
		return engine.Msg(key.StatusStock, engine.Int("set", s.Round().Set), phase)
	case g18cz.Operating:
		return engine.Msg(key.StatusOperating, engine.Int("set", s.Round().Set), engine.Int("round", s.Round().Number), engine.Int("value", s.Round().Value), phase)
	}
	return engine.Msg(key.StatusOver)
}

// Parts lists the blocks of a letter, then those that are only shown on request.
func (View) Parts() []engine.Part { return parts }

var parts = engine.Parts(key.PartOf, placed, []engine.Sheet[*g18cz.State]{
	{Name: "own", InLetter: true, Of: ownSheet},
	{Name: "table", InLetter: true, Of: tableSheet},
	{Name: "near", Arg: "COMPANY", InLetter: true, Show: nearSheet},
	{Name: "map", Arg: "HEX", Show: mapSheet},
	{Name: "market", Show: marketSheet},
	{Name: "trains", All: trainSheet},
	{Name: "phases", All: phaseSheet},
	{Name: "railways", All: localSheet},
	{Name: "tiles", Arg: "TILE", Find: tileSheet},
	{Name: "company", Arg: "COMPANY", Find: companySheet},
	{Name: "routes", Arg: "COMPANY", Show: routesSheet},
	{Name: "player", Arg: "PLAYER", Show: playerSheet},
}...)

// Worth is 0 for a line that reveals something hidden, since its outcome is unknown.
func (View) Worth(after engine.Position, seat engine.Seat, revealed bool) int {
	if revealed {
		return 0
	}
	return listed(after.(*g18cz.State), seat)
}

// Usual returns the usual turn of a seat from here; none if the seat must answer an offer, since a sale is the
// player's own decision.
func (View) Usual(p engine.Position, seat engine.Seat) engine.Turn {
	return usual(p.(*g18cz.State), seat, false)
}

// Names lists what orders name: corporations, local railways, trains and hexes.
func (View) Names(view engine.Position) (spaces, others []string) {
	s := view.(*g18cz.State)
	for _, w := range g18cz.Book.CompanyWords {
		others = append(append(others, w.Text), w.Also...)
	}
	for _, w := range g18cz.BuyWares { // trains and local railways
		others = append(others, w.Text)
	}
	for _, h := range s.World().Map.Hexes {
		others = append(others, h.Name)
	}
	return nil, others
}

// placed returns a position as sheets show it: at the end the players are in the order of their places.
func placed(s *g18cz.State) *g18cz.State {
	return engine.Placed(g18cz.Rules{}, s, func(s *g18cz.State) *[]engine.Seat { return &s.Players })
}
