package sheet

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/key"
	"railpost/engine/rail/track"
)

// words describes some hexes of a drawing in words: each hex with something on it, the stops that its track
// joins and its neighbours; then the open ground.
func (b *Board) words(title engine.Message, hexes []track.HexID) engine.Block {
	block := engine.Block{Head: title, Lines: []engine.Message{b.gridSay(hexes)}}
	var ground []engine.Message // each kind of it, without its hexes
	bare := map[int][]engine.Arg{}
	for _, h := range hexes {
		if !b.isBare(h) {
			block.Lines = append(block.Lines, b.hexSay(h))
			continue
		}
		kind := b.ground(h)
		i := slices.IndexFunc(ground, kind.Equal)
		if i < 0 {
			i, ground = len(ground), append(ground, kind)
		}
		bare[i] = append(bare[i], Text(b.hexAt(h).Name))
	}
	for i, kind := range ground {
		block.Add(key.SheetSpokenBare, engine.Say("kind", kind), engine.Several("hexes", bare[i]...))
	}
	return block
}

// gridSay explains the arrangement of hexes, by one that has all its neighbours if there is one.
func (b *Board) gridSay(hexes []track.HexID) engine.Message {
	i := slices.IndexFunc(hexes, func(h track.HexID) bool { return !slices.Contains(b.hexAt(h).Neighbour[:], track.NoHex) })
	h := hexes[max(i, 0)]
	return engine.Msg(key.SheetSpokenGrid, engine.Text("hex", b.hexAt(h).Name), b.around6(h))
}

// isBare reports whether a hex is ground without track, stops and barriers.
func (b *Board) isBare(h track.HexID) bool {
	at := b.hexAt(h)
	_, laid := b.Board.Laid[h].ID()
	return !laid && at.Barred == 0 && at.Sides == nil && b.Board.Shape(b.World, h).Exits == 0 && len(b.Board.Stops(b.World, h)) == 0 &&
		(b.Empty == nil || b.Empty(h) == "")
}

// ground describes a hex without a tile: "open ground, the first tile costs 20 Ft".
func (b *Board) ground(h track.HexID) engine.Message {
	at := b.hexAt(h)
	switch {
	case at.Fixed:
		return engine.Msg(key.SheetSpokenPrinted, b.Kind(h))
	case at.Cost > 0:
		return engine.Msg(key.SheetSpokenCost, b.Kind(h), b.money(at.Cost))
	}
	return engine.Msg(key.SheetSpokenEmpty, b.Kind(h))
}

// hexSay is a hex in a few sentences.
func (b *Board) hexSay(h track.HexID) engine.Message {
	at := b.hexAt(h)
	lies := b.ground(h)
	if t, ok := b.Board.Laid[h].ID(); ok {
		lies = engine.Msg(key.SheetSpokenTile, b.Kind(h), b.Colour("colour", b.tile(t).Colour), engine.Text("tile", b.tile(t).Number))
	}
	if label := b.label(h); label != "" {
		lies = engine.Msg(key.SheetSpokenLabel, engine.Say("lies", lies), engine.Text("label", label))
	}
	told := append([]engine.Message{engine.Msg(key.SheetSpokenLies, engine.Say("lies", lies))}, b.spokenTrack(h)...)
	if barred := b.World.Map.Neighbours(h, at.Barred); len(barred) > 0 {
		told = append(told, engine.Msg(key.SheetSpokenBarrier, engine.Text("hexes", b.exitNames(h, at.Barred, ", "))))
	}
	if b.Extra != nil {
		told = append(told, b.Extra(h)...)
	}
	all := told[0]
	for _, next := range told[1:] {
		all = engine.Msg(key.SheetSpokenAnd, engine.Say("first", all), engine.Say("next", next))
	}
	return engine.Msg(key.SheetSpokenHex, engine.Text("name", Join(at.Name, at.Place)), engine.Say("told", all), b.around6(h))
}

// spokenTrack is trackLines without what is obvious on a hex without a tile.
func (b *Board) spokenTrack(h track.HexID) []engine.Message {
	list := b.trackLines(h)
	if _, laid := b.Board.Laid[h].ID(); laid || b.Board.Shape(b.World, h).Exits != 0 {
		return list
	}
	alone := len(b.Board.Stops(b.World, h)) == 1
	return slices.DeleteFunc(list, func(m engine.Message) bool {
		return m.Key == key.SheetExitsNone || m.Key == key.SheetTown && alone && b.Worth(track.Place{Hex: h}) == 0
	})
}

// around6 are the neighbours of a hex, clockwise from the north-east.
func (b *Board) around6(h track.HexID) engine.Arg {
	var list []engine.Arg
	for _, e := range clockwise {
		if n := b.hexAt(h).Neighbour[e]; n != track.NoHex {
			list = append(list, Text(b.hexAt(n).Name))
		} else {
			list = append(list, engine.Term("", key.SheetSpokenEdge))
		}
	}
	return engine.Several("around", list...)
}

// clockwise are the sides of a hex from the north-east.
var clockwise = [hex.Edges]hex.Edge{3, 4, 5, 0, 1, 2}

// priceWords is the chart as a list; the companies' places are elsewhere.
func (c *Chart) priceWords() engine.Block {
	prices := engine.Each(c.Prices, strconv.Itoa)
	return engine.Block{Head: engine.Msg(key.HeadMarket), Lines: []engine.Message{engine.Msg(key.SheetSpokenPrices, engine.Text("prices", strings.Join(prices, ", ")))}}
}
