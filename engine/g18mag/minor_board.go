package g18mag

import (
	"math/bits"

	"railpost/engine"
	"railpost/engine/hex"
	"railpost/engine/track"
)

// owner is the owner of a company's stations on the board.
func owner(c Company) track.Owner { return track.Owner(c) }

// layFault says why the operating minor may not lay a tile; money and the number
// of actions aside.
func (s *State) layFault(l track.Lay) track.Fault {
	return s.Board.Check(s.world(), owner(s.company()), s.colours(), l)
}

// lays are the lays the board allows the operating minor, those left out that
// the turn or the treasury forbid.
func (s *State) lays() []track.Lay {
	var list []track.Lay
	for _, l := range s.Board.Lays(s.world(), owner(s.company()), s.colours()) {
		if s.tileRule(l.Tile) == nil && s.canPayLay(l, s.hasToken()) == nil {
			list = append(list, l)
		}
	}
	return list
}

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

// stopName is how orders name a stop: "G16", and "G14.2" where the hex has
// several cities.
func (s *State) stopName(p track.Place) string {
	name := s.hexName(p.Hex)
	if len(s.Board.Stops(s.world(), p.Hex)) > 1 {
		name += "." + string(rune('1'+p.Stop))
	}
	return name
}

// reached names the hexes of the stops that the network of a company meets.
func (s *State) reached(name string, c Company) engine.Arg {
	var parts []engine.Arg
	for _, p := range s.Board.Reach(s.world(), owner(c)).Places() {
		parts = append(parts, engine.Text("", s.stopName(p)))
	}
	return engine.Several(name, parts...)
}

// edgeNames names the hexes behind some edges of a hex; "?" beyond the map.
func (s *State) edgeNames(h track.HexID, edges uint8) []string {
	m := s.world().Map
	var names []string
	for e := range hex.Edges {
		if edges&(1<<e) == 0 {
			continue
		}
		name := "?"
		if to := m.Hexes[h].Neighbour[e]; to != track.NoHex {
			name = m.Hexes[to].Name
		}
		names = append(names, name)
	}
	return names
}

// turned are exits after so many turns of 60 degrees clockwise.
func turned(exits uint8, turn int) uint8 {
	twice := uint16(exits) << turn
	return uint8((twice | twice>>hex.Edges) & (1<<hex.Edges - 1))
}
