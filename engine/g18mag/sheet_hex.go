package g18mag

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/hex"
	"railpost/engine/track"
)

// hexSheet is one hex in words: what lies there, its cities and track, its
// neighbours, and which tiles may follow.
func (s *State) hexSheet(h track.HexID) []engine.Block {
	at := &s.world().Map.Hexes[h]
	b := engine.Block{Head: head("hex", engine.Text("name", join(at.Name, at.Place)))}
	b.Lines = append(b.Lines, s.liesLine(h))
	b.Lines = append(b.Lines, s.trackLines(h)...)
	b.Lines = append(b.Lines, s.followLines(h)...)
	around := engine.Block{Head: head("neighbours")}
	for _, e := range []hex.Edge{3, 4, 5, 0, 1, 2} { // clockwise from the north-east
		around.Lines = append(around.Lines, s.neighbourLine(h, e))
	}
	return []engine.Block{b, around}
}

// liesLine is what lies on a hex, or what the first tile costs.
func (s *State) liesLine(h track.HexID) engine.Message {
	at := &s.world().Map.Hexes[h]
	kind := engine.Term("kind", "18mag.kind."+at.Kind)
	if t, ok := s.Board.Laid[h].ID(); ok {
		return line("tile-lies", kind, engine.Text("tile", s.tile(t).Number), colourSay("colour", s.tile(t).Colour), engine.Int("turn", s.Board.Laid[h].Turn))
	}
	switch {
	case at.Fixed:
		return line("printed", kind)
	case at.Cost > 0:
		return line("empty-cost", kind, engine.Int("n", at.Cost))
	}
	return line("empty", kind)
}

// trackLines are the stops of a hex and its plain track, with the hexes their
// exits lead to.
func (s *State) trackLines(h track.HexID) []engine.Message {
	var list []engine.Message
	shape := s.Board.Shape(s.world(), h)
	for i := range s.Board.Stops(s.world(), h) {
		list = append(list, s.stopLine(track.Place{Hex: h, Stop: i}), s.exitsLine(h, shape.Edges[i]))
	}
	t, turn := s.Board.Face(s.world(), h)
	plain := 0
	for _, p := range t.Paths {
		_, a := p.A.Stop()
		_, b := p.B.Stop()
		if !a && !b {
			list = append(list, line("plain", engine.Text("exits", s.exitNames(h, turned(1<<p.A|1<<p.B, turn), "-"))))
			plain++
		}
	}
	if plain > 1 {
		list = append(list, line("plain-apart"))
	}
	if at := &s.world().Map.Hexes[h]; at.Sides != nil {
		for _, part := range at.Sides {
			list = append(list, line("lake-side", engine.Text("hexes", s.exitNames(h, part, ", "))))
		}
	}
	return list
}

// stopLine is a city, town, red area or mine with its value and stations.
func (s *State) stopLine(p track.Place) engine.Message {
	stop := &s.Board.Stops(s.world(), p.Hex)[p.Stop]
	args := []engine.Arg{engine.Text("place", s.stopName(p)), engine.Int("n", stop.Worth(s.phaseColour()))}
	switch stop.Kind {
	case track.Town:
		return line("town", args...)
	case track.Area:
		return line("area", args...)
	case track.Mine:
		return line("mine", args...)
	}
	var here []engine.Arg
	for _, st := range s.Board.In(p) {
		here = append(here, companySay("", Company(st.Owner)))
	}
	slots := s.Board.Slots(s.world(), p)
	args = append(args, engine.Int("slots", slots), engine.Int("free", slots-len(here)), engine.Several("stations", here...))
	if len(here) == 0 {
		return line("city-free", args...)
	}
	return line("city", args...)
}

func (s *State) exitsLine(h track.HexID, exits uint8) engine.Message {
	if exits == 0 {
		return line("exits-none")
	}
	return line("exits", engine.Text("hexes", s.exitNames(h, exits, ", ")))
}

// exitNames are the neighbours at some sides, in the order of the edges.
func (s *State) exitNames(h track.HexID, exits uint8, between string) string {
	var names []string
	for _, n := range s.world().Map.Neighbours(h, exits) {
		names = append(names, s.hexName(n))
	}
	return strings.Join(names, between)
}

// followLines are the tiles that may be laid on a hex next: those of the present
// phase with the pieces left, and those of later phases.
func (s *State) followLines(h track.HexID) []engine.Message {
	var now, later []engine.Arg
	for _, u := range s.Board.Upgrades(s.world(), h) {
		if s.world().Map.Hexes[h].Fixed {
			break
		}
		t := s.tile(u.To)
		if len(s.fitting(h, u.To)) == 0 {
			continue
		}
		if !slices.Contains(s.colours(), t.Colour) {
			later = append(later, text(t.Number))
			continue
		}
		now = append(now, say(line("pieces", engine.Text("tile", t.Number), engine.Int("n", s.Board.PiecesLeft(s.world(), u.To)))))
	}
	var list []engine.Message
	switch {
	case len(now) > 0:
		list = append(list, line("follow-now", engine.Several("tiles", now...)))
	case len(later) == 0:
		list = append(list, line("follow-none"))
	}
	if len(later) > 0 {
		list = append(list, line("follow-later", engine.Several("tiles", later...)))
	}
	return list
}

// fitting are the rotations in which a tile may lie on a hex, whoever lays it,
// whenever and however many are left.
func (s *State) fitting(h track.HexID, t track.TileID) []int {
	var list []int
	for turn := range hex.Edges {
		switch s.Board.Fits(s.world(), []string{s.tile(t).Colour}, track.Lay{Hex: h, Tile: t, Turn: turn}).Why {
		case track.Legal, track.NoPiece:
			list = append(list, turn)
		}
	}
	return list
}

// neighbourLine is what lies on one side of a hex and whether track meets there.
func (s *State) neighbourLine(h track.HexID, e hex.Edge) engine.Message {
	at := &s.world().Map.Hexes[h]
	side := engine.Term("side", "18mag.side."+strconv.Itoa(int(e)))
	n := at.Neighbour[e]
	if n == track.NoHex {
		return line("side-edge", side)
	}
	args := []engine.Arg{side, engine.Text("name", join(s.hexName(n), s.world().Map.Hexes[n].Place)), engine.Say("lies", s.liesShort(n))}
	mine := s.Board.Shape(s.world(), h).Exits&(1<<e) != 0
	theirs := s.Board.Shape(s.world(), n).Exits&(1<<e.Opposite()) != 0
	switch {
	case at.Barred&(1<<e) != 0:
		return line("side-barrier", args...)
	case mine && theirs:
		return line("side-joined", args...)
	case mine:
		return line("side-out", args...)
	case theirs:
		return line("side-in", args...)
	case at.Allowed&(1<<e) == 0:
		return line("side-never", args...)
	}
	return line("side-none", args...)
}

// liesShort is what lies on a hex, in two words.
func (s *State) liesShort(h track.HexID) engine.Message {
	at := &s.world().Map.Hexes[h]
	if t, ok := s.Board.Laid[h].ID(); ok {
		return line("short-tile", engine.Text("tile", s.tile(t).Number))
	}
	return line("short-empty", engine.Term("kind", "18mag.kind."+at.Kind))
}
