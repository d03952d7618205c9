package tycoon

import (
	"sync"

	"railpost/engine"
	"railpost/engine/hex"
)

// Piece is a track in a hex: it joins two sides.
type Piece struct {
	Owner engine.Seat
	A, B  hex.Edge
}

// layout is what lies in each hex, worked out from the links of a position when it
// is first asked for. Positions with the same track share it, so it is never
// changed: whoever changes Links or Open calls relay.
type layout struct {
	once   sync.Once
	pieces map[Spot][]Piece
}

// relay forgets the layout: the track has changed.
func (s *State) relay() { s.layout = &layout{} }

// pieces are the tracks in a hex, of complete and of incomplete links.
func (s *State) pieces(at Spot) []Piece {
	s.layout.once.Do(func() { s.layout.pieces = s.layPieces() })
	return s.layout.pieces[at]
}

// layPieces walks all chains.
func (s *State) layPieces() map[Spot][]Piece {
	all := map[Spot][]Piece{}
	for _, list := range [][]Link{s.Links, s.Open} {
		for i := range list {
			l := &list[i]
			at := s.book.Cities[l.From].Spot
			for k := range l.Way.Tracks() {
				in := l.Way.Side(k)
				at = s.book.Hexes[at].Next[in]
				all[at] = append(all[at], Piece{Owner: l.Owner, A: in.Opposite(), B: l.Way.Side(k + 1)})
			}
		}
	}
	return all
}
