package sheet

import (
	"railpost/engine"
	"railpost/engine/board"
	"railpost/engine/rail/key"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// Card is how a card shows an order after which the board is this one: a tile with its picture, or a station.
func (b *Board) Card(act engine.Act) (c engine.Card) {
	switch act.Verb {
	case "lay":
		h := trackword.LayOf(act.Args).Hex
		t := b.tileFacts(h)
		for i := range t.Stops { // alike wherever it lies
			for j := range t.Stops[i].Slots {
				t.Stops[i].Slots[j] = board.Slot{Owner: board.NoOwner, Kept: board.NoOwner}
			}
		}
		exits := engine.SeveralOf("exits", b.World.Map.Neighbours(h, b.Board.Shape(b.World, h).Exits), func(_ string, n track.HexID) engine.Arg {
			return Text(b.Hex(n))
		})
		c.Says = engine.Msg(key.CardLay, engine.Text("tile", t.Number), b.Colour("colour", t.Colour), b.placed(track.Place{Hex: h}, b.Hex(h)), exits)
		c.Tile = &t
	case "token":
		p := engine.Get[track.Place](act.Args, 0)
		c.Says = engine.Msg(key.CardStation, b.placed(p, b.City(p)))
	}
	return c
}

// placed is a hex with the name of its place: "Szeged, D5".
func (b *Board) placed(p track.Place, hex string) engine.Arg {
	if place := b.hexAt(p.Hex).Place; place != "" {
		hex = place + ", " + hex
	}
	return engine.Text("place", hex)
}
