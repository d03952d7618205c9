package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"
	"sync"
)

// readable is the size from which text can be read in an image; vector images can be enlarged.
const readable = 4.5

// png composes a picture of stamps, and draws the rest. A recent file is not made again: seats that see the
// same get the same.
func (d *Drawer) png(w io.Writer, s *sketch) error {
	key := s.key()
	file, ok := d.files.get(key)
	if !ok {
		to := d.sheet(s)
		var err error
		if file, err = d.encode(to, s.whole); err != nil {
			return err
		}
		d.last.keep(to.Pix)
		d.files.put(key, file, len(file), filesKept)
	}
	_, err := w.Write(file)
	return err
}

// fileMost is how large a file may be that was written in haste.
const fileMost = 59_000

// encode writes a sheet as a file: with fast compression, unless it is a whole board, which is large and rare,
// or the file would get too large.
func (d *Drawer) encode(to sheet, whole bool) ([]byte, error) {
	var b bytes.Buffer
	if !whole {
		e := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &d.fast}
		if err := e.Encode(&b, to.Paletted); err != nil || b.Len() <= fileMost {
			return b.Bytes(), err
		}
		b.Reset()
	}
	e := png.Encoder{CompressionLevel: png.DefaultCompression, BufferPool: &d.small}
	err := e.Encode(&b, to.Paletted)
	return b.Bytes(), err
}

// sheet draws a picture in pixels.
func (d *Drawer) sheet(s *sketch) sheet {
	to := d.blank(int(s.w), int(s.h))
	if s.grid != nil {
		d.stampMap(to, s)
		d.beyondStamps(to, s)
	}
	for _, piece := range s.pieces() {
		d.patched(to, piece)
	}
	return to
}

// patched draws a piece on the sheet, or copies it as it was drawn before.
func (d *Drawer) patched(to sheet, piece piece) {
	if piece.at = piece.at.Intersect(to.Rect); piece.at.Empty() {
		return
	}
	st, ok := d.stamps.get(piece.key)
	if !ok {
		e := d.easels.get(piece.at.Dx(), piece.at.Dy())
		e.clear(paper)
		e.pen.left, e.pen.top = -float64(piece.at.Min.X), -float64(piece.at.Min.Y)
		piece.draw(e.pen)
		e.pen.left, e.pen.top = 0, 0
		st = e.patch()
		d.easels.put(e)
		d.stamps.put(piece.key, st, len(st.pix), stampsKept)
	}
	to.put(st, piece.at.Min.X, piece.at.Min.Y)
}

// one keeps one large value for reuse.
type one[T any] struct {
	mu   sync.Mutex
	held T
}

// take returns the kept value, and keeps nothing.
func (o *one[T]) take() (held T) {
	o.mu.Lock()
	defer o.mu.Unlock()
	held, o.held = o.held, held
	return held
}

func (o *one[T]) keep(v T) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.held = v
}

// blank returns a sheet in the first colour, that of paper. It reuses the pixels of the last one.
func (d *Drawer) blank(w, h int) sheet {
	pix := d.last.take()
	if cap(pix) < w*h {
		pix = make([]uint8, w*h)
	}
	pix = pix[:w*h]
	for i := range pix {
		pix[i] = 0
	}
	return sheet{&image.Paletted{Pix: pix, Stride: w, Rect: image.Rect(0, 0, w, h), Palette: palette}}
}

// buffers are those of an encoder; one set for each level, since another level allocates new ones.
type buffers struct{ one[*png.EncoderBuffer] }

func (b *buffers) Get() *png.EncoderBuffer  { return b.take() }
func (b *buffers) Put(e *png.EncoderBuffer) { b.keep(e) }

// palette is the colours of all PNGs: those that pictures use, text on them, and a cube for the
// other edges between them. nearest is the entry for each colour of 5 bits a part.
var palette, nearest = newPalette()

func newPalette() (color.Palette, *[1 << 15]uint8) {
	exact := append([]color.RGBA{paper, white, ink, faint, small, border, rock, wave, wall, alert}, owners...)
	exact = append(exact, runColours...)
	for _, colour := range companies {
		exact = append(exact, rgb(colour))
	}
	for _, name := range fillNames {
		exact = append(exact, fills[name], blend(fills[name], ink, plateOpaque))
	}
	for _, name := range tileColours {
		exact = append(exact, blend(ink, fills[name], edge))
	}
	list := make(color.Palette, 0, 256)
	seen := map[color.RGBA]bool{}
	add := func(c color.RGBA) {
		if !seen[c] && len(list) < 256 {
			seen[c] = true
			list = append(list, c)
		}
	}
	for _, c := range exact {
		add(c)
	}
	named := len(list)
	for _, r := range cube {
		for _, g := range cube {
			for _, b := range cube {
				add(color.RGBA{r, g, b, 255})
			}
		}
	}
	table := new([1 << 15]uint8)
	for i := range table {
		part := func(n int) uint8 { n &= 31; return uint8(n<<3 | n>>2) }
		table[i] = uint8(list.Index(color.RGBA{part(i >> 10), part(i >> 5), part(i), 255}))
	}
	for i, c := range list[:named] {
		table[entry(c.(color.RGBA))] = uint8(i)
	}
	return list, table
}

// tileColours are those under small text, which is blurred without an edge of its own.
var tileColours = []string{"yellow", "green", "brown", "gray", "purple"}

// edge is the opacity of ink there.
const edge = 0x80

// cube is the steps of each part of a colour.
var cube = []uint8{0, 128, 255}

func entry(c color.RGBA) int { return int(c.R>>3)<<10 | int(c.G>>3)<<5 | int(c.B>>3) }

// exact is the palette by its entries.
var exact = func() (list [256][4]uint8) {
	for i, c := range palette {
		c := c.(color.RGBA)
		list[i] = [4]uint8{c.R, c.G, c.B, c.A}
	}
	return list
}()

// reduce writes pixels in the colours of the palette.
func reduce(to []uint8, rgba []uint8) {
	for i := range to {
		p := rgba[4*i : 4*i+3 : 4*i+3]
		to[i] = nearest[int(p[0]>>3)<<10|int(p[1]>>3)<<5|int(p[2]>>3)]
	}
}
