package board

import (
	"encoding/binary"
	"encoding/json"
	"hash/maphash"
	"slices"
)

// Print is a short form of a board, to be compared with a later one of the same game: it needs a hundredth of
// the memory. Prints of different processes cannot be compared.
type Print struct {
	hexes []uint64 // with the links over them, in the order of the map
	runs  []uint64
	boxes []uint64   // boxes and their pieces
	rows  [][]uint64 // of each mat
	rest  uint64
}

var printSeed = maphash.MakeSeed()

// Print returns the print of the board.
func (b *Board) Print() *Print {
	p := &Print{rest: printOf(&Board{Chart: b.Chart, Turn: b.Turn, Mats: b.Mats, Boxes: b.Boxes, Stock: b.Stock})}
	for i := range b.Boxes {
		p.boxes = append(p.boxes, printOf(b.Boxes[i].On))
	}
	for i := range b.Mats {
		var rows []uint64
		for _, r := range b.Mats[i].Rows {
			r.Marked = false
			rows = append(rows, printOf(&r))
		}
		p.rows = append(p.rows, rows)
	}
	if b.Map == nil {
		return p
	}
	over := b.Map.LinksOver()
	var buf []byte
	for i := range b.Map.Hexes {
		h := b.Map.Hexes[i].inNoPhase()
		buf = h.Append(buf[:0])
		for _, l := range over[h.Name] {
			buf = l.Append(buf)
		}
		p.hexes = append(p.hexes, maphash.Bytes(printSeed, buf))
	}
	for i := range b.Map.Runs {
		p.runs = append(p.runs, printOf(&b.Map.Runs[i]))
	}
	return p
}

// printOf is the print of some facts, which are plain data.
func printOf(facts any) uint64 {
	b, err := json.Marshal(facts)
	if err != nil {
		panic(err) // no fact is a function, a channel or a cycle
	}
	return maphash.Bytes(printSeed, b)
}

// inNoPhase returns a hex without the sign at the values of the present phase: a new phase
// changes nothing on the board.
func (h *Hex) inNoPhase() *Hex {
	with := func(s Stop) bool { return s.Values != nil }
	if !slices.ContainsFunc(h.Tile.Stops, with) {
		return h
	}
	out := *h
	out.Tile.Stops = slices.Clone(h.Tile.Stops)
	for i := range out.Tile.Stops {
		s := &out.Tile.Stops[i]
		s.Values = slices.Clone(s.Values)
		for j := range s.Values {
			s.Values[j].Now = false
		}
	}
	return &out
}

// Over is a piece of a link on its hex.
type Over struct {
	Owner  int
	Piece  Track
	End    bool // the link ends here, open
	Middle bool // it is the middle one
}

// LinksOver returns the pieces of links by their hexes.
func (m *Map) LinksOver() map[string][]Over {
	if len(m.Links) == 0 {
		return nil
	}
	over := map[string][]Over{}
	for _, l := range m.Links {
		for i, p := range l.Pieces {
			over[p.Hex] = append(over[p.Hex], Over{l.Owner, p.Track, l.Open && i == len(l.Pieces)-1, i == len(l.Pieces)/2})
		}
	}
	return over
}

// Append appends the facts of a hex to a text that differs if any of them does.
func (h *Hex) Append(b []byte) []byte {
	b = text(b, h.Name, h.Ground, h.Place)
	b = number(b, h.At.X, h.At.Y, h.Cost, int(h.Barred), int(h.Ridges), int(h.River), len(h.Terrain))
	for _, t := range h.Terrain {
		b = text(b, string(t))
	}
	b = number(b, len(h.Water))
	b = append(b, h.Water...)
	b = number(b, len(h.For))
	b = number(b, h.For...)
	b = h.Tile.Append(b)
	if h.Town == nil {
		return append(b, 0)
	}
	b = text(append(b, 1), h.Town.Colour, h.Town.Letter)
	b = number(b, len(h.Town.Goods))
	for _, g := range h.Town.Goods {
		b = text(b, g.Letter, g.Colour)
	}
	return flag(b, h.Town.Empty)
}

// Append is Hex.Append for a tile.
func (t *Tile) Append(b []byte) []byte {
	b = text(b, t.Number, t.Colour, t.Label)
	b = number(b, len(t.Stops))
	for i := range t.Stops {
		s := &t.Stops[i]
		b = number(text(b, string(s.Kind)), s.Value, len(s.Slots), len(s.Values))
		for _, slot := range s.Slots {
			b = number(b, slot.Owner, slot.Kept)
		}
		for _, v := range s.Values {
			b = flag(number(text(b, v.Colour), v.N), v.Now)
		}
	}
	b = number(b, len(t.Tracks))
	for _, tr := range t.Tracks {
		b = number(b, tr.A, tr.B)
	}
	return b
}

// Append is Hex.Append for a piece of a link.
func (o Over) Append(b []byte) []byte {
	return flag(flag(number(b, o.Owner, o.Piece.A, o.Piece.B), o.End), o.Middle)
}

// Append is Hex.Append for a run.
func (r *Run) Append(b []byte) []byte {
	b = number(b, r.Owner, r.Pays, len(r.Lines))
	for _, l := range r.Lines {
		b = number(text(b, l.Name), l.Pays, len(l.Pieces), len(l.Stops))
		for _, p := range l.Pieces {
			b = number(text(b, p.Hex), p.A, p.B)
		}
		for _, s := range l.Stops {
			b = number(text(b, s.Hex), s.Stop)
		}
	}
	return b
}

func text(b []byte, list ...string) []byte {
	for _, s := range list {
		b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	return b
}

func number(b []byte, list ...int) []byte {
	for _, n := range list {
		b = binary.AppendVarint(b, int64(n))
	}
	return b
}

func flag(b []byte, is bool) []byte {
	if is {
		return append(b, 1)
	}
	return append(b, 0)
}
