package tycoon

import (
	"slices"

	"railpost/engine"
)

// Clone is a deep copy. What never changes in place is shared: ways, links that are
// complete, western links.
func (s *State) Clone() engine.Position {
	c := *s
	c.Auction.Out = slices.Clone(s.Auction.Out)
	c.Players = slices.Clone(s.Players)
	for i := range c.Players {
		c.Players[i].Cards = slices.Clone(s.Players[i].Cards)
		c.Players[i].Used = slices.Clone(s.Players[i].Used)
		c.Players[i].Won = slices.Clone(s.Players[i].Won)
	}
	c.Cities = slices.Clone(s.Cities)
	c.Links = slices.Clip(s.Links)
	c.Open = slices.Clone(s.Open)
	c.Western = slices.Clip(s.Western)
	c.Up = slices.Clone(s.Up)
	c.Deck = slices.Clone(s.Deck)
	c.Fresh = slices.Clone(s.Fresh)
	c.Standing = slices.Clone(s.Standing)
	return &c
}

// View hides the barons of others but one that has been revealed, the order of
// the deck, and bids given in advance (Hidden information). The bag is no secret, only what is
// drawn from it next.
func (s *State) View(seat engine.Seat) engine.Position {
	v := s.Clone().(*State)
	clear(v.Deck)
	for i := range v.Players {
		if p := &v.Players[i]; engine.Seat(i) != seat {
			v.Standing[i] = Standing{}
			if !p.Shown && s.Stage != StageOver {
				p.Baron = 0
			}
		}
	}
	return v
}

// Over says that the game has ended.
func (s *State) Over() bool { return s.Stage == StageOver }

// Settle has nothing to do: orders carry out all that needs no decision.
func (s *State) Settle(*engine.Tx) error { return nil }

// Book is the data of the board that is played on.
func (s *State) Book() *Book { return s.book }

// PlayerNames are how the players are called.
func (s *State) PlayerNames() []string { return s.names }

// SetNames tells how the players are called: deliveries name the owners of links
// (Orders by mail).
func (s *State) SetNames(names []string) { s.names = names }
