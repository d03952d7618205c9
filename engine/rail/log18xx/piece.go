package log18xx

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"railpost/engine/rail/track"
)

// CutPiece splits the name of a piece, "L33-0", into its tile and its copy.
func CutPiece(name string) (what, copied string) {
	i := strings.LastIndexByte(name, '-')
	if i < 0 {
		return name, ""
	}
	return name[:i], name[i+1:]
}

// Tiles records which copies of tiles are on the board: "57-2". A position knows only the
// tile.
type Tiles struct {
	World *track.World
	lie   map[track.HexID]string
}

// NewTiles returns the Tiles of an empty board.
func NewTiles(w *track.World) Tiles { return Tiles{World: w, lie: map[track.HexID]string{}} }

// Lay records that this copy is on a hex, and no other.
func (t *Tiles) Lay(hex, copied string) {
	if h, ok := t.World.Map.Find(hex); ok {
		t.lie[h] = copied
	}
}

// Free returns the lowest copy of a tile that is not on another hex: copies of the faces of
// a double-sided piece have the same numbers.
func (t *Tiles) Free(hex track.HexID, tile track.TileID) string {
	set := t.World.Set
	faces := set.Stacks[set.Tiles[tile].Group].Faces
	used := map[string]bool{}
	for at, name := range t.lie {
		number, copied := CutPiece(name)
		if at != hex && slices.ContainsFunc(faces, func(f track.TileID) bool { return set.Tiles[f].Number == number }) {
			used[copied] = true
		}
	}
	n := 0
	for used[strconv.Itoa(n)] {
		n++
	}
	return fmt.Sprintf("%s-%d", set.Tiles[tile].Number, n)
}

// City names a stop as the site does, by the piece on its hex: "619-1-0", "C12-0-0".
func (t *Tiles) City(p track.Place) string {
	piece := t.lie[p.Hex]
	if piece == "" {
		piece = t.World.Map.Hexes[p.Hex].LogID
	}
	return fmt.Sprintf("%s-%d", piece, p.Stop)
}

// Place returns the stop that a name means. *NoOrder: the board has no such place.
func (t *Tiles) Place(city string) (track.Place, error) {
	piece, number := CutPiece(city)
	stop, err := strconv.Atoi(number)
	if err != nil {
		return track.Place{}, CannotSay("a city that is not named as tile, copy and number")
	}
	for hex, name := range t.lie {
		if name == piece {
			return track.Place{Hex: hex, Stop: stop}, nil
		}
	}
	for hex := range t.World.Map.Hexes {
		if t.World.Map.Hexes[hex].LogID == piece && t.lie[track.HexID(hex)] == "" {
			return track.Place{Hex: track.HexID(hex), Stop: stop}, nil
		}
	}
	return track.Place{}, CannotSay("a city on a tile that is not on the board")
}

// Lies lists the tiles on a board as states show them: hex, and tile with its rotation.
func Lies(w *track.World, b *track.Board) map[string]string {
	list := map[string]string{}
	for id, laid := range b.Laid {
		if tile, ok := laid.ID(); ok {
			list[w.Map.Hexes[id].Name] = w.Set.Tiles[tile].Number + "/" + strconv.Itoa(laid.Turn)
		}
	}
	return list
}

// Stations lists the stations of an owner as states show them: hex, city, circle.
func Stations(w *track.World, b *track.Board, o track.Owner) [][3]any {
	list := [][3]any{}
	for _, st := range b.Stations {
		if st.Owner == o {
			list = append(list, [3]any{w.Map.Hexes[st.Hex].Name, st.Stop, st.Slot})
		}
	}
	slices.SortFunc(list, func(a, b [3]any) int {
		if by := strings.Compare(a[0].(string), b[0].(string)); by != 0 {
			return by
		}
		return a[1].(int) - b[1].(int)
	})
	return list
}
