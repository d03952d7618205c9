package trackword

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/track"
)

// Layer is a company that lays tiles: its legal lays, the reasons against others, and the domains of an order
// "lay TILE HEX EXITS".
type Layer struct {
	Ground
	Owner   track.Owner
	Colours []string   // of tiles that may be laid
	Phase   engine.Arg // named "phase": on what the colours depend
	// Tile returns the reason why a tile is forbidden on any hex, apart from its colour and the supply: an
	// error is a *engine.Refusal. May be nil.
	Tile func(track.TileID) error
	// Money returns the refusal of a lay that the board allows but is too expensive. Turn is 0 if it is
	// unknown. May be nil.
	Money func(track.Lay) error
	// Anywhere: lays need not be connected, like the tile of a first home.
	Anywhere bool

	known bool
	list  []track.Lay
}

// Params are those of an order "lay TILE HEX EXITS"; LayOf reads their values.
func (l *Layer) Params() []engine.Param {
	return append(make([]engine.Param, 0, 4), []engine.Param{ // titles add one
		{Name: "tile", In: func(engine.Args) engine.Domain { return l.Tiles() }},
		{Name: "hex", About: true, In: func(a engine.Args) engine.Domain { return l.Sites(engine.Get[track.TileID](a, 0)) }},
		{Name: "exits", In: func(a engine.Args) engine.Domain {
			return l.Exits(engine.Get[track.TileID](a, 0), engine.Get[track.HexID](a, 1))
		}},
	}...)
}

// LayOf returns the lay that an order with these parameters names.
func LayOf(a engine.Args) track.Lay {
	return track.Lay{Tile: engine.Get[track.TileID](a, 0), Hex: engine.Get[track.HexID](a, 1), Turn: engine.Get[Orientation](a, 2).Turn}
}

// Lays lists all legal lays; it looks for them at the first call.
func (l *Layer) Lays() []track.Lay {
	if l.known {
		return l.list
	}
	allowed := make(map[track.TileID]bool, 32)
	for _, lay := range l.Board.Lays(l.World, l.Owner, l.Colours) {
		may, known := allowed[lay.Tile]
		if !known {
			may = l.TileRule(lay.Tile) == nil
			allowed[lay.Tile] = may
		}
		if may && l.moneyRule(lay) == nil {
			l.list = append(l.list, lay)
		}
	}
	l.known = true
	return l.list
}

func (l *Layer) fault(lay track.Lay) track.Fault {
	if l.Anywhere {
		return l.Board.Fits(l.World, l.Colours, lay)
	}
	return l.Board.Check(l.World, l.Owner, l.Colours, lay)
}

func (l *Layer) moneyRule(lay track.Lay) error {
	if l.Money == nil {
		return nil
	}
	return l.Money(lay)
}

// TileRule returns the reason why a tile is forbidden on any hex.
func (l *Layer) TileRule(id track.TileID) error {
	t := &l.World.Set.Tiles[id]
	if l.Tile != nil {
		if err := l.Tile(id); err != nil {
			return err
		}
	}
	number := engine.Text("tile", t.Number)
	switch {
	case !slices.Contains(l.Colours, t.Colour):
		return l.forbid(l.Sections.Colour, "colour", number, l.Colour("colour", t.Colour), l.Phase)
	case l.Board.PiecesLeft(l.World, id) > 0:
		return nil
	}
	if faces := l.faces(t); len(faces) > 1 {
		return l.forbid(l.Sections.Faces, "piece-faces", number, engine.Several("faces", faces...))
	}
	return l.forbid(l.Sections.Piece, "piece", number)
}

// faces are the tiles that are printed on the pieces of a tile.
func (l *Layer) faces(t *track.Tile) []engine.Arg {
	return engine.Each(l.World.Set.Stacks[t.Group].Faces, func(id track.TileID) engine.Arg {
		return engine.Text("", l.Number(id))
	})
}

// SiteRule returns the reason why a tile is forbidden on a hex in any rotation.
func (l *Layer) SiteRule(id track.TileID, h track.HexID) error {
	lay := track.Lay{Hex: h, Tile: id}
	if f := l.fault(lay); f.Why != track.Legal && f.Why <= track.NoPiece {
		return l.siteRefusal(f, lay)
	}
	return l.moneyRule(lay)
}

// nearestFault returns the fault of the rotation that is nearest to being legal.
func (l *Layer) nearestFault(id track.TileID, h track.HexID) track.Fault {
	var near track.Fault
	for turn := range hex.Edges {
		if f := l.fault(track.Lay{Hex: h, Tile: id, Turn: turn}); f.Why > near.Why {
			near = f
		}
	}
	return near
}

// section returns the section about laying a tile on a hex.
func (l *Layer) section(h track.HexID) string {
	if _, laid := l.Board.Laid[h].ID(); laid {
		return l.Sections.Upgrade
	}
	return l.Sections.First
}

// refusalArgs returns the arguments that all refusals of a tile on a hex have.
func (l *Layer) refusalArgs(lay track.Lay, more ...engine.Arg) []engine.Arg {
	return append([]engine.Arg{engine.Text("tile", l.Number(lay.Tile)), engine.Text("hex", l.Hex(lay.Hex))}, more...)
}

// siteRefusal is the refusal for a fault of a tile on a hex.
func (l *Layer) siteRefusal(f track.Fault, lay track.Lay) error {
	switch f.Why {
	case track.FixedHex:
		return l.forbid(l.Sections.Map, "fixed", l.refusalArgs(lay, l.Kind(lay.Hex))...)
	case track.WrongTile:
		return l.wrongTile(lay)
	case track.NotConnected:
		if homes := l.withoutTrack(); homes != nil {
			return l.forbid(l.Sections.Network, "not-connected-yet", l.refusalArgs(lay, l.Company("company", l.Owner), engine.Several("homes", homes...))...)
		}
		key, args := "not-connected", l.refusalArgs(lay, l.Company("company", l.Owner), l.Reached("reached", l.Owner))
		sites := l.sites("sites", lay.Tile)
		if len(sites.List) == 0 {
			key = "not-connected-nowhere"
		}
		return l.forbid(l.Sections.Network, key, append(args, sites)...)
	case track.JoinsSides:
		return l.forbid(l.Sections.Exits, "lake", l.refusalArgs(lay)...)
	}
	return l.forbid(l.section(lay.Hex), "no-way", l.refusalArgs(lay)...)
}

// withoutTrack names the hexes of the owner's stations if no track leads out of any of
// them, and is nil otherwise.
func (l *Layer) withoutTrack() (homes []engine.Arg) {
	for h, edges := range l.Board.Reach(l.World, l.Owner).Edges {
		if edges == 0 {
			continue
		}
		if _, own := l.Board.Own(l.Owner, track.HexID(h)); !own {
			return nil
		}
		homes = append(homes, engine.Text("", l.Hex(track.HexID(h))))
	}
	return homes
}

// sites names the hexes on which a tile may be laid now.
func (l *Layer) sites(name string, id track.TileID) engine.Arg {
	var parts []engine.Arg
	for h := range l.Sites(id).Members() {
		parts = append(parts, engine.Text("", l.Hex(h.(track.HexID))))
	}
	return engine.Several(name, parts...)
}

// wrongTile names the tiles that fit a hex instead.
func (l *Layer) wrongTile(lay track.Lay) error {
	args := l.refusalArgs(lay)
	old, laid := l.Board.Laid[lay.Hex].ID()
	key := "wrong-first"
	if laid {
		key, args = "wrong-upgrade", append(args, engine.Text("old", l.Number(old)))
	}
	var fit, now []engine.Arg
	for _, u := range l.Board.Upgrades(l.World, lay.Hex) {
		word := engine.Text("", l.Number(u.To))
		if fit = append(fit, word); slices.Contains(l.Colours, l.World.Set.Tiles[u.To].Colour) {
			now = append(now, word)
		}
	}
	switch {
	case fit == nil:
		return l.forbid(l.Sections.Upgrade, "last-tile", args...)
	case now == nil:
		key += "-yet"
		now = fit
	}
	return l.forbid(l.section(lay.Hex), key, append(args, l.Kind(lay.Hex), engine.Several("fit", now...))...)
}
