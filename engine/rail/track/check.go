package track

import (
	"slices"

	"railpost/engine/rail/hex"
)

// Lay is one tile action.
type Lay struct {
	Hex  HexID
	Tile TileID
	Turn int
}

// Why says what forbids a lay, in the order in which it is looked for.
type Why int

// What can forbid a lay.
const (
	Legal        Why = iota
	FixedHex         // no tile may be laid on the hex
	WrongColour      // the colour is not available
	WrongTile        // this tile does not follow what lies there
	NoPiece          // none is left in the supply
	LosesTrack       // in this rotation old track would be lost, or the rotation is not allowed; Edges: those that would be lost
	OffEdge          // an exit leads where no track may lead; Edges: these exits
	JoinsSides       // a path joins two parts of the hex (lake); Edges: its ends
	NotConnected     // no exit meets the network of the company; Edges: all exits
)

// Fault is why a lay is not legal; the zero value: it is legal.
type Fault struct {
	Why   Why
	Edges uint8 // the edges at fault, where Why says so
}

// Check says whether an owner may lay a tile: the tile must fit (Fits), and one
// of its exits at least lies on a side that his network reaches, or the hex holds
// a station of his (18Mag VI.3.2 item 6, VI.3.3; 18CZ 7.4.5). As old track stays,
// an upgrade then carries track that is connected; the new part of it need not be
// usable. Money and the number of actions are the title's.
func (b *Board) Check(w *World, owner Owner, colours []string, l Lay) Fault {
	if f := b.Fits(w, colours, l); f.Why != Legal {
		return f
	}
	if exits := w.Exits(l); exits&b.Reach(w, owner).Edges[l.Hex] == 0 {
		return Fault{Why: NotConnected, Edges: exits}
	}
	return Fault{}
}

// Fits says whether a tile may lie where a lay puts it, whoever lays it.
func (b *Board) Fits(w *World, colours []string, l Lay) Fault {
	if l.Hex < 0 || int(l.Hex) >= len(w.Map.Hexes) || w.Map.Hexes[l.Hex].Fixed {
		return Fault{Why: FixedHex}
	}
	if l.Tile < 0 || int(l.Tile) >= len(w.Set.Tiles) {
		return Fault{Why: WrongTile}
	}
	if !slices.Contains(colours, w.Set.Tiles[l.Tile].Colour) {
		return Fault{Why: WrongColour}
	}
	list := b.Upgrades(w, l.Hex)
	i := slices.IndexFunc(list, func(u Upgrade) bool { return u.To == l.Tile })
	if i < 0 {
		return Fault{Why: WrongTile}
	}
	if b.PiecesLeft(w, l.Tile) == 0 {
		return Fault{Why: NoPiece}
	}
	if l.Turn < 0 || l.Turn >= hex.Edges {
		return Fault{Why: LosesTrack}
	}
	if !b.turns(w, list[i], l) {
		return Fault{Why: LosesTrack, Edges: b.Shape(w, l.Hex).Exits &^ w.Exits(l)}
	}
	return w.onHex(l)
}

// Upgrades are the tiles that may follow what lies on a hex. Their rotations
// count from the rotation of what lies there.
func (b *Board) Upgrades(w *World, h HexID) []Upgrade {
	t, laid := b.Laid[h].ID()
	if !laid {
		return w.Map.Hexes[h].First
	}
	if own, ok := w.Map.Hexes[h].Upgrades[t]; ok {
		return own
	}
	return w.Set.Upgrades[t]
}

// PiecesLeft is how often a tile can still be laid.
func (b *Board) PiecesLeft(w *World, t TileID) int { return b.Left[w.Set.Tiles[t].Group] }

// turns says whether an upgrade may have the rotation of a lay.
func (b *Board) turns(w *World, u Upgrade, l Lay) bool {
	return slices.Contains(u.Turns, (l.Turn-b.Laid[l.Hex].Turn+hex.Edges)%hex.Edges)
}

// onHex says whether the exits of a lay lead where track may lead, and whether
// its paths stay within the parts of the hex.
func (w *World) onHex(l Lay) Fault {
	h, s := &w.Map.Hexes[l.Hex], &w.tiles[l.Tile][l.Turn]
	if off := s.Exits &^ h.Allowed; off != 0 {
		return Fault{Why: OffEdge, Edges: off}
	}
	for _, part := range h.Sides {
		for e := range hex.Edges {
			if over := s.Plain[e] &^ part; part&(1<<e) != 0 && over != 0 {
				return Fault{Why: JoinsSides, Edges: over | 1<<e}
			}
		}
	}
	return Fault{}
}

// Lays lists all lays of an owner that are legal, by hex. Of rotations that look
// the same the lowest stands for all.
func (b *Board) Lays(w *World, owner Owner, colours []string) []Lay {
	var list []Lay
	b.AnyLay(w, owner, colours, func(l Lay) bool {
		list = append(list, l)
		return false
	})
	return list
}

// AnyLay says whether one of the Lays passes a test. It looks at no more of them.
func (b *Board) AnyLay(w *World, owner Owner, colours []string, test func(Lay) bool) bool {
	for h, edges := range b.Reach(w, owner).Edges {
		if edges != 0 && b.anyLayOn(w, HexID(h), edges, colours, test) {
			return true
		}
	}
	return false
}

// anyLayOn is AnyLay for the lays on a hex of which an exit is among the edges.
func (b *Board) anyLayOn(w *World, h HexID, edges uint8, colours []string, test func(Lay) bool) bool {
	if w.Map.Hexes[h].Fixed {
		return false
	}
	for _, u := range b.Upgrades(w, h) {
		t := &w.Set.Tiles[u.To]
		if b.Left[t.Group] == 0 || !slices.Contains(colours, t.Colour) {
			continue
		}
		var done uint8 // rotations that were looked at, by their twin
		for turn := range hex.Edges {
			l := Lay{Hex: h, Tile: u.To, Turn: turn}
			twin := uint8(1) << w.twin[u.To][turn]
			if done&twin != 0 || w.Exits(l)&edges == 0 || !b.turns(w, u, l) || w.onHex(l).Why != Legal {
				continue
			}
			if test(l) {
				return true
			}
			done |= twin
		}
	}
	return false
}
