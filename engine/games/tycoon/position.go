package tycoon

import (
	"slices"

	"railpost/engine"
)

// Clone returns a deep copy. It shares what never changes in place: ways, complete
// links, western links.
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

// View hides the barons of others unless revealed, the order of the deck, and bids
// given in advance (Hidden information). The bag is not secret, only what will be drawn
// from it.
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

// Over reports whether the game has ended.
func (s *State) Over() bool { return s.Stage == StageOver }

// Within is false: an order answers every question itself.
func (s *State) Within() bool { return false }

// Settle does nothing: orders carry out everything that needs no decision.
func (s *State) Settle(*engine.Tx) error { return nil }

// Book returns the data of the board in play.
func (s *State) Book() *Book { return s.book }

// PlayerNames returns the names of the players.
func (s *State) PlayerNames() []string { return s.names }

// SetNames sets the names of the players: deliveries name the owners of links (Orders
// by mail).
func (s *State) SetNames(names []string) { s.names = names }
