package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"

	"railpost/engine/board"
)

// TileWide is the width of a tile by itself, in pixels: twice that on a page.
const TileWide = 76

// Tile returns a tile by itself as a PNG with nothing around it, of at most 2 kB. It keeps those it has drawn.
func (d *Drawer) Tile(t *board.Tile) ([]byte, error) {
	h := board.Hex{Tile: *t}
	key := string(h.Append([]byte("tile ")))
	if file, ok := d.files.get(key); ok {
		return file, nil
	}
	s := newSketch(&board.Board{Map: &board.Map{Hexes: []board.Hex{h}}}, Options{Width: TileWide + 2*margin, Around: []string{""}})
	s.key() // of its stamps
	drawn := d.sheet(s)
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestCompression}
	if err := e.Encode(&b, compact(drawn.SubImage(drawn.Rect.Inset(margin)).(*image.Paletted))); err != nil {
		return nil, err
	}
	d.last.keep(drawn.Pix)
	d.files.put(key, b.Bytes(), b.Len(), filesKept)
	return b.Bytes(), nil
}

// compact returns a picture with only the colours that it has, and its paper, which is the first, transparent.
func compact(from *image.Paletted) *image.Paletted {
	r := from.Bounds()
	out := image.NewPaletted(image.Rect(0, 0, r.Dx(), r.Dy()), color.Palette{color.Transparent})
	at := map[uint8]uint8{0: 0}
	for y := range r.Dy() {
		for x := range r.Dx() {
			was := from.ColorIndexAt(r.Min.X+x, r.Min.Y+y)
			is, ok := at[was]
			if !ok {
				is = uint8(len(out.Palette))
				at[was], out.Palette = is, append(out.Palette, from.Palette[was])
			}
			out.SetColorIndex(x, y, is)
		}
	}
	return out
}
