package sheet

import (
	"railpost/engine"
	"railpost/engine/track"
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
		list = append(list, remark("reaches", engine.Several("places", places...)))
	}
	h, lay := c.Laid()
	if !lay {
		return list
	}
	if places := c.towards(h, had); len(places) > 0 {
		list = append(list, remark("towards", engine.Several("places", places...)))
	}
	if old, now := c.Was.best(h), c.Is.best(h); now != old && old > 0 {
		list = append(list, remark("value", engine.Text("place", c.Is.PlaceWord(h)), engine.Int("n", now), engine.Int("old", old)))
	}
	return list
}

// towards: places beside a tile that its new exits lead to, and that are not
// reached yet.
func (c Change) towards(h track.HexID, had map[track.HexID]bool) (places []engine.Arg) {
	w := c.Is.World
	fresh := c.Is.Board.Shape(w, h).Exits &^ c.Was.Board.Shape(w, h).Exits
	for _, n := range w.Map.Neighbours(h, fresh) {
		if !had[n] && len(c.Is.Board.Stops(w, n)) > 0 {
			places = append(places, Text(c.Is.PlaceWord(n)))
		}
	}
	return places
}

// best is the highest value of the stops of a hex.
func (b *Board) best(h track.HexID) int {
	most := 0
	for i := range b.Board.Stops(b.World, h) {
		most = max(most, b.Worth(track.Place{Hex: h, Stop: i}))
	}
	return most
}
