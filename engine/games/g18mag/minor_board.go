package g18mag

import (
	"math/bits"

	"railpost/engine"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// owner is the owner of a company's stations on the board.
func owner(c Company) track.Owner { return track.Owner(c) }

// words are how orders speak of the board.
func (s *State) words() trackword.Ground {
	return trackword.Ground{World: s.world(), Board: &s.Board, Title: "18mag", Sections: &sections, Company: ownerSay}
}

var sections = trackword.Sections{
	Map: "III.1", Colour: "VI.3.3", Piece: "VI.3.2", Faces: "VI.3.3.1", First: "VI.3.2", Upgrade: "VI.3.3",
	Exits: "VI.3.2", Network: "VI.3.2", Station: "VI.3.4",
}

func ownerSay(name string, o track.Owner) engine.Arg { return companySay(name, Company(o)) }

// placeTile lays a tile. A home station on a bare hex comes to the city that has
// track (VI.3.2), even where a major stood in the city before it.
func (s *State) placeTile(l track.Lay) {
	w := s.world()
	s.Board.Place(w, l)
	if s.Rules.OOFirst {
		return
	}
	shape := w.TileShape(l.Tile, l.Turn)
	for _, st := range s.Board.Stations {
		if st.Hex == l.Hex && shape.Edges[st.Stop] == 0 && s.homeOf(Company(st.Owner)) == l.Hex {
			s.Board.Swap(l.Hex, st.Stop, bits.TrailingZeros8(s.stopsWithTrack(l)))
			return
		}
	}
}

// stopsWithTrack are the stops of a lay that track reaches, one bit each.
func (s *State) stopsWithTrack(l track.Lay) uint8 {
	var stops uint8
	for _, at := range s.world().TileShape(l.Tile, l.Turn).Stops {
		stops |= at
	}
	return stops
}

// homeOf is the hex in which a minor begins; track.NoHex for a major.
func (s *State) homeOf(c Company) track.HexID {
	if !c.minor() {
		return track.NoHex
	}
	id, ok := s.world().Map.Find(companies[c].homes[s.edition().index].hex)
	if !ok {
		return track.NoHex
	}
	return id
}

// stopName is how orders name a stop, hexName a hex.
func (s *State) stopName(p track.Place) string {
	g := s.words()
	return g.City(p)
}

func (s *State) hexName(id track.HexID) string { return s.world().Map.Hexes[id].Name }

func (s *State) tile(id track.TileID) *track.Tile { return &s.world().Set.Tiles[id] }

// kindSay names what a hex is: "18mag.kind.city_oo".
func (s *State) kindSay(h track.HexID) engine.Arg {
	g := s.words()
	return g.Kind(h)
}

func colourSay(name, colour string) engine.Arg { return engine.Term(name, "18mag.colour."+colour) }
