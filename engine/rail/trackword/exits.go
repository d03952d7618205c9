package trackword

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/track"
)

// Orientation is how a tile is to lie: its rotation, or exits that none of its
// rotations has.
type Orientation struct {
	Turn  int // NoTurn: see Exits
	Exits uint8
}

// NoTurn is the Turn of a Orientation that no rotation of the tile has.
const NoTurn = -1

// Exits is the domain of a tile's orientation: the hexes its exits lead to, in any order ("E16-G16"), or its
// rotation, or nothing if only one is legal. Its values are Orientations. Rotations that look alike have one
// member, the lowest that is legal.
func (l *Layer) Exits(tile track.TileID, h track.HexID) engine.Domain {
	return orientations{l, track.Lay{Tile: tile, Hex: h}}
}

type orientations struct {
	*Layer
	lay track.Lay // without its Turn
}

var _ engine.Recorder = orientations{}

// at is the lay in a rotation.
func (d orientations) at(turn int) track.Lay {
	d.lay.Turn = turn
	return d.lay
}

// turns lists the legal rotations, the lowest of those that look the same.
func (d orientations) turns() []int {
	var list []int
	for turn := range hex.Edges {
		if d.fault(d.at(turn)).Why != track.Legal {
			continue
		}
		if !slices.ContainsFunc(list, func(other int) bool { return d.alike(d.lay.Tile, turn, other) }) {
			list = append(list, turn)
		}
	}
	return list
}

func (d orientations) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		for _, turn := range d.turns() {
			if !yield(Orientation{Turn: turn}) {
				return
			}
		}
	}
}

// Text names the exits, or the number of a rotation that looks like a lower legal one:
// such rotations come from logs of other programs.
func (d orientations) Text(v engine.Value) string {
	f := v.(Orientation)
	if f.Turn == NoTurn {
		return d.exitNames(d.lay.Hex, f.Exits)
	}
	for _, turn := range d.turns() {
		if turn < f.Turn && d.alike(d.lay.Tile, turn, f.Turn) {
			return string(rune('0' + f.Turn))
		}
	}
	return d.Look(d.at(f.Turn))
}

// Record makes the log use Text.
func (d orientations) Record(v engine.Value) string { return d.Text(v) }

// Read takes a rotation, names of hexes, or nothing if that is enough.
func (d orientations) Read(t *engine.Tokens) (engine.Value, error) {
	return untilError(t, func() (engine.Value, error) {
		skip(t, "exits", "to", "rotation")
		tok := t.Peek()
		if turn, err := strconv.Atoi(tok.Text); err == nil && 0 <= turn && turn < hex.Edges {
			t.At++
			return Orientation{Turn: turn}, nil
		} else if err == nil {
			return nil, d.unclear(tok, "rotation", d.turns())
		}
		groups, err := d.readGroups(t)
		switch {
		case err != nil:
			return nil, err
		case groups == nil:
			return d.only(t)
		}
		return d.find(t, groups)
	})
}

// only returns the rotation that is meant if nothing is written.
func (d orientations) only(t *engine.Tokens) (engine.Value, error) {
	turns := d.turns()
	switch len(turns) {
	case 0:
		return Orientation{Turn: NoTurn}, nil // Rule says why
	case 1:
		return Orientation{Turn: turns[0]}, nil
	}
	return nil, d.unclear(t.Peek(), "which-exits", turns)
}

// unclear refuses words that fit several rotations.
func (d orientations) unclear(tok engine.Token, key string, turns []int) error {
	r := d.unread(tok, d.section(d.lay.Hex), key, append([]engine.Arg{engine.Text("word", tok.Text)}, d.refusalArgs(d.lay)...)...)
	r.Expected = d.texts(turns)
	return r
}

func (d orientations) texts(turns []int) []string {
	return engine.Each(turns, func(turn int) string { return d.Text(Orientation{Turn: turn}) })
}

// readGroups reads names of neighbours of the hex: the exits of each piece of track named; of one piece if
// there is no "+".
func (d orientations) readGroups(t *engine.Tokens) ([]uint8, error) {
	var groups []uint8
	for {
		at := t.At
		if groups != nil && t.Peek().Text == "," {
			t.At++
		}
		tok := t.Peek()
		names, ok := hexNames(tok.Text)
		if !ok || t.Done() {
			t.At = at
			return groups, nil
		}
		for i, part := range names {
			if i > 0 || groups == nil {
				groups = append(groups, 0)
			}
			for _, name := range part {
				edge, ok := d.toward(name)
				switch {
				case ok:
					groups[len(groups)-1] |= 1 << edge
				case !strings.EqualFold(name, d.Hex(d.lay.Hex)): // "E16-F17-G18" is said of F17, too
					return nil, d.noNeighbour(tok, name)
				}
			}
		}
		t.At++
	}
}

// toward returns the edge shared with a hex.
func (d orientations) toward(name string) (edge int, ok bool) {
	m := d.World.Map
	id, ok := FindHex(m, name)
	if !ok {
		return 0, false
	}
	edge = slices.Index(m.Hexes[d.lay.Hex].Neighbour[:], id)
	return edge, edge >= 0
}

func (d orientations) noNeighbour(tok engine.Token, name string) error {
	r := d.unread(tok, d.Sections.Map, "neighbour", engine.Text("word", strings.ToUpper(name)), engine.Text("hex", d.Hex(d.lay.Hex)))
	for _, to := range d.World.Map.Neighbours(d.lay.Hex, 1<<hex.Edges-1) {
		r.Expected = append(r.Expected, d.Hex(to))
	}
	return r
}

// find returns the lowest legal rotation with these exits; if none is legal the lowest of all, which Rule refuses.
func (d orientations) find(t *engine.Tokens, groups []uint8) (engine.Value, error) {
	var mask uint8
	for _, g := range groups {
		mask |= g
	}
	slices.Sort(groups)
	match := func(turn int) bool {
		if len(groups) > 1 {
			return slices.Equal(d.pieces(d.lay.Tile, turn), groups)
		}
		return d.exits(d.lay.Tile, turn) == mask
	}
	legal := slices.DeleteFunc(d.turns(), func(turn int) bool { return !match(turn) })
	switch {
	case len(legal) == 1:
		return Orientation{Turn: legal[0]}, nil
	case len(legal) > 1:
		return nil, d.unclear(t.All[t.At-1], "which-track", legal)
	}
	for turn := range hex.Edges {
		if match(turn) {
			return Orientation{Turn: turn}, nil
		}
	}
	return Orientation{Turn: NoTurn, Exits: mask}, nil
}

// Rule refuses a wrong rotation, and lists the legal ones.
func (d orientations) Rule(v engine.Value) error {
	f := v.(Orientation)
	switch {
	case f.Turn == NoTurn && len(d.turns()) == 0: // no rotation is legal
		return d.siteRefusal(d.nearestFault(d.lay.Tile, d.lay.Hex), d.lay)
	case f.Turn == NoTurn:
		return d.wrongShape(f.Exits)
	}
	fault := d.fault(d.at(f.Turn))
	switch fault.Why {
	case track.Legal:
		return nil
	case track.LosesTrack:
		old, laid := d.Board.Laid[d.lay.Hex].ID()
		if !laid {
			return d.refuse(d.Sections.First, "fixed-turn")
		}
		return d.refuse(d.Sections.Upgrade, "loses-track", engine.Text("old", d.Number(old)), engine.Text("exits", d.exitNames(d.lay.Hex, fault.Edges)))
	case track.OffEdge:
		return d.offEdge(fault.Edges)
	case track.JoinsSides:
		return d.refuse(d.Sections.Exits, "lake")
	case track.NotConnected:
		if len(d.turns()) > 0 {
			return d.refuse(d.Sections.Network, "not-connected-so", d.Company("company", d.Owner), engine.Text("exits", d.exitNames(d.lay.Hex, fault.Edges)))
		}
	}
	return d.siteRefusal(fault, d.lay)
}

// wrongShape refuses exits that no rotation of the tile has, and names the tiles that have them.
func (d orientations) wrongShape(exits uint8) error {
	args := []engine.Arg{engine.Text("exits", d.exitNames(d.lay.Hex, exits))}
	var fit []engine.Arg
	for _, l := range d.Lays() {
		if l.Hex == d.lay.Hex && d.World.Exits(l) == exits {
			fit = append(fit, engine.Text("", d.Number(l.Tile)))
		}
	}
	if fit == nil {
		return d.refuse(d.section(d.lay.Hex), "shape", args...)
	}
	return d.refuse(d.section(d.lay.Hex), "shape-other", append(args, engine.Several("fit", fit...))...)
}

// offEdge says where the first of some exits leads: off the map, into a barrier, or to
// a side without track of a hex that takes no tile.
func (d orientations) offEdge(edges uint8) error {
	h := &d.World.Map.Hexes[d.lay.Hex]
	for e, to := range h.Neighbour {
		if edges&(1<<e) == 0 || to == track.NoHex {
			continue
		}
		key := "exit-blank"
		if h.Barred&(1<<e) != 0 {
			key = "exit-barrier"
		}
		return d.refuse(d.Sections.Exits, key, engine.Text("to", d.Hex(to)), d.Kind(to))
	}
	return d.refuse(d.Sections.Exits, "exit-off-map")
}

// refuse builds a refusal of a rotation with the legal ones.
func (d orientations) refuse(rule, key string, args ...engine.Arg) error {
	r := d.forbid(rule, key, d.refusalArgs(d.lay, args...)...)
	r.Expected = d.texts(d.turns())
	return r
}

// Look names the orientation of a tile: its exits in the order of the edges; if that is ambiguous, its pieces
// of track.
func (g *Ground) Look(l track.Lay) string {
	if !g.ambiguous(l.Tile) {
		return g.exitNames(l.Hex, g.World.Exits(l))
	}
	parts := engine.Each(g.pieces(l.Tile, l.Turn), func(piece uint8) string { return g.exitNames(l.Hex, piece) })
	return strings.Join(parts, "+")
}

// exitNames lists the hexes that exits lead to.
func (g *Ground) exitNames(h track.HexID, exits uint8) string {
	return strings.Join(g.Edges(h, exits), "-")
}

// pieces lists the connections of a tile in a rotation, sorted: the two exits of
// each plain path, all exits of each stop.
func (g *Ground) pieces(id track.TileID, turn int) []uint8 {
	shape := g.World.TileShape(id, turn)
	var list []uint8
	for e := range hex.Edges {
		for to := range e {
			if shape.Plain[e]&(1<<to) != 0 {
				list = append(list, 1<<e|1<<to)
			}
		}
	}
	for _, edges := range shape.Edges {
		if edges != 0 {
			list = append(list, edges)
		}
	}
	slices.Sort(list)
	return list
}

// alike reports whether a tile looks the same in two rotations. The order of its cities makes no difference.
func (g *Ground) alike(id track.TileID, one, two int) bool {
	return one == two || slices.Equal(g.pieces(id, one), g.pieces(id, two))
}

// ambiguous reports whether a tile has different track with the same exits in two
// rotations: then its exits alone do not say how it lies (tile 25).
func (g *Ground) ambiguous(id track.TileID) bool {
	for turn := 1; turn < hex.Edges; turn++ {
		if g.exits(id, turn) == g.exits(id, 0) && !g.alike(id, 0, turn) {
			return true
		}
	}
	return false
}

func (g *Ground) exits(id track.TileID, turn int) uint8 { return g.World.TileShape(id, turn).Exits }
