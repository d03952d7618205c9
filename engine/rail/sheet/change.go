package sheet

import (
	"railpost/engine"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/key"
	"railpost/engine/rail/track"
)

// Change is a board before and after an order, for remarks.
type Change struct{ Was, Is *Board }

// Laid is the hex on which the order laid a tile.
func (c Change) Laid() (track.HexID, bool) {
	for h, l := range c.Is.Board.Laid {
		if l != c.Was.Board.Laid[h] {
			return track.HexID(h), true
		}
	}
	return track.NoHex, false
}

// Reach says which places the network of an owner meets anew, which ones new track
// leads towards, and what a stop that is upgraded is worth.
func (c Change) Reach(o track.Owner) []engine.Message {
	var list []engine.Message
	had := map[track.HexID]bool{}
	for _, p := range c.Was.Reached(o, true) {
		had[p.Hex] = true
	}
	var places []engine.Arg
	for _, p := range c.Is.Reached(o, true) {
		if !had[p.Hex] {
			had[p.Hex] = true
			places = append(places, Text(c.Is.PlaceWord(p.Hex)))
		}
	}
	if len(places) > 0 {
		list = append(list, engine.Msg(key.RemarkReaches, engine.Several("places", places...)))
	}
	h, lay := c.Laid()
	if !lay {
		return list
	}
	if places := c.towards(h, had); len(places) > 0 {
		list = append(list, engine.Msg(key.RemarkTowards, engine.Several("places", places...)))
	}
	if old, now := c.Was.best(h), c.Is.best(h); now != old && old > 0 {
		list = append(list, engine.Msg(key.RemarkValue, engine.Text("place", c.Is.PlaceWord(h)), engine.Int("n", now), engine.Int("old", old)))
	}
	return list
}

// towards: places beside a tile that its new exits lead to, that are not reached
// yet and can be with the tiles of the present phase.
func (c Change) towards(h track.HexID, had map[track.HexID]bool) (places []engine.Arg) {
	w := c.Is.World
	fresh := c.Is.Board.Shape(w, h).Exits &^ c.Was.Board.Shape(w, h).Exits
	for e, n := range w.Map.Hexes[h].Neighbour {
		if fresh&(1<<e) != 0 && n != track.NoHex && !had[n] && len(c.Is.Board.Stops(w, n)) > 0 && c.Is.opens(n, hex.Edge(e).Opposite()) {
			places = append(places, Text(c.Is.PlaceWord(n)))
		}
	}
	return places
}

// opens says whether a hex has an exit on a side, or gets one with a tile of the
// present phase.
func (b *Board) opens(h track.HexID, e hex.Edge) bool {
	if b.Board.Shape(b.World, h).Exits&(1<<e) != 0 {
		return true
	}
	for _, u := range b.Board.Upgrades(b.World, h) {
		for turn := range hex.Edges {
			l := track.Lay{Hex: h, Tile: u.To, Turn: turn}
			if b.World.Exits(l)&(1<<e) != 0 && b.Board.Fits(b.World, b.Colours, l).Why == track.Legal {
				return true
			}
		}
	}
	return false
}

// best is the highest value of the stops of a hex.
func (b *Board) best(h track.HexID) int {
	most := 0
	for i := range b.Board.Stops(b.World, h) {
		most = max(most, b.Worth(track.Place{Hex: h, Stop: i}))
	}
	return most
}
