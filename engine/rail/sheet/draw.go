package sheet

import (
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/draw"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/key"
	"railpost/engine/rail/track"
)

// Signs of the drawing; a title's legend explains them.
const (
	SignTown   = "*"
	SignCircle = "o"
	SignMine   = "+"
	SignLake   = "~~~"
	SignTile   = "t" // before the number of a tile
)

// Draw is the given hexes as blocks of drawing, one for each strip; on a spoken board in
// words.
func (b *Board) Draw(title engine.Message, hexes []track.HexID) []engine.Block {
	if b.Spoken {
		return []engine.Block{b.words(title, hexes)}
	}
	cells := engine.Each(hexes, b.cell)
	strips := draw.Draw(cells, Columns)
	var blocks []engine.Block
	for i, strip := range strips {
		block := engine.Block{Head: title, Drawing: strip}
		if len(strips) > 1 {
			block.Head = engine.Msg(key.HeadStrip, engine.Say("map", title), engine.Int("part", i+1), engine.Int("n", len(strips)))
		}
		blocks = append(blocks, block)
	}
	return blocks
}

// Whole is the whole board as a drawing, with the legend.
func (b *Board) Whole() []engine.Block {
	all := make([]track.HexID, len(b.World.Map.Hexes))
	for i := range all {
		all[i] = track.HexID(i)
	}
	blocks := b.Draw(engine.Msg(key.HeadMap), all)
	if b.Spoken {
		return blocks
	}
	return append(blocks, engine.Block{Head: engine.Msg(key.HeadLegend), Lines: append(b.Legend(), engine.Msg(key.SheetSignTile)), Instead: &engine.Block{}})
}

// cell is one hex of the drawing.
func (b *Board) cell(h track.HexID) draw.Cell {
	at := b.hexAt(h)
	c := draw.Cell{At: at.At, Name: at.Name}
	shape := b.Board.Shape(b.World, h)
	marks := b.marks(h)
	for e := range hex.Edges {
		c.Sides[e] = draw.Side{Track: shape.Exits&(1<<e) != 0, Barred: at.Barred&(1<<e) != 0, Mark: marks[e]}
	}
	c.Middle, c.Lower = b.cellText(h)
	if t, ok := b.Board.Laid[h].ID(); ok {
		c.Tile = SignTile + b.tile(t).Number
	}
	if stops := b.Board.Stops(b.World, h); len(stops) > 0 && stops[0].Kind != track.Area {
		c.Place = at.Place
	}
	return c
}

// marks show which exits of a hex are joined if not all are: the numbers of its stops, letters for plain track.
func (b *Board) marks(h track.HexID) (marks [hex.Edges]string) {
	var names []string
	groups := b.plain(h)
	for i := range groups {
		names = append(names, string(rune('a'+i)))
	}
	stops := b.Board.Stops(b.World, h)
	for i := range stops {
		if exits := b.Board.Shape(b.World, h).Edges[i]; exits != 0 {
			names = append(names, strconv.Itoa(i+1))
			groups = append(groups, exits)
		}
	}
	if len(groups) < 2 && len(stops) < 2 {
		return marks
	}
	for i, exits := range groups {
		for e := range hex.Edges {
			if exits&(1<<e) != 0 {
				marks[e] += names[i]
			}
		}
	}
	return marks
}

// cellText is the text of a hex: values, circles, the terrain.
func (b *Board) cellText(h track.HexID) (middle, lower string) {
	terrain := b.terrain(h)
	switch stops := b.Board.Stops(b.World, h); len(stops) {
	case 0:
		return terrain, ""
	case 1:
		return b.oneStop(track.Place{Hex: h}, terrain)
	case 2:
		return b.stopText(track.Place{Hex: h}), Join(b.stopText(track.Place{Hex: h, Stop: 1}), terrain)
	}
	return b.manyStops(h)
}

func (b *Board) label(h track.HexID) string {
	if b.Label == nil {
		return ""
	}
	return b.Label(h)
}

// oneStop is the text of a hex with one stop.
func (b *Board) oneStop(p track.Place, terrain string) (middle, lower string) {
	value := b.Worth(p)
	switch b.Stop(p).Kind {
	case track.Town:
		return SignTown + Nonzero(value), terrain
	case track.Mine:
		return SignMine + Nonzero(value), terrain
	case track.Area:
		return Nonzero(value), Join(b.circles(p), b.hexAt(p.Hex).Place)
	}
	if value == 0 {
		return Join(b.circles(p), b.label(p.Hex)), terrain
	}
	return Join(Nonzero(value), b.label(p.Hex)), b.circles(p)
}

// stopText is one of two stops of a hex: its value and circles.
func (b *Board) stopText(p track.Place) string {
	if b.Stop(p).Kind == track.Town {
		return SignTown + Nonzero(b.Worth(p))
	}
	return Join(Nonzero(b.Worth(p)), b.circles(p))
}

// manyStops is the text of a hex with three or more stops: the value that all
// have, or else each value, and the circles of all.
func (b *Board) manyStops(h track.HexID) (middle, lower string) {
	var values, circles []string
	for i := range b.Board.Stops(b.World, h) {
		p := track.Place{Hex: h, Stop: i}
		if v := Nonzero(b.Worth(p)); i == 0 || v != values[0] {
			values = append(values, v)
		}
		circles = append(circles, b.circles(p))
	}
	return Join(strings.Join(values, "/"), b.label(h)), fit(circles)
}

// circles are the stations of a stop in the order of its circles, then in small
// letters those for which circles are kept, then the free circles.
func (b *Board) circles(p track.Place) string {
	list := engine.Each(b.Board.In(p), func(st track.Station) string { return b.Mark(st.Owner) })
	list = append(list, engine.Each(b.kept(p), func(o track.Owner) string { return strings.ToLower(b.Mark(o)) })...)
	for range b.Board.Slots(b.World, p) - len(list) {
		list = append(list, SignCircle)
	}
	return fit(list)
}

// fit joins marks with blanks, or without where a hex has no room for them.
func fit(marks []string) string {
	text := strings.Join(marks, " ")
	if len(text) > 10 {
		text = strings.Join(marks, "")
	}
	return text
}

// terrain is the cost of a hex without a tile, and the lake.
func (b *Board) terrain(h track.HexID) string {
	at := b.hexAt(h)
	_, laid := b.Board.Laid[h].ID()
	switch {
	case !laid && at.Cost > 0:
		return "(" + strconv.Itoa(at.Cost) + ")" + strings.Repeat("~", min(len(at.Sides), 1))
	case at.Sides != nil:
		return SignLake
	case !laid && b.Empty != nil:
		return b.Empty(h)
	}
	return ""
}
