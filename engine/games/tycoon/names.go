package tycoon

import (
	"strings"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// The names of cities, hexes, sides, colours and cubes in messages and orders.

// citySay returns the name of a city, which is never translated.
func (b *Book) citySay(name string, c City) engine.Arg { return engine.Text(name, b.Cities[c].Name) }

// CitiesSay returns the names of several cities.
func (b *Book) CitiesSay(name string, list []City) engine.Arg {
	return engine.SeveralOf(name, list, b.citySay)
}

// CityArg returns a city as the argument "city".
func (s *State) CityArg(at City) engine.Arg { return s.PlaceArg("city", at) }

// PlaceArg returns a city as an argument with this name.
func (s *State) PlaceArg(name string, at City) engine.Arg { return s.book.citySay(name, at) }

// ColourArg returns a colour as an argument.
func ColourArg(name string, c Colour) engine.Arg { return engine.Term(name, key.ColourOf+c.String()) }

// CubesArg returns a list of cubes: "2 red and 1 blue".
func CubesArg(name string, cubes Cubes) engine.Arg { return counted(name, key.Cubes, cubes) }

// TilesArg returns a list of city tiles.
func TilesArg(name string, tiles Cubes) engine.Arg { return counted(name, key.Tiles, tiles) }

// counted returns a list of the number of each colour.
func counted(name, say string, of Cubes) engine.Arg {
	var parts []engine.Arg
	for c := Red; c <= Colours; c++ {
		if n := of.Of(c); n > 0 {
			parts = append(parts, engine.Say("", engine.Msg(say, engine.Int("n", n), ColourArg("colour", c))))
		}
	}
	return engine.Several(name, parts...)
}

// HexArg returns a hex as an argument.
func (s *State) HexArg(name string, at Spot) engine.Arg { return engine.Text(name, s.book.HexName(at)) }

// HexName returns the name of a hex.
func (b *Book) HexName(at Spot) string { return b.Hexes[at].At.String() }

// Directions are the words for sides in orders, indexed by hex.Edge.
var Directions = [hex.Edges]string{"sw", "w", "nw", "ne", "e", "se"}

// SideArg returns a side as a word in a sentence.
func SideArg(name string, e hex.Edge) engine.Arg { return engine.Term(name, key.SideOf+Directions[e]) }

// PlaceSay names a city by its name, and any other hex by the name of the hex.
func (b *Book) PlaceSay(name string, at Spot) engine.Arg { return engine.Text(name, b.spotText(at)) }

// spotText returns how an order names a hex.
func (b *Book) spotText(at Spot) string {
	if c := b.Hexes[at].City; c != NoCity {
		return b.Cities[c].Name
	}
	return b.HexName(at)
}

// SidesRound are the sides in the order in which they are listed: clockwise from the
// north-east.
var SidesRound = [hex.Edges]hex.Edge{3, 4, 5, 0, 1, 2}

// SidesWith returns the names of the sides for which is returns true.
func SidesWith(is func(hex.Edge) bool) (list []engine.Arg) {
	for _, e := range SidesRound {
		if is(e) {
			list = append(list, SideArg("", e))
		}
	}
	return list
}

// HexNames returns the hexes of a link in order: "N18 M19 M21".
func (b *Book) HexNames(l *Link) string {
	return strings.Join(engine.Each(b.ChainSpots(l), b.HexName), " ")
}

// The words that orders may contain besides names and numbers. They decide what an order
// means, and no city of a board may be named by one of them. Changing them therefore takes a
// new version, and they stay with the rules instead of in the words files of languages.

// In the way of a build order.
var (
	// fillers have no meaning.
	fillers = map[string]bool{"and": true, "then": true, "via": true, "over": true, "through": true, "along": true, "from": true, "hex": true, "hexes": true}

	// arrows are synonyms of ">".
	arrows = map[string]bool{">": true, "to": true, "into": true, "towards": true, "toward": true, "until": true, "→": true, "⇒": true}

	// withWords begin the part after the way.
	withWords = map[string]bool{"with": true}

	// sideWords are the directions that are accepted, short and long.
	sideWords = func() map[string]hex.Edge {
		words := map[string]hex.Edge{}
		long := strings.NewReplacer("n", "north", "s", "south", "e", "east", "w", "west")
		for e, word := range Directions {
			words[word], words[long.Replace(word)] = hex.Edge(e), hex.Edge(e)
		}
		return words
	}()

	// noSides are directions that hexes do not have.
	noSides = map[string]bool{"n": true, "s": true, "north": true, "south": true}
)

const (
	grantWord       = "grant"
	engineeringWord = "engineering"
)

// useWords are the words for the cards used for a build order; those without a card are
// ignored.
var useWords = map[string]string{
	grantWord: grantWord, engineeringWord: engineeringWord, "engineer": engineeringWord,
	"government": "", "land": "", "perfect": "", "and": "", "with": "", "card": "", "cards": "", ",": "", "the": "", "using": "",
}

// In the path of a delivery.
var (
	// pathSigns may separate its cities.
	pathSigns = map[string]bool{">": true, "to": true, ",": true, ";": true, ":": true, "then": true}

	// overWords may precede a city or the owner of a link.
	overWords = map[string]bool{"via": true, "over": true, "through": true, "by": true, "on": true}

	// cubeWords may come between the colour of a cube and its city.
	cubeWords = map[string]bool{"cube": true, "from": true}
)

// In an order to upgrade the engine.
var (
	// levelWords may precede the level.
	levelWords = map[string]bool{"my": true, "the": true, "engine": true, "to": true, "level": true}

	// levelLeads must be followed by the level.
	levelLeads = map[string]bool{"to": true, "level": true}
)
