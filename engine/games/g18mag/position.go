package g18mag

import (
	"slices"

	"railpost/engine"
)

// Clone is a deep copy. What is replaced whole and never changed in place is
// shared: the order of a round, the texts of runs, an offer.
func (s *State) Clone() engine.Position {
	c := *s
	c.Piles = slices.Clone(s.Piles)
	c.Cash = s.Cash.Clone()
	c.Shares = s.Shares.Clone()
	c.Market = s.Market.Clone()
	c.Minors = slices.Clone(s.Minors)
	for i := range c.Minors {
		c.Minors[i].Trains = slices.Clone(s.Minors[i].Trains)
	}
	c.Majors = slices.Clone(s.Majors)
	c.Board = s.Board.Clone()
	c.Draft.Shares = slices.Clone(s.Draft.Shares)
	c.Draft.Minors = slices.Clone(s.Draft.Minors)
	c.Draft.Taken = slices.Clone(s.Draft.Taken)
	c.Trade.Sold = slices.Clone(s.Trade.Sold)
	c.Turn.Services = slices.Clone(s.Turn.Services)
	c.Runs = slices.Clone(s.Runs)
	return &c
}

// View is the whole position: everything is public (II.1).
func (s *State) View(engine.Seat) engine.Position { return s }

// Over says that the game has ended.
func (s *State) Over() bool { return s.Stage == Over }

// Settle has nothing to do: orders carry out all that needs no decision.
func (s *State) Settle(*engine.Tx) error { return nil }
