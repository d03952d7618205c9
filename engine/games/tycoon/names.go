package tycoon

import (
	"strings"

	"railpost/engine"
	"railpost/engine/rail/hex"
)

// How messages and orders name cities, hexes, sides, colours and cubes.

// citySay names a city: its name is never translated.
func (b *Book) citySay(name string, c City) engine.Arg { return engine.Text(name, b.Cities[c].Name) }

// CitiesSay names several cities.
func (b *Book) CitiesSay(name string, list []City) engine.Arg {
	return engine.SeveralOf(name, list, b.citySay)
}

// CityArg names a city in a message as "city".
func (s *State) CityArg(at City) engine.Arg { return s.PlaceArg("city", at) }

// PlaceArg names a city in a message under a name.
func (s *State) PlaceArg(name string, at City) engine.Arg { return s.book.citySay(name, at) }

// ColourArg names a colour in a message.
func ColourArg(name string, c Colour) engine.Arg {
	return engine.Term(name, "tycoon.colour."+c.String())
}

// CubesArg lists cubes in a message: "2 red and 1 blue".
func CubesArg(name string, cubes Cubes) engine.Arg {
	var parts []engine.Arg
	for c := Red; c <= Colours; c++ {
		if n := cubes.Of(c); n > 0 {
			parts = append(parts, engine.Say("", engine.Msg("tycoon.cubes", engine.Int("n", n), ColourArg("colour", c))))
		}
	}
	return engine.Several(name, parts...)
}

// HexArg names a hex in a message.
func (s *State) HexArg(name string, at Spot) engine.Arg { return engine.Text(name, s.HexName(at)) }

func (s *State) HexName(at Spot) string { return s.book.Hexes[at].At.String() }

// Directions are the words for sides in orders, by hex.Edge.
var Directions = [hex.Edges]string{"sw", "w", "nw", "ne", "e", "se"}

// SideArg is a side as a word of a sentence.
func SideArg(name string, e hex.Edge) engine.Arg {
	return engine.Term(name, "tycoon.side."+Directions[e])
}

// PlaceSay names a city by its name and another hex by that of the hex.
func (s *State) PlaceSay(name string, at Spot) engine.Arg {
	return engine.Text(name, s.spotText(at))
}

// spotText is how an order names a hex.
func (s *State) spotText(at Spot) string {
	if c := s.book.Hexes[at].City; c != NoCity {
		return s.book.Cities[c].Name
	}
	return s.HexName(at)
}

// SidesRound are the sides as they are read out: clockwise from the north-east.
var SidesRound = [hex.Edges]hex.Edge{3, 4, 5, 0, 1, 2}

// SidesWith are the sides of which something is true, by name.
func (s *State) SidesWith(is func(hex.Edge) bool) (list []engine.Arg) {
	for _, e := range SidesRound {
		if is(e) {
			list = append(list, SideArg("", e))
		}
	}
	return list
}

// HexNames are the hexes of a link in order: "N18 M19 M21".
func (s *State) HexNames(l *Link) string {
	var names []string
	for _, at := range s.book.ChainSpots(l) {
		names = append(names, s.HexName(at))
	}
	return strings.Join(names, " ")
}
