package tycoon

import (
	"strings"

	"railpost/engine/rail/hex"
)

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
