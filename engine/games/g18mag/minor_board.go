package g18mag

import (
	"math/bits"

	"railpost/engine"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// Owner returns the owner of a company's stations on the board.
func Owner(c Company) track.Owner { return track.Owner(c) }

// Words returns how orders speak of the board.
func (s *State) Words() trackword.Ground {
	return trackword.Ground{World: s.World(), Board: &s.Board, Title: "18mag", Sections: &sections, Company: ownerSay}
}

var sections = trackword.Sections{
	Map: "III.1", Colour: "VI.3.3", Piece: "VI.3.2", Faces: "VI.3.3.1", First: "VI.3.2", Upgrade: "VI.3.3",
	Exits: "VI.3.2", Network: "VI.3.2", Station: "VI.3.4",
}

func ownerSay(name string, o track.Owner) engine.Arg { return CompanySay(name, Company(o)) }

// PlaceTile lays a tile. A home station on a bare hex moves to the city that has track
// (VI.3.2), even if a major was in the city first.
func (s *State) PlaceTile(l track.Lay) {
	w := s.World()
	s.Board.Place(w, l)
	if s.Rules.OOFirst {
		return
	}
	shape := w.TileShape(l.Tile, l.Turn)
	for _, st := range s.Board.Stations {
		if st.Hex == l.Hex && shape.Edges[st.Stop] == 0 && Company(st.Owner).Minor() && s.HomeOf(Company(st.Owner)).id == l.Hex {
			s.Board.Swap(l.Hex, st.Stop, bits.TrailingZeros8(s.stopsWithTrack(l)))
			return
		}
	}
}

// stopsWithTrack returns the stops of a lay that track reaches, one bit each.
func (s *State) stopsWithTrack(l track.Lay) uint8 {
	var stops uint8
	for _, at := range s.World().TileShape(l.Tile, l.Turn).Stops {
		stops |= at
	}
	return stops
}

// HomeOf returns the place where a minor begins.
func (s *State) HomeOf(c Company) *Home { return &Companies[c].Homes[s.Edition().Index] }

// StopName returns the name of a stop in orders.
func (s *State) StopName(p track.Place) string {
	g := s.Words()
	return g.City(p)
}

// HexName returns the name of a hex in orders.
func (s *State) HexName(id track.HexID) string { return s.World().Map.Hexes[id].Name }

// Tile returns a tile of the set.
func (s *State) Tile(id track.TileID) *track.Tile { return &s.World().Set.Tiles[id] }

func colourSay(name, colour string) engine.Arg { return engine.Term(name, key.ColourOf+colour) }
