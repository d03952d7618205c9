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

// Columns is the width of a drawing.
const Columns = 76

// Say is a message as a part of a list.
func Say(m engine.Message) engine.Arg { return engine.Say("", m) }

// Text is a word as a part of a list.
func Text(word string) engine.Arg { return engine.Text("", word) }

// Number is a field with a number, to the right.
func Number(n int) engine.Cell {
	return engine.Cell{Say: engine.Msg(key.CellNumber, engine.Int("n", n)), Right: true}
}

// Word is a field with a word; empty for none.
func Word(word string) engine.Cell {
	if word == "" {
		return engine.Cell{}
	}
	return engine.Cell{Say: engine.Msg(key.CellText, engine.Text("text", word))}
}

// Percent is a holding: empty for none, marked for the director.
func Percent(n int, director bool) engine.Cell {
	cell := key.CellPercent
	switch {
	case n == 0:
		return engine.Cell{Right: true}
	case director:
		cell = key.CellPercentDirector
	}
	return engine.Cell{Say: engine.Msg(cell, engine.Int("n", n)), Right: true}
}

// Player is a field with the name of a player; empty for engine.Nobody.
func Player(seat engine.Seat) engine.Cell {
	if seat == engine.Nobody {
		return engine.Cell{}
	}
	return engine.Cell{Say: engine.Msg(key.CellPlayer, engine.Player("seat", seat))}
}

// Nonzero is a number in digits, "" for 0.
func Nonzero(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// Join joins the words that are not empty with spaces.
func Join(words ...string) string { return strings.Join(strings.Fields(strings.Join(words, " ")), " ") }

// Asked wrongly: refusals of words that sheets are asked with.

// Seat reads the number of a seat, from 1.
func Seat(arg string, seats int) (engine.Seat, error) {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > seats {
		return engine.Nobody, engine.Forbid("", key.NoSheetSeat, engine.Text("word", arg), engine.Int("to", seats))
	}
	return engine.Seat(n - 1), nil
}

// Players are the possessions of one seat, named by its number, or of all: see engine.Request.Players.
func Players(r engine.Request, order []engine.Seat, of func(engine.Seat) []engine.Block) ([]engine.Block, error) {
	return r.Players(order, func(arg string) (engine.Seat, error) { return Seat(arg, len(order)) }, of)
}

// Company finds a company by one of its names, however they are spelt. The
// refusal lists the first name of each.
func Company[T any](arg string, list []T, names func(T) []string) (T, error) {
	var first []engine.Arg
	for _, c := range list {
		if slices.ContainsFunc(names(c), func(name string) bool { return Plain(name) == Plain(arg) }) {
			return c, nil
		}
		first = append(first, Text(names(c)[0]))
	}
	var none T
	return none, engine.Forbid("", key.NoSheetCompany, engine.Text("word", arg), engine.Several("names", first...))
}

// Plain makes spellings of names comparable: "g&c" and "GC".
func Plain(word string) string {
	return strings.NewReplacer("&", "", " ", "", ".", "").Replace(engine.Fold(word))
}

// Leaves says that the director of a company can leave it to an heir by selling n shares.
func Leaves(company, director engine.Arg, n int, heir engine.Arg) engine.Arg {
	return Say(engine.Msg(key.SheetLeaves, company, director, engine.Int("n", n), engine.Say("heir", engine.Msg(key.SheetHeir, heir))))
}
