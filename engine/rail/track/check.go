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

// Why is the reason why a lay is forbidden, in the order of Check's tests.
type Why int

// Reasons to forbid a lay.
const (
	Legal        Why = iota
	FixedHex         // no tile may be laid on the hex
	WrongColour      // the colour is not available
	WrongTile        // the tile is no upgrade of the present one
	NoPiece          // none is left in the supply
	LosesTrack       // this rotation would lose old track, or is not allowed; Edges: those that would be lost
	OffEdge          // an exit leads where no track is allowed; Edges: these exits
	JoinsSides       // a path joins two parts of the hex (lake); Edges: its ends
	NotConnected     // no exit meets the network of the company; Edges: all exits
)

// Fault is the reason why a lay is not legal; the zero value: it is legal.
type Fault struct {
	Why   Why
	Edges uint8 // the edges at fault, where Why says so
}

// Check reports why an owner may not lay a tile, if they may not: the tile must fit
// (Fits), and at least one of its exits must lie on a side that the owner's network
// reaches, unless the hex holds one of the owner's stations (18Mag VI.3.2 item 6,
// VI.3.3; 18CZ VIII.5). As old track stays, an upgrade then carries track that is
// connected; its new part need not be usable. Money and the number of actions are
// the title's concern.
func (b *Board) Check(w *World, owner Owner, colours []string, l Lay) Fault {
	if f := b.Fits(w, colours, l); f.Why != Legal {
		return f
	}
	if exits := w.Exits(l); exits&b.Reach(w, owner).Edges[l.Hex] == 0 {
		return Fault{Why: NotConnected, Edges: exits}
	}
	return Fault{}
}

// Fits reports why a tile may not be laid in a place and rotation, by any company.
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
	if !b.turns(list[i], l) {
		return Fault{Why: LosesTrack, Edges: b.Shape(w, l.Hex).Exits &^ w.Exits(l)}
	}
	return w.onHex(l)
}

// Upgrades lists the tiles that may replace the present one on a hex. Their rotations count from its rotation.
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

// PiecesLeft returns how often a tile can still be laid.
func (b *Board) PiecesLeft(w *World, t TileID) int { return b.Left[w.Set.Tiles[t].Group] }

// turns reports whether an upgrade may have the rotation of a lay.
func (b *Board) turns(u Upgrade, l Lay) bool {
	return slices.Contains(u.Turns, (l.Turn-b.Laid[l.Hex].Turn+hex.Edges)%hex.Edges)
}

// onHex returns the fault of a lay with exits that lead where no track is allowed, or with paths that join
// parts of the hex that must stay apart.
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

// Lays lists all legal lays of an owner, by hex. Of rotations that look the same it
// lists the lowest only.
func (b *Board) Lays(w *World, owner Owner, colours []string) []Lay {
	var list []Lay
	b.AnyLay(w, owner, colours, func(l Lay) bool {
		list = append(list, l)
		return false
	})
	return list
}

// AnyLay reports whether one of the Lays passes a test, and stops at the first.
func (b *Board) AnyLay(w *World, owner Owner, colours []string, test func(Lay) bool) bool {
	for h, edges := range b.Reach(w, owner).Edges {
		if edges != 0 && b.anyLayOn(w, HexID(h), edges, colours, test) {
			return true
		}
	}
	return false
}

// anyLayOn is AnyLay for the lays on a hex with an exit among the edges.
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
			if done&twin != 0 || w.Exits(l)&edges == 0 || !b.turns(u, l) || w.onHex(l).Why != Legal {
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
