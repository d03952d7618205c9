package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/rail/hex"
)

// origin is a city or an own open end where chains begin.
type origin struct {
	City tycoon.City // where the whole chain begins
	Open int         // index into State.Open, or NoOpen
	Spot tycoon.Spot
}

// origins returns all places where a player may begin a chain: the cities, then the own
// open ends.
func origins(s *tycoon.State, seat engine.Seat) []origin {
	list := make([]origin, 0, len(s.Book().Cities)+len(s.Open))
	for c := range s.Book().Cities {
		list = append(list, origin{tycoon.City(c), tycoon.NoOpen, s.Book().Cities[c].Spot})
	}
	for i := range s.Open {
		if l := &s.Open[i]; l.Owner == seat {
			list = append(list, origin{l.From, i, s.OpenAt(i)})
		}
	}
	return list
}

// originsAt returns the origins that an order may mean by its start.
func originsAt(s *tycoon.State, seat engine.Seat, start tycoon.Spot) []origin {
	city := s.Book().Hexes[start].City
	return slices.DeleteFunc(origins(s, seat), func(o origin) bool {
		return o.Spot != start && (city == tycoon.NoCity || o.City != city)
	})
}

// plan returns a plan from an origin.
func (o origin) plan(w tycoon.Way) tycoon.Plan {
	if o.Open == tycoon.NoOpen {
		return tycoon.FromCity(o.City, w)
	}
	return tycoon.FromEnd(o.Open, w)
}

// byHex lists the sides of a hex in the order of the hexes beyond them: row by row from
// north to south, west to east.
var byHex = [hex.Edges]hex.Edge{2, 3, 1, 4, 0, 5}

// sidesOut returns the sides over which a chain may leave an origin, in the order of
// the hexes beyond them.
func sidesOut(s *tycoon.State, o origin) []hex.Edge {
	if o.Open != tycoon.NoOpen {
		return []hex.Edge{s.Open[o.Open].Way.Last()}
	}
	return slices.DeleteFunc(slices.Clone(byHex[:]), func(e hex.Edge) bool { return !s.MayLeave(o.City, e) })
}
