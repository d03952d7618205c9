package sheet

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/key"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// Tiles is the supply, or one tile in words.
func (b *Board) Tiles(arg string) ([]engine.Block, error) {
	if arg == "" {
		return []engine.Block{b.supplyBlock()}, nil
	}
	t, ok := trackword.FindTile(b.World.Set, arg)
	if !ok {
		return nil, engine.Forbid("", key.NoSheetTile, engine.Text("word", arg))
	}
	return []engine.Block{b.tileBlock(t)}, nil
}

// supplyBlock is the remaining pieces of each stack, one line per colour, then one for each special sort.
func (b *Board) supplyBlock() engine.Block {
	block := engine.Block{Head: engine.Msg(key.HeadTiles)}
	for _, colour := range b.Palette {
		supply := engine.If(!slices.Contains(b.Colours, colour), key.SheetSupplyLater, key.SheetSupply)
		if stacks := b.stacks(func(t *track.Tile) bool { return t.Colour == colour }); len(stacks) > 0 {
			block.Add(supply, b.Colour("colour", colour), engine.Several("tiles", stacks...))
		}
	}
	var sorts []string
	for i := range b.World.Set.Tiles {
		if sort := b.special(&b.World.Set.Tiles[i]); sort != "" && !slices.Contains(sorts, sort) {
			sorts = append(sorts, sort)
		}
	}
	for _, sort := range sorts {
		stacks := b.stacks(func(t *track.Tile) bool { return b.special(t) == sort })
		block.Lines = append(block.Lines, b.own("supply-"+sort, engine.Several("tiles", stacks...)))
	}
	block.Lines = append(block.Lines, b.own("supply-how"))
	return block
}

// stacks are the stacks of some tiles with the pieces left.
func (b *Board) stacks(of func(*track.Tile) bool) (list []engine.Arg) {
	for _, stack := range b.World.Set.Stacks {
		if of(b.tile(stack.Faces[0])) {
			list = append(list, Say(b.pieces(b.sidesOf(stack), stack.Faces[0])))
		}
	}
	return list
}

// sidesOf names both sides of a piece: "8/9".
func (b *Board) sidesOf(stack track.Stack) string {
	return strings.Join(engine.Each(stack.Faces, func(t track.TileID) string { return b.tile(t).Number }), "/")
}

// tileBlock is one tile: its stops and exits at rotation 0, the remaining pieces, its upgrades.
func (b *Board) tileBlock(id track.TileID) engine.Block {
	t := b.tile(id)
	stack := b.World.Set.Stacks[t.Group]
	block := engine.Block{Head: engine.Msg(key.HeadTile, engine.Text("tile", t.Number), b.Colour("colour", t.Colour))}
	shape := b.World.TileShape(id, 0)
	for i := range t.Stops {
		block.Lines = append(block.Lines, b.tileStop(&t.Stops[i], shape.Edges[i]))
	}
	for _, p := range t.Paths {
		_, one := p.A.Stop()
		_, other := p.B.Stop()
		if !one && !other {
			block.Add(key.SheetTilePlain, sidesSay(1<<p.A|1<<p.B))
		}
	}
	block.Add(key.SheetTileLeft, engine.Int("n", b.Board.Left[t.Group]))
	if len(stack.Faces) > 1 {
		block.Add(key.SheetTileBack, engine.Text("faces", b.sidesOf(stack)))
	}
	next := engine.Each(b.World.Set.Upgrades[id], func(u track.Upgrade) engine.Arg {
		return Text(b.tile(u.To).Number)
	})
	block.AddList(key.SheetTileNext, "tiles", next)
	return block
}

// tileStop is a stop of a tile as it is printed.
func (b *Board) tileStop(stop *track.Stop, exits uint8) engine.Message {
	stopLine := key.SheetTileCity
	switch stop.Kind {
	case track.Town:
		stopLine = key.SheetTileTown
	case track.Area:
		stopLine = key.SheetTileArea
	}
	return engine.Msg(stopLine, engine.Int("n", stop.Worth(b.Value)), engine.Int("slots", stop.Slots), sidesSay(exits))
}

// sidesSay names sides of a hex: "south-west and north-east".
func sidesSay(edges uint8) engine.Arg {
	var list []engine.Arg
	for e := range hex.Edges {
		if edges&(1<<e) != 0 {
			list = append(list, engine.Term("", key.SideOf+strconv.Itoa(e)))
		}
	}
	return engine.Several("sides", list...)
}
