package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"slices"
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
const fileMost = 50_000

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
		e.clear(paper.day)
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
	return sheet{&image.Paletted{Pix: pix, Stride: w, Rect: image.Rect(0, 0, w, h), Palette: ofPNG().palette}}
}

// buffers are those of an encoder; one set for each level, since another level allocates new ones.
type buffers struct{ one[*png.EncoderBuffer] }

func (b *buffers) Get() *png.EncoderBuffer  { return b.take() }
func (b *buffers) Put(e *png.EncoderBuffer) { b.keep(e) }

// colours are those of all PNGs: those that pictures use, text on them, and a cube for the
// other edges between them.
type colours struct {
	palette color.Palette
	exact   [256][4]uint8  // the palette by its entries
	nearest [1 << 15]uint8 // the entry for each colour of 5 bits a part
}

// ofPNG returns them; they are found when the first PNG is drawn.
var ofPNG = sync.OnceValue(func() *colours {
	list := append([]color.RGBA{paper.day, white.day, black.day, wall.day, roof.day, alert.day}, owners...)
	paints := slices.Concat(turning, runColours)
	for _, name := range slices.Sorted(maps.Keys(cubes)) {
		paints = append(paints, cubes[name])
	}
	for _, p := range paints {
		list = append(list, p.day)
	}
	for _, colour := range companies {
		list = append(list, rgb(colour))
	}
	for _, name := range tileColours {
		list = append(list, blend(black.day, fills[name].day, edge))
	}
	c := &colours{palette: make(color.Palette, 0, 256)}
	seen := map[color.RGBA]bool{}
	add := func(one color.RGBA) {
		if n := len(c.palette); !seen[one] && n < 256 {
			seen[one], c.exact[n] = true, [4]uint8{one.R, one.G, one.B, one.A}
			c.palette = append(c.palette, one)
		}
	}
	for _, one := range list {
		add(one)
	}
	named := len(c.palette)
	for _, r := range steps {
		for _, g := range steps {
			for _, b := range steps {
				add(color.RGBA{r, g, b, 255})
			}
		}
	}
	for i := range c.nearest {
		part := func(n int) uint8 { n &= 31; return uint8(n<<3 | n>>2) }
		c.nearest[i] = uint8(c.palette.Index(color.RGBA{part(i >> 10), part(i >> 5), part(i), 255}))
	}
	for i, one := range c.palette[:named] {
		c.nearest[entry(one.(color.RGBA))] = uint8(i)
	}
	return c
})

// tileColours are those under small text, which is blurred without an edge of its own.
var tileColours = []string{"yellow", "green", "brown", "gray", "purple"}

// edge is the opacity of ink there.
const edge = 0x80

// steps are those of each part of a colour.
var steps = []uint8{0, 128, 255}

func entry(c color.RGBA) int { return int(c.R>>3)<<10 | int(c.G>>3)<<5 | int(c.B>>3) }

// reduce writes pixels in the colours of the palette.
func reduce(to []uint8, rgba []uint8) {
	nearest := &ofPNG().nearest
	for i := range to {
		p := rgba[4*i : 4*i+3 : 4*i+3]
		to[i] = nearest[int(p[0]>>3)<<10|int(p[1]>>3)<<5|int(p[2]>>3)]
	}
}
