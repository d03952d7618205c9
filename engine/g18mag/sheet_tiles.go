package g18mag

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/hex"
	"railpost/engine/track"
)

// tileSheet is the supply, or one tile in words.
func (s *State) tileSheet(arg string) ([]engine.Block, error) {
	if arg == "" {
		return []engine.Block{s.supplyBlock()}, nil
	}
	t, ok := s.findTile(arg)
	if !ok {
		return nil, engine.Forbid("", "18mag.no.sheet-tile", engine.Text("word", arg))
	}
	return []engine.Block{s.tileBlock(t)}, nil
}

// supplyBlock is how many pieces of each stack are left, one line a colour.
func (s *State) supplyBlock() engine.Block {
	b := engine.Block{Head: head("tiles")}
	set := s.world().Set
	for _, p := range s.edition().phases {
		colour := p.Colour()
		var stacks []engine.Arg
		for i, stack := range set.Stacks {
			if s.tile(stack.Faces[0]).Colour != colour {
				continue
			}
			stacks = append(stacks, say(line("pieces", engine.Text("tile", s.sidesOf(stack)), engine.Int("n", s.Board.Left[i]))))
		}
		key := "supply"
		if !slices.Contains(s.colours(), colour) {
			key = "supply-later"
		}
		if len(stacks) > 0 {
			b.Lines = append(b.Lines, line(key, colourSay("colour", colour), engine.Several("tiles", stacks...)))
		}
	}
	b.Lines = append(b.Lines, line("supply-how"))
	return b
}

// sidesOf names both sides of a piece: "8/9".
func (s *State) sidesOf(stack track.Stack) string {
	var list []string
	for _, t := range stack.Faces {
		list = append(list, s.tile(t).Number)
	}
	return strings.Join(list, "/")
}

// tileBlock is one tile: its cities and exits at rotation 0, how many are left,
// what may follow.
func (s *State) tileBlock(id track.TileID) engine.Block {
	t := s.tile(id)
	stack := s.world().Set.Stacks[t.Group]
	b := engine.Block{Head: head("tile", engine.Text("tile", t.Number), colourSay("colour", t.Colour))}
	shape := s.world().TileShape(id, 0)
	for i := range t.Stops {
		key := "tile-city"
		if t.Stops[i].Kind == track.Town {
			key = "tile-town"
		}
		b.Lines = append(b.Lines, line(key, engine.Int("n", t.Stops[i].Value), engine.Int("slots", t.Stops[i].Slots), sidesSay(shape.Edges[i])))
	}
	for _, p := range t.Paths {
		_, one := p.A.Stop()
		_, other := p.B.Stop()
		if !one && !other {
			b.Lines = append(b.Lines, line("tile-plain", sidesSay(1<<p.A|1<<p.B)))
		}
	}
	b.Lines = append(b.Lines, line("tile-left", engine.Int("n", s.Board.Left[t.Group])))
	if len(stack.Faces) > 1 {
		b.Lines = append(b.Lines, line("tile-back", engine.Text("faces", s.sidesOf(stack))))
	}
	var next []engine.Arg
	for _, u := range s.world().Set.Upgrades[id] {
		next = append(next, text(s.tile(u.To).Number))
	}
	if len(next) > 0 {
		b.Lines = append(b.Lines, line("tile-next", engine.Several("tiles", next...)))
	}
	return b
}

// sidesSay names sides of a hex: "south-west and north-east".
func sidesSay(edges uint8) engine.Arg {
	var list []engine.Arg
	for e := range hex.Edges {
		if edges&(1<<e) != 0 {
			list = append(list, engine.Term("", "18mag.side."+string(rune('0'+e))))
		}
	}
	return engine.Several("sides", list...)
}
