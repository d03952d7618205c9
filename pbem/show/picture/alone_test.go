package picture

import (
	"bytes"
	"image/png"
	"testing"

	"railpost/engine/board"
	"railpost/engine/enginetest/expect"
)

// TestTilesAlone: each is a small file, transparent around the hex, drawn once.
func TestTilesAlone(t *testing.T) {
	d := new(Drawer)
	tiles := map[string]board.Tile{
		"plain": {Number: "8", Colour: "yellow", Tracks: []board.Track{{A: 0, B: 2}}},
		"city":  {Number: "619", Colour: "green", Label: "OO", Stops: []board.Stop{{Kind: board.City, Value: 30, Slots: make([]board.Slot, 2)}, {Kind: board.City, Value: 30, Slots: make([]board.Slot, 1)}}, Tracks: []board.Track{{A: 0, B: 6}, {A: 1, B: 6}, {A: 2, B: 7}, {A: 3, B: 7}}},
		"towns": {Number: "1", Colour: "brown", Stops: []board.Stop{{Kind: board.Halt, Value: 10}}, Tracks: []board.Track{{A: 0, B: 6}, {A: 3, B: 6}}},
	}
	for name, tile := range tiles {
		for i := range tile.Stops {
			for j := range tile.Stops[i].Slots {
				tile.Stops[i].Slots[j] = board.Slot{Owner: board.NoOwner, Kept: board.NoOwner}
			}
		}
		file := expect.Get(d.Tile(&tile))(t)
		expect.True(t, len(file) <= 2000, "%s: %d bytes", name, len(file))
		im := expect.Get(png.Decode(bytes.NewReader(file)))(t)
		_, _, _, corner := im.At(0, 0).RGBA()
		_, _, _, middle := im.At(im.Bounds().Dx()/2, im.Bounds().Dy()/2).RGBA()
		expect.Same(t, name+": width, opacity", []int{im.Bounds().Dx(), int(corner), int(middle)}, []int{TileWide, 0, 0xffff})
		again := expect.Get(d.Tile(&tile))(t)
		expect.True(t, &file[0] == &again[0], "%s is drawn twice", name)
	}
}
