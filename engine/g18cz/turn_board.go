package g18cz

import (
	"math/bits"
	"slices"

	"railpost/engine"
	"railpost/engine/track"
	"railpost/engine/trackword"
)

// The board as the turns see it: what is kept free for homes (7.6), how tiles
// come to lie.

// words are how orders speak of the board.
func (s *State) words() trackword.Ground {
	return trackword.Ground{World: s.world(), Board: &s.Board, Title: "18cz", Sections: &sections, Company: ownerSay}
}

var sections = trackword.Sections{
	Map: "8.1", Colour: "7.4.1", Piece: "7.4.1", Faces: "7.4.1", First: "7.4.2", Upgrade: "7.4.2",
	Exits: "7.4.3", Network: "7.4.5", Station: "7.6",
}

func ownerSay(name string, o track.Owner) engine.Arg { return companySay(name, Company(o)) }

func (s *State) hexName(id track.HexID) string { return s.world().Map.Hexes[id].Name }

func (s *State) tile(id track.TileID) *track.Tile { return &s.world().Set.Tiles[id] }

// citySay names a city as orders do.
func (s *State) citySay(name string, p track.Place) engine.Arg {
	g := s.words()
	return engine.Text(name, g.City(p))
}

// choosesHome says whether the director of a corporation says where it begins:
// the hex of its red tile, or the city of B9 (7.3).
func choosesHome(c Company) bool { return companies[c].size == large || companies[c].city == noCity }

// homeHex is the home of a corporation that has one only.
func (s *State) homeHex(c Company) track.HexID {
	if companies[c].size == large {
		return track.NoHex
	}
	h, ok := s.world().Map.Find(s.homesOf(c)[0])
	if !ok {
		return track.NoHex
	}
	return h
}

// homeCity is the city in which a corporation begins: that which holds the exits
// of the printed one (7.3). ok is false where its director chooses.
func (s *State) homeCity(c Company) (p track.Place, ok bool) {
	if choosesHome(c) {
		return track.Place{}, false
	}
	p = track.Place{Hex: s.homeHex(c)}
	if p.Hex == track.NoHex {
		return p, false
	}
	w := s.world()
	if exits := w.Printed(p.Hex).Edges[companies[c].city]; exits != 0 {
		p.Stop = slices.IndexFunc(s.Board.Shape(w, p.Hex).Edges[:], func(edges uint8) bool { return exits&^edges == 0 })
	}
	return p, true
}

// awaited says whether the home station of a corporation may still come.
func (s *State) awaited(c Company) bool {
	it := &s.Companies[c]
	return it.In && !it.Gone && !it.Home
}

// keptIn are the corporations for which a circle of a city is kept free, in the
// order of the cities that are printed.
func (s *State) keptIn(p track.Place) []Company {
	var list []Company
	for c := range Company(len(s.Companies)) {
		if home, ok := s.homeCity(c); ok && home == p && s.awaited(c) {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b Company) int { return companies[a].city - companies[b].city })
	return list
}

// circle is the circle of a city that a corporation takes: the one kept for it, or
// the lowest that is not kept. Kept ones are the lowest that are free. ok is false
// where there is none.
func (s *State) circle(c Company, p track.Place) (slot int, ok bool) {
	kept := s.keptIn(p)
	skip := slices.Index(kept, c)
	if skip < 0 {
		skip = len(kept)
	}
	free := s.Board.Free(s.world(), p)
	for range skip {
		free &= free - 1
	}
	return bits.TrailingZeros(free), free != 0
}

// station places a station in the circle that is a corporation's.
func (s *State) station(c Company, p track.Place) {
	slot, _ := s.circle(c, p)
	s.Board.AddStation(owner(c), p, slot)
}

// closed says what forbids a free circle of a city to a corporation: it is kept
// for another, or ATE has not chosen its city (7.6, 8.6).
func (s *State) closed(c Company, p track.Place) error {
	for other := range Company(len(s.Companies)) {
		if other != c && s.awaited(other) && companies[other].city == noCity && p.Hex == s.homeHex(other) {
			return engine.Forbid("8.6", "18cz.no.before-home", s.citySay("city", p), companySay("company", other))
		}
	}
	if _, ok := s.circle(c, p); !ok {
		return engine.Forbid("7.6", "18cz.no.kept", s.citySay("city", p), companyList("companies", s.keptIn(p)))
	}
	return nil
}

// placeTile lays a tile. Circles that are kept for homes stay free. A station in a
// hex without track, of several cities, is lifted: whoever lays the tile says to
// which city it goes (8.6, R21).
func (s *State) placeTile(l track.Lay) {
	w := s.world()
	var kept []int
	for i := range s.Board.Stops(w, l.Hex) {
		for range s.keptIn(track.Place{Hex: l.Hex, Stop: i}) {
			kept = append(kept, i)
		}
	}
	bare := s.Board.Shape(w, l.Hex).Exits == 0
	s.Board.Place(w, l, kept...)
	if bare && len(s.tile(l.Tile).Stops) > 1 {
		s.lift(l.Hex)
	}
}

// lift takes up the station of a hex; there is one at most (8.6).
func (s *State) lift(h track.HexID) {
	i := slices.IndexFunc(s.Board.Stations, func(st track.Station) bool { return st.Hex == h })
	if i >= 0 {
		s.Lifted = &Lifted{Owner: Company(s.Board.Stations[i].Owner), Hex: h}
		s.Board.TakeStation(i)
	}
}
