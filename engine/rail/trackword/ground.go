// Package trackword reads and writes the words of 18xx orders about the board: hexes and cities, tiles,
// orientations. It refuses what the board forbids, and lists what it allows.
//
// A title provides a Ground: its board, the prefix of its message keys, the sections of its rules; and a Layer
// or a Placer for the acting company, with the parts that only the title knows: money, the rest of the turn,
// reservations. A refusal KEY is the title's sentence "TITLE.no.KEY".
package trackword

import (
	"railpost/engine"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/track"
)

// Ground is a board with the words of a title.
type Ground struct {
	World    *track.World
	Board    *track.Board
	Title    string // "18mag": what its message keys begin with
	Sections *Sections
	// Company names the owner of a station.
	Company func(name string, o track.Owner) engine.Arg
}

// Sections of the title's rules that refusals name.
type Sections struct {
	Map     string // position of hexes
	Colour  string // colours that may be laid
	Piece   string // the supply of tiles
	Faces   string // pieces with two faces
	First   string // first tiles
	Upgrade string // tiles that replace others
	Exits   string // where exits may lead
	Network string // connections required
	Station string // stations
}

// key is a message key of the title.
func (g *Ground) key(rest string) string { return g.Title + "." + rest }

// forbid builds the refusal of a rule: "18mag.no.KEY".
func (g *Ground) forbid(rule, key string, args ...engine.Arg) *engine.Refusal {
	return engine.Forbid(rule, g.key("no."+key), args...)
}

// unread builds the refusal of a word.
func (g *Ground) unread(tok engine.Token, rule, key string, args ...engine.Arg) *engine.Refusal {
	return &engine.Refusal{
		Kind: engine.NotUnderstood, Column: tok.Column, Length: len([]rune(tok.Text)), Rule: rule,
		Why: engine.Msg(g.key("no."+key), args...),
	}
}

// Hex returns the name of a hex.
func (g *Ground) Hex(id track.HexID) string { return g.World.Map.Hexes[id].Name }

// Number returns the number of a tile.
func (g *Ground) Number(id track.TileID) string { return g.World.Set.Tiles[id].Number }

// Kind names the kind of a hex: "18mag.kind.city_oo".
func (g *Ground) Kind(h track.HexID) engine.Arg {
	return engine.Term("kind", g.key("kind."+g.World.Map.Hexes[h].Kind))
}

// Colour names a colour of tiles: "18mag.colour.green".
func (g *Ground) Colour(name, colour string) engine.Arg {
	return engine.Term(name, g.key("colour."+colour))
}

// City returns how orders name a stop: "G16", or "G14.2" if the hex has several.
func (g *Ground) City(p track.Place) string {
	name := g.Hex(p.Hex)
	if len(g.Board.Stops(g.World, p.Hex)) > 1 {
		name += "." + string(rune('1'+p.Stop))
	}
	return name
}

// Edges names the hexes across some edges of a hex; "?" off the map.
func (g *Ground) Edges(h track.HexID, edges uint8) []string {
	m := g.World.Map
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

// Reached names the stops that the network of an owner meets.
func (g *Ground) Reached(name string, o track.Owner) engine.Arg {
	return g.cities(name, g.Board.Reach(g.World, o).Places())
}

// Owners names the companies with a station in a city.
func (g *Ground) Owners(name string, p track.Place) engine.Arg {
	return engine.SeveralOf(name, g.Board.In(p), func(name string, st track.Station) engine.Arg { return g.Company(name, st.Owner) })
}

func (g *Ground) cities(name string, list []track.Place) engine.Arg {
	return engine.SeveralOf(name, list, func(name string, p track.Place) engine.Arg { return engine.Text(name, g.City(p)) })
}
