package tycoon

import (
	"railpost/engine"
	"railpost/engine/rail/hex"
	"strings"
)

// How messages and orders name cities, hexes, sides, colours and cubes.

// citySay names a city: its name is never translated.
func (b *Book) citySay(name string, c City) engine.Arg { return engine.Text(name, b.Cities[c].Name) }

// citiesSay names several cities.
func (b *Book) citiesSay(name string, list []City) engine.Arg {
	return engine.SeveralOf(name, list, b.citySay)
}

// cityArg names a city in a message as "city".
func (s *State) cityArg(at City) engine.Arg { return s.placeArg("city", at) }

// placeArg names a city in a message under a name.
func (s *State) placeArg(name string, at City) engine.Arg { return s.book.citySay(name, at) }

// colourArg names a colour in a message.
func colourArg(name string, c Colour) engine.Arg {
	return engine.Term(name, "tycoon.colour."+c.String())
}

// cubesArg lists cubes in a message: "2 red and 1 blue".
func cubesArg(name string, cubes Cubes) engine.Arg {
	var parts []engine.Arg
	for c := Red; c <= Colours; c++ {
		if n := cubes.Of(c); n > 0 {
			parts = append(parts, engine.Say("", engine.Msg("tycoon.cubes", engine.Int("n", n), colourArg("colour", c))))
		}
	}
	return engine.Several(name, parts...)
}

// hexArg names a hex in a message.
func (s *State) hexArg(name string, at Spot) engine.Arg { return engine.Text(name, s.hexName(at)) }

func (s *State) hexName(at Spot) string { return s.book.Hexes[at].At.String() }

// directions are the words for sides in orders, by hex.Edge.
var directions = [hex.Edges]string{"sw", "w", "nw", "ne", "e", "se"}

// sideArg is a side as a word of a sentence.
func sideArg(name string, e hex.Edge) engine.Arg {
	return engine.Term(name, "tycoon.side."+directions[e])
}

// placeSay names a city by its name and another hex by that of the hex.
func (s *State) placeSay(name string, at Spot) engine.Arg {
	return engine.Text(name, s.spotText(at))
}

// spotText is how an order names a hex.
func (s *State) spotText(at Spot) string {
	if c := s.book.Hexes[at].City; c != NoCity {
		return s.book.Cities[c].Name
	}
	return s.hexName(at)
}

// sidesRound are the sides as they are read out: clockwise from the north-east.
var sidesRound = [hex.Edges]hex.Edge{3, 4, 5, 0, 1, 2}

// sidesWith are the sides of which something is true, by name.
func (s *State) sidesWith(is func(hex.Edge) bool) (list []engine.Arg) {
	for _, e := range sidesRound {
		if is(e) {
			list = append(list, sideArg("", e))
		}
	}
	return list
}

// hexNames are the hexes of a link in order: "N18 M19 M21".
func (s *State) hexNames(l *Link) string {
	var names []string
	for _, at := range s.book.chainSpots(l) {
		names = append(names, s.hexName(at))
	}
	return strings.Join(names, " ")
}
