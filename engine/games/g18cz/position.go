package g18cz

import (
	"slices"

	"railpost/engine"
)

// Clone is a deep copy. It shares parts that are replaced whole and never changed in place: the order of a
// round, the texts of runs, offers, prices of stations.
func (s *State) Clone() engine.Position {
	c := *s
	c.explored = nil
	c.Players = slices.Clone(s.Players)
	c.Cash = s.Cash.Clone()
	c.Loans = slices.Clone(s.Loans)
	c.Shares = s.Shares.Clone()
	c.Market = s.Market.Clone()
	c.Companies = slices.Clone(s.Companies)
	for i := range c.Companies {
		c.Companies[i].Trains = slices.Clone(s.Companies[i].Trains)
	}
	c.Locals = slices.Clone(s.Locals)
	c.Board = s.Board.Clone()
	c.Depot = s.Depot.Clone()
	c.Reserve = slices.Clone(s.Reserve)
	c.Sold = slices.Clone(s.Sold)
	c.Draft.Passed = slices.Clone(s.Draft.Passed)
	c.Trade.Sold = slices.Clone(s.Trade.Sold)
	c.Neutral.Companies = slices.Clone(s.Neutral.Companies)
	c.Runs = slices.Clone(s.Runs)
	c.Standing = slices.Clone(s.Standing)
	return &c
}

// View hides others' answers in advance to offers (R31). All else is public (III.1).
func (s *State) View(seat engine.Seat) engine.Position {
	v := *s
	v.explored = nil
	v.Standing = make([]Answering, len(s.Standing))
	if seat != engine.Nobody {
		v.Standing[seat] = s.Standing[seat]
	}
	return &v
}

// Memo makes a view and its clones remember the networks of the boards that they come to:
// the list, the usual turn and remarks try the same tiles and stations.
func (s *State) Memo() {
	s.Board.Remember()
	s.explored = &engine.Explored{}
}

// Explored is search results about a view that will not change.
func (s *State) Explored() *engine.Explored { return s.explored }

// Over reports whether the game has ended.
func (s *State) Over() bool { return s.Stage == Over }

// Settle does nothing: orders carry out all that needs no decision.
func (s *State) Settle(*engine.Tx) error { return nil }
