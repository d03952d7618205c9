package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"sync"

	"git.sr.ht/~sbinet/gg"
	"gonum.org/v1/plot/vg/vgimg"

	"railpost/engine/board"
)

// readable is the size from which text can be read in an image; vector images can be enlarged.
const readable = 4.5

// dots makes a point of the canvas a pixel.
const dots = 72

// png draws on the kept ground of the map.
func (d *Drawer) png(w io.Writer, s *sketch) error {
	img := d.sheets.get(int(s.w), int(s.h))
	defer d.sheets.put(img)
	p := imagePen(img)
	draw.Draw(img, img.Rect, image.NewUniform(paper), image.Point{}, draw.Src)
	key, rows := s.groundKey(), img.Pix[:img.Stride*int(s.bottom)] // the map is at the top
	if kept := d.grounds.find(key); kept != nil {
		copy(rows, kept)
	} else {
		s.ground(p)
		d.grounds.keep(key, bytes.Clone(rows))
	}
	s.draw(p)
	e := png.Encoder{CompressionLevel: png.DefaultCompression, BufferPool: &buffers}
	return e.Encode(w, reduce(img))
}

// imagePen draws on an image.
func imagePen(img *image.RGBA) *pen {
	ctx := gg.NewContextForRGBA(img)
	ctx.SetLineCapButt()
	ctx.InvertY()
	p := newPen(outlined{vgimg.NewWith(vgimg.UseImageWithContext(img, ctx), vgimg.UseDPI(dots))}, float64(img.Rect.Dy()))
	p.least = readable
	return p
}

// sheets are images to draw on, which are too large to throw away.
type sheets struct{ sync.Pool }

func (s *sheets) get(w, h int) *image.RGBA {
	if img, ok := s.Get().(*image.RGBA); ok && img.Rect.Dx() == w && img.Rect.Dy() == h {
		return img
	}
	return image.NewRGBA(image.Rect(0, 0, w, h))
}

func (s *sheets) put(img *image.RGBA) { s.Put(img) }

// grounds are the grounds of the maps that were drawn last.
type grounds struct {
	mu    sync.Mutex
	pix   map[string][]byte
	order []string
}

// groundsKept bounds them: each has some 3 MB.
const groundsKept = 8

func (g *grounds) find(key string) []byte {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.pix[key]
}

func (g *grounds) keep(key string, pix []byte) {
	if key == "" {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.pix == nil {
		g.pix = map[string][]byte{}
	}
	if g.pix[key] == nil {
		g.order = append(g.order, key)
	}
	g.pix[key] = pix
	if len(g.order) > groundsKept {
		delete(g.pix, g.order[0])
		g.order = g.order[1:]
	}
}

// groundKey tells apart grounds that differ; "" for a part of a map, which is not kept.
func (s *sketch) groundKey() string {
	if s.grid == nil || !s.whole {
		return ""
	}
	var b bytes.Buffer
	fmt.Fprint(&b, s.w, s.grid.m.Flat, s.grid.m.Wash)
	for _, h := range s.grid.hexes {
		plain := board.Hex{Name: h.Name, At: h.At, Ground: h.Ground, Terrain: h.Terrain, Cost: h.Cost, Place: h.Place, Barred: h.Barred, Ridges: h.Ridges, River: h.River, Water: h.Water}
		fmt.Fprint(&b, plain, upper(h))
	}
	return b.String()
}

// buffers are those of the encoder, which are large.
var buffers pool

type pool struct{ sync.Pool }

func (p *pool) Get() *png.EncoderBuffer {
	b, _ := p.Pool.Get().(*png.EncoderBuffer)
	return b
}

func (p *pool) Put(b *png.EncoderBuffer) { p.Pool.Put(b) }

// palette is the colours of all PNGs: those that pictures use, text on them, and a cube for the
// other edges between them. nearest is the entry for each colour of 5 bits a part.
var palette, nearest = newPalette()

func newPalette() (color.Palette, *[1 << 15]uint8) {
	exact := append([]color.RGBA{paper, white, ink, faint, small, border, rock, wave, wall, alert}, owners...)
	exact = append(exact, runColours...)
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

// reduce is an image in the colours of the palette.
func reduce(img *image.RGBA) *image.Paletted {
	out := image.NewPaletted(img.Bounds(), palette)
	for i := range out.Pix {
		p := img.Pix[4*i : 4*i+3 : 4*i+3]
		out.Pix[i] = nearest[int(p[0]>>3)<<10|int(p[1]>>3)<<5|int(p[2]>>3)]
	}
	return out
}
