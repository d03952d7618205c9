package g18mag

import (
	"slices"

	"railpost/engine"
)

// Clone returns a deep copy. It shares parts that are only replaced whole: the order of a round, the texts of
// runs, an offer, the trains of a minor.
func (s *State) Clone() engine.Position {
	c := *s
	c.Piles = slices.Clone(s.Piles)
	c.Cash = s.Cash.Clone()
	c.Shares = s.Shares.Clone()
	c.Market = s.Market.Clone()
	c.Minors = slices.Clone(s.Minors)
	c.Majors = slices.Clone(s.Majors)
	c.Board = s.Board.Clone()
	c.Draft.Shares = slices.Clone(s.Draft.Shares)
	c.Draft.Minors = slices.Clone(s.Draft.Minors)
	c.Draft.Taken = slices.Clone(s.Draft.Taken)
	c.Trade.Sold = slices.Clone(s.Trade.Sold)
	c.Turn.Services = slices.Clone(s.Turn.Services)
	c.Runs = slices.Clone(s.Runs)
	c.Alone = s.Alone.clone()
	return &c
}

// View returns the whole position: everything is public (II.1).
func (s *State) View(engine.Seat) engine.Position {
	v := *s
	return &v
}

// Memo makes a view and its clones remember the networks of the boards that they come to:
// the list, the usual turn and remarks try the same tiles and stations.
func (s *State) Memo() { s.Board.Remember() }

// Explored keeps nothing.
func (*State) Explored() *engine.Explored { return nil }

// Over reports whether the game has ended.
func (s *State) Over() bool { return s.Stage == Over }
