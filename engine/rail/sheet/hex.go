package sheet

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/key"
	"railpost/engine/rail/track"
)

// Map is the whole board as a drawing, or one hex in words.
func (b *Board) Map(r engine.Request) ([]engine.Block, error) {
	b.Spoken = r.Spoken
	arg := r.Arg
	if arg == "" {
		return b.Whole(), nil
	}
	h, ok := b.findHex(arg)
	if !ok {
		r := engine.Forbid("", key.NoSheetHex, engine.Text("word", arg))
		r.Expected = b.placesLike(arg)
		return nil, r
	}
	return b.InWords(h), nil
}

// InWords is one hex in words: its tile, its stops and track, its neighbours, and the tiles that may follow.
func (b *Board) InWords(h track.HexID) []engine.Block {
	at := b.hexAt(h)
	block := engine.Block{Head: engine.Msg(key.HeadHex, engine.Text("name", Join(at.Name, at.Place)))}
	block.Lines = append(block.Lines, b.tileLine(h))
	block.Lines = append(block.Lines, b.trackLines(h)...)
	if b.Extra != nil {
		block.Lines = append(block.Lines, b.Extra(h)...)
	}
	block.Lines = append(block.Lines, b.followLines(h)...)
	around := engine.Block{Head: engine.Msg(key.HeadNeighbours)}
	for _, e := range clockwise {
		around.Lines = append(around.Lines, b.neighbourLine(h, e))
	}
	return []engine.Block{block, around}
}

// tileLine names the tile of a hex, or the cost of the first one.
func (b *Board) tileLine(h track.HexID) engine.Message {
	at := b.hexAt(h)
	if t, ok := b.Board.Laid[h].ID(); ok {
		return engine.Msg(key.SheetTileLies, b.Kind(h), engine.Text("tile", b.tile(t).Number), b.Colour("colour", b.tile(t).Colour), engine.Int("turn", b.Board.Laid[h].Turn))
	}
	switch {
	case at.Fixed:
		return engine.Msg(key.SheetPrinted, b.Kind(h))
	case at.Cost > 0:
		return engine.Msg(key.SheetEmptyCost, b.Kind(h), b.money(at.Cost))
	}
	return engine.Msg(key.SheetEmpty, b.Kind(h))
}

// trackLines are the stops of a hex and its plain track, with the hexes their exits lead to.
func (b *Board) trackLines(h track.HexID) (list engine.Lines) {
	shape := b.Board.Shape(b.World, h)
	for i := range b.Board.Stops(b.World, h) {
		p := track.Place{Hex: h, Stop: i}
		list = append(list, b.stopLine(p))
		list.AddList(key.SheetKept, "companies", b.names(b.kept(p)))
		list = append(list, b.exitsLine(h, shape.Edges[i]))
	}
	pairs := b.plain(h)
	for _, exits := range pairs {
		list.Add(key.SheetPlain, engine.Text("exits", b.exitNames(h, exits, "-")), engine.SeveralOf("hexes", b.World.Map.Neighbours(h, exits), b.hexArg))
	}
	if len(pairs) > 1 {
		list.Add(key.SheetPlainApart)
	}
	for _, part := range b.hexAt(h).Sides {
		list.Add(key.SheetLakeSide, engine.Text("hexes", b.exitNames(h, part, ", ")))
	}
	return list
}

func (b *Board) hexArg(name string, h track.HexID) engine.Arg {
	return engine.Text(name, b.hexAt(h).Name)
}

func (b *Board) names(owners []track.Owner) []engine.Arg {
	return engine.Each(owners, func(o track.Owner) engine.Arg { return b.Company("", o) })
}

// stopLine is a city or another stop with its value and stations.
func (b *Board) stopLine(p track.Place) engine.Message {
	stop := b.Stop(p)
	if b.StopLine != nil {
		if m, ok := b.StopLine(p, stop); ok {
			return m
		}
	}
	money := b.money(b.Worth(p))
	if stop.Kind == track.Town {
		place := "" // a single stop is named by its hex
		if len(b.Board.Stops(b.World, p.Hex)) > 1 {
			place = b.City(p)
		}
		return engine.Msg(key.SheetTown, engine.Text("place", place), money)
	}
	here := engine.Each(b.Board.In(p), func(st track.Station) track.Owner { return st.Owner })
	slots := b.Board.Slots(b.World, p)
	args := []engine.Arg{
		engine.Text("place", b.City(p)), money,
		engine.Int("slots", slots), engine.Int("free", slots-len(here)), engine.Several("stations", b.names(here)...),
	}
	return engine.Msg(engine.If(len(here) == 0, key.SheetCityFree, key.SheetCity), args...)
}

func (b *Board) exitsLine(h track.HexID, exits uint8) engine.Message {
	if exits == 0 {
		return engine.Msg(key.SheetExitsNone)
	}
	return engine.Msg(key.SheetExits, engine.Text("hexes", b.exitNames(h, exits, ", ")))
}

// followLines are the tiles that may be laid on a hex next: those of the present phase with the remaining
// pieces, those of later phases, those of special sorts.
func (b *Board) followLines(h track.HexID) (list engine.Lines) {
	var now, later []engine.Arg
	special := map[string][]engine.Arg{}
	var sorts []string
	for _, u := range b.Board.Upgrades(b.World, h) {
		if b.hexAt(h).Fixed {
			break
		}
		t := b.tile(u.To)
		if !b.fits(h, u.To) {
			continue
		}
		pieces := Say(b.pieces(t.Number, u.To))
		switch sort := b.special(t); {
		case sort != "":
			if special[sort] == nil {
				sorts = append(sorts, sort)
			}
			special[sort] = append(special[sort], pieces)
		case slices.Contains(b.Colours, t.Colour):
			now = append(now, pieces)
		default:
			later = append(later, Text(t.Number))
		}
	}
	if len(now)+len(later)+len(sorts) == 0 {
		list.Add(key.SheetFollowNone)
	}
	list.AddList(key.SheetFollowNow, "tiles", now)
	list.AddList(key.SheetFollowLater, "tiles", later)
	for _, sort := range sorts {
		list = append(list, b.own("follow-"+sort, engine.Several("tiles", special[sort]...)))
	}
	return list
}

func (b *Board) special(t *track.Tile) string {
	if b.Special == nil {
		return ""
	}
	return b.Special(t)
}

// pieces is a tile and its remaining number: "57 (3)".
func (b *Board) pieces(number string, t track.TileID) engine.Message {
	return engine.Msg(key.SheetPieces, engine.Text("tile", number), engine.Int("n", b.Board.PiecesLeft(b.World, t)))
}

// fits reports whether a tile may be laid on a hex in some rotation, by any company, at any time, ignoring the
// supply.
func (b *Board) fits(h track.HexID, t track.TileID) bool {
	for turn := range hex.Edges {
		switch b.Board.Fits(b.World, []string{b.tile(t).Colour}, track.Lay{Hex: h, Tile: t, Turn: turn}).Why {
		case track.Legal, track.NoPiece:
			return true
		}
	}
	return false
}

// neighbourLine describes one side of a hex: the neighbour, and whether track meets.
func (b *Board) neighbourLine(h track.HexID, e hex.Edge) engine.Message {
	at := b.hexAt(h)
	side := engine.Term("side", key.SideOf+strconv.Itoa(int(e)))
	n := at.Neighbour[e]
	if n == track.NoHex {
		return engine.Msg(key.SheetSideEdge, side)
	}
	args := []engine.Arg{side, engine.Text("name", Join(b.hexAt(n).Name, b.hexAt(n).Place)), engine.Say("lies", b.tileShort(n))}
	mine := b.Board.Shape(b.World, h).Exits&(1<<e) != 0
	theirs := b.Board.Shape(b.World, n).Exits&(1<<e.Opposite()) != 0
	switch {
	case at.Barred&(1<<e) != 0:
		return engine.Msg(key.SheetSideBarrier, args...)
	case mine && theirs:
		return engine.Msg(key.SheetSideJoined, args...)
	case mine:
		return engine.Msg(key.SheetSideOut, args...)
	case theirs:
		return engine.Msg(key.SheetSideIn, args...)
	case at.Allowed&(1<<e) == 0:
		return engine.Msg(key.SheetSideNever, args...)
	}
	return engine.Msg(key.SheetSideNone, args...)
}

// tileShort describes a hex in two words.
func (b *Board) tileShort(h track.HexID) engine.Message {
	if t, ok := b.Board.Laid[h].ID(); ok {
		return engine.Msg(key.SheetShortTile, engine.Text("tile", b.tile(t).Number))
	}
	return engine.Msg(key.SheetShortEmpty, b.Kind(h))
}
