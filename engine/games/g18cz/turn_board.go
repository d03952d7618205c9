package g18cz

import (
	"math/bits"
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// The board during turns: circles kept free for homes (VIII.6), and placing tiles.

// Words reads and writes the places and tiles of orders.
func (s *State) Words() trackword.Ground {
	return trackword.Ground{World: s.World(), Board: &s.Board, Title: "18cz", Sections: &sections, Company: ownerSay}
}

var sections = trackword.Sections{
	Map: "II", Colour: "VIII.5", Piece: "VIII.5", Faces: "VIII.5", First: "VIII.4", Upgrade: "VIII.5",
	Exits: "VIII.5", Network: "VIII.5", Station: "VIII.6",
}

func ownerSay(name string, o track.Owner) engine.Arg { return CompanySay(name, Company(o)) }

// HexName is the name of a hex: "E12".
func (s *State) HexName(id track.HexID) string { return s.World().Map.Hexes[id].Name }

// Tile is the tile with an id.
func (s *State) Tile(id track.TileID) *track.Tile { return &s.World().Set.Tiles[id] }

// citySay names a city by the word of orders.
func citySay(s *State, name string, p track.Place) engine.Arg {
	g := s.Words()
	return engine.Text(name, g.City(p))
}

// choosesHome reports whether the director of a corporation chooses its home: the hex of
// its red tile, or the city of B9 (VIII.4).
func choosesHome(c Company) bool { return c.Size() == Large || Book.Companies[c].City == NoCity }

// homeHex is the home of a corporation that has only one.
func homeHex(s *State, c Company) track.HexID {
	if c.Size() == Large {
		return track.NoHex
	}
	h, ok := s.World().Map.Find(s.HomesOf(c)[0])
	if !ok {
		return track.NoHex
	}
	return h
}

// HomeCity is the city in which a corporation begins: the one with the exits of the printed home (VIII.6). ok
// is false if its director chooses.
func (s *State) HomeCity(c Company) (p track.Place, ok bool) {
	h := homeHex(s, c)
	if choosesHome(c) || h == track.NoHex {
		return track.Place{}, false
	}
	return track.Place{Hex: h, Stop: homeStop(s, c, s.Board.Shape(s.World(), h))}, true
}

// homeStop is the stop of a corporation's home hex that has the exits of its printed city, on a tile or in print.
func homeStop(s *State, c Company, shape *track.Shape) int {
	exits := s.World().Printed(homeHex(s, c)).Edges[Book.Companies[c].City]
	if exits == 0 {
		return 0
	}
	return slices.IndexFunc(shape.Edges[:], func(edges uint8) bool { return exits&^edges == 0 })
}

// Awaited reports whether the home station may still come.
func (it *Corporation) Awaited() bool { return it.In && !it.Gone && !it.Home }

// keptCircles are the circles of a home hex that are kept free, as the stations
// that come there, if it shows some track (VIII.6, R22). In a city with the homes of
// several corporations each has a circle of its own, in the order of the cities
// that were joined (Praha).
func keptCircles(s *State, h track.HexID, shape *track.Shape) (list []track.Station) {
	now := s.Board.Shape(s.World(), h)
	joined, before := map[int]int{}, map[int]int{} // homes by city of the shape, and in the present
	homes := homesIn(s, h)
	for _, c := range homes {
		before[homeStop(s, c, now)]++
	}
	for _, c := range homes {
		city := track.Place{Hex: h, Stop: homeStop(s, c, now)}
		stop := homeStop(s, c, shape)
		slot := joined[stop]
		joined[stop]++
		if !s.Companies[c].Awaited() {
			continue
		}
		if free := s.Board.Free(s.World(), city); before[city.Stop] > 1 && free&(1<<slot) == 0 {
			slot = bits.TrailingZeros(free) // they were joined in the other order
		}
		list = append(list, track.Station{Owner: Owner(c), Hex: h, Stop: stop, Slot: slot})
	}
	return list
}

// homesIn are the corporations of this game with a home city in a hex, whether
// their stations are awaited or not, in the order of the cities.
func homesIn(s *State, h track.HexID) (list []Company) {
	for c := range Company(len(s.Companies)) {
		if s.Companies[c].In && !choosesHome(c) && homeHex(s, c) == h {
			list = append(list, c)
		}
	}
	shape := s.Board.Shape(s.World(), h)
	slices.SortStableFunc(list, func(a, b Company) int { return homeStop(s, a, shape) - homeStop(s, b, shape) })
	return list
}

// KeptIn are the corporations for which a circle of a city is kept free.
func (s *State) KeptIn(p track.Place) (list []Company) {
	for _, kept := range keptCircles(s, p.Hex, s.Board.Shape(s.World(), p.Hex)) {
		if kept.Place() == p {
			list = append(list, Company(kept.Owner))
		}
	}
	return list
}

// circleFor is the circle of a city that a corporation takes: the one kept for it, or the lowest free one that
// is not kept. ok is false if there is none.
func circleFor(s *State, c Company, p track.Place) (slot int, ok bool) {
	free := s.Board.Free(s.World(), p)
	for _, kept := range keptCircles(s, p.Hex, s.Board.Shape(s.World(), p.Hex)) {
		switch {
		case kept.Place() != p:
		case kept.Owner == Owner(c):
			return kept.Slot, true
		default:
			free &^= 1 << kept.Slot
		}
	}
	return bits.TrailingZeros(free), free != 0
}

// addStation places a station of a corporation in the circle that it takes.
func addStation(s *State, c Company, p track.Place) {
	slot, _ := circleFor(s, c, p)
	s.Board.AddStation(Owner(c), p, slot)
}

// closedTo returns a *Refusal when a corporation must not take a free circle of a city:
// it is kept for another one, or ATE has not chosen its city (VIII.6).
func closedTo(s *State, c Company, p track.Place) error {
	for other := range Company(len(s.Companies)) {
		if other != c && s.Companies[other].Awaited() && Book.Companies[other].City == NoCity && p.Hex == homeHex(s, other) {
			return engine.Forbid("VIII.6", key.NoBeforeHome, citySay(s, "city", p), CompanySay("company", other))
		}
	}
	if _, ok := circleFor(s, c, p); !ok {
		return engine.Forbid("VIII.6", key.NoKept, citySay(s, "city", p), companyList("companies", s.KeptIn(p)))
	}
	return nil
}

// placeTile lays a tile. Circles that are kept for homes stay free. A station in a
// hex without track, of several cities, is lifted: the player who lays the tile
// says to which city it goes (VIII.5, R21).
func placeTile(s *State, l track.Lay) {
	w := s.World()
	bare := s.Board.Shape(w, l.Hex).Exits == 0
	s.Board.Place(w, l, keptCircles(s, l.Hex, w.TileShape(l.Tile, l.Turn))...)
	if bare && len(s.Tile(l.Tile).Stops) > 1 {
		liftStation(s, l.Hex)
	}
}

// liftStation removes the station of a hex; there is at most one (VIII.6).
func liftStation(s *State, h track.HexID) {
	i := slices.IndexFunc(s.Board.Stations, func(st track.Station) bool { return st.Hex == h })
	if i >= 0 {
		s.Lifted = &LiftedStation{Owner: Company(s.Board.Stations[i].Owner), Hex: h}
		s.Board.TakeStation(i)
	}
}

func citiesIn(s *State, h track.HexID) (list []track.Place) {
	for i, stop := range s.Board.Stops(s.World(), h) {
		if stop.Slots > 0 {
			list = append(list, track.Place{Hex: h, Stop: i})
		}
	}
	return list
}

// stationOf is the first station of a corporation on the map, as an index, or -1.
func stationOf(s *State, c Company) int {
	return slices.IndexFunc(s.Board.Stations, func(st track.Station) bool { return st.Owner == Owner(c) })
}

// stationIn is a corporation's station in a city, as an index, or -1.
func stationIn(s *State, c Company, p track.Place) int {
	return slices.IndexFunc(s.Board.Stations, func(st track.Station) bool { return st.Owner == Owner(c) && st.Place() == p })
}

// takeOff takes a station off the map, as one that the buyer may place again.
func takeOff(s *State, tx *engine.Tx, buyer Company, i int) {
	tx.Report(key.ReportTakenOff, CompanySay("company", buyer), citySay(s, "city", s.Board.Stations[i].Place()))
	s.Board.TakeStation(i)
	s.Companies[buyer].addStations(1)
}

// addStations adds stations of a corporation that was taken over.
func (it *Corporation) addStations(n int) {
	it.TokenCosts = slices.Concat(it.TokenCosts, slices.Repeat([]int{TakenPrice}, n))
}

// doubled is a hex with stations of a corporation and of the one that it takes over, in different cities. If
// both are in one city, one is removed without a question.
func doubled(s *State, c Company) (track.HexID, bool) {
	if s.Merging == nil {
		return track.NoHex, false
	}
	for _, st := range s.Board.Stations {
		if st.Owner != Owner(s.Merging.Seller) || stationIn(s, c, st.Place()) >= 0 {
			continue
		}
		if _, own := s.Board.Own(Owner(c), st.Hex); own {
			return st.Hex, true
		}
	}
	return track.NoHex, false
}
