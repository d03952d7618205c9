package picture

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"sync"

	"git.sr.ht/~sbinet/gg"

	"railpost/engine/board"
)

// A map in pixels is composed of stamps: a stamp is one hex with everything on it. Most hexes of a picture look
// as they did in the last one of their game, or of another game, so they are copied. Parts that reach beyond
// their hex are drawn over the stamps.

// sheet is an image in the colours of the palette.
type sheet struct{ *image.Paletted }

// patch is a stamp, or another part of a picture, in pixels.
type patch struct {
	w    int
	pix  []uint8
	rows []span // which pixels of a row are its own; nil: all
}

type span struct{ from, to int }

// put copies a stamp whose upper left corner is at x, y.
func (s sheet) put(st *patch, x, y int) {
	for row := range len(st.pix) / st.w {
		from, to := 0, st.w
		if st.rows != nil {
			from, to = st.rows[row].from, st.rows[row].to
		}
		from, to = max(from, -x), min(to, s.Rect.Dx()-x)
		if at := y + row; at >= 0 && at < s.Rect.Dy() && from < to {
			copy(s.Pix[at*s.Stride+x+from:], st.pix[row*st.w+from:row*st.w+to])
		}
	}
}

// over draws on a part of the sheet.
func (s sheet) over(r image.Rectangle, draw func(*pen)) {
	if r = r.Intersect(s.Rect); r.Empty() {
		return
	}
	img := image.NewRGBA(image.Rect(0, 0, r.Dx(), r.Dy()))
	p, exact := imagePen(img), &ofPNG().exact // it is white
	for y := range r.Dy() {
		row := s.Pix[(r.Min.Y+y)*s.Stride+r.Min.X:]
		to := img.Pix[y*img.Stride:]
		for x := range r.Dx() {
			copy(to[4*x:4*x+4], exact[row[x]][:])
		}
	}
	p.left, p.top = -float64(r.Min.X), -float64(r.Min.Y)
	draw(p)
	for y := range r.Dy() {
		reduce(s.Pix[(r.Min.Y+y)*s.Stride+r.Min.X:][:r.Dx()], img.Pix[y*img.Stride:])
	}
}

// imagePen draws on an image. A point of its canvas is a pixel.
func imagePen(img *image.RGBA) *pen {
	ctx := gg.NewContextForRGBA(img)
	ctx.SetLineCapButt()
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	p := newPen(bitmap{ctx})
	p.least = readable
	return p
}

// beyond is the width in pixels of the neighbours' part of a stamp, so that there are no gaps; stampEdge is the
// room around a hex on its stamp.
const (
	beyond    = 0.75
	stampEdge = 2
)

// stampMap puts the hexes of a picture on the sheet.
func (d *Drawer) stampMap(to sheet, s *sketch) {
	g := s.grid
	r := reach.times(g.unit)
	half := vec{math.Ceil(r.x) + stampEdge, math.Ceil(r.y) + stampEdge}
	var rows []span
	for i, h := range g.hexes {
		key := string(s.keys[i])
		st, ok := d.stamps.get(key)
		if !ok {
			if rows == nil {
				rows = g.spans(half)
			}
			st = d.stamp(s, &s.shown[i], half, rows)
			d.stamps.put(key, st, len(st.pix), stampsKept)
		}
		c := g.centre(h.At)
		to.put(st, int(math.Round(c.x)-half.x), int(math.Round(c.y)-half.y))
	}
}

// stamp draws one hex.
func (d *Drawer) stamp(s *sketch, h *board.Hex, half vec, rows []span) *patch {
	g := *s.grid
	g.hexes = []*board.Hex{h}
	g.origin = half.sub(step(h.At).times(g.unit))
	one := *s
	one.grid = &g
	e := d.easels.get(int(2*half.x), int(2*half.y))
	defer d.easels.put(e)
	e.clear(fillOf("").day)
	g.ground(e.pen)
	one.tiles(e.pen)
	one.tokens(e.pen)
	st := e.patch()
	st.rows = rows
	return st
}

// patch is the drawing so far.
func (e *easel) patch() *patch {
	st := &patch{w: e.img.Rect.Dx(), pix: make([]uint8, len(e.img.Pix)/4)}
	reduce(st.pix, e.img.Pix)
	return st
}

// easel is an image with a pen, for one stamp after another.
type easel struct {
	img *image.RGBA
	pen *pen
}

func (e *easel) clear(c color.RGBA) {
	first := e.img.Pix[:e.img.Stride]
	for x := 0; x < len(first); x += 4 {
		first[x], first[x+1], first[x+2], first[x+3] = c.R, c.G, c.B, c.A
	}
	for y := 1; y < e.img.Rect.Dy(); y++ {
		copy(e.img.Pix[y*e.img.Stride:], first)
	}
}

// easels are unused ones.
type easels struct{ sync.Pool }

func (p *easels) get(w, h int) *easel {
	if e, ok := p.Pool.Get().(*easel); ok && e.img.Rect.Dx() == w && e.img.Rect.Dy() == h {
		return e
	}
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	return &easel{img, imagePen(img)}
}

func (p *easels) put(e *easel) { p.Pool.Put(e) }

// beyondStamps draws the parts that reach beyond their hexes.
func (d *Drawer) beyondStamps(to sheet, s *sketch) {
	s.eachMark(func(h *board.Hex, text string) {
		c, r := s.grid.centre(h.At), s.grid.unit*0.6
		to.over(image.Rect(int(c.x-r), int(c.y-r), int(c.x+r), int(c.y+r)), func(p *pen) { s.grid.mark(p, c, text) })
	})
	for _, n := range s.plates() {
		half := vec{n.wide/2 + 2, n.high/2 + 2}
		from, end := n.at.sub(half), n.at.add(half)
		to.over(image.Rect(int(from.x), int(from.y), int(end.x), int(end.y)), n.draw)
	}
}

// spans are the pixels of a hex, row by row: those between its sides.
func (g *grid) spans(half vec) []span {
	rows := make([]span, 2*int(half.y))
	for y := range rows {
		from, to, at := -half.x, half.x, float64(y)+0.5-half.y
		for e := range board.Edges {
			m := middle(e)
			room := (g.unit/2+beyond)/2 - at*m.y // for the part of x in the direction of the side
			switch {
			case m.x > 1e-9:
				to = min(to, room/m.x)
			case m.x < -1e-9:
				from = max(from, room/m.x)
			case room < 0:
				to = from
			}
		}
		rows[y] = span{max(int(math.Ceil(from+half.x-0.5)), 0), min(int(math.Floor(to+half.x-0.5))+1, 2*int(half.x))}
	}
	return rows
}

// key returns the key of the whole picture, and keeps those of its parts.
func (s *sketch) key() string {
	all := sha256.New()
	if g := s.grid; g != nil {
		var same []byte
		for _, o := range s.b.Owners {
			same = fmt.Append(same, o.Mark, o.Style, o.Colour, o.Round, ";")
		}
		same = fmt.Append(same, g.unit, ";")
		beside := facing(g.m)
		for _, h := range g.hexes {
			s.shown = append(s.shown, s.shownOf(h, beside))
			key := s.hexKey(bytes.Clone(same), &s.shown[len(s.shown)-1])
			s.keys = append(s.keys, key)
			fmt.Fprintf(all, "%s%v", key, h.At)
		}
		fmt.Fprintf(all, "%v", s.b.Map.Marks)
	}
	for _, p := range s.pieces() {
		fmt.Fprint(all, p.key, p.at)
	}
	fmt.Fprint(all, s.w, s.h)
	return string(all.Sum(nil))
}

// shownOf returns the facts on a stamp of a hex: including half of its neighbours' walls and ridges, and
// without everything that is drawn over the stamps.
func (s *sketch) shownOf(h *board.Hex, beside map[board.Point][2]uint8) board.Hex {
	shown := *h
	shown.Barred |= beside[h.At][0]
	shown.Ridges |= beside[h.At][1]
	if h.Town != nil {
		shown.Place = ""
	}
	return shown
}

// hexKey appends the facts on a stamp.
func (s *sketch) hexKey(b []byte, h *board.Hex) []byte {
	anywhere := *h
	anywhere.At = board.Point{}
	if s.grid.ruled() {
		anywhere.Name = "" // too small for names
	}
	b = anywhere.Append(b)
	for _, o := range s.over[h.Name] {
		b = append(o.Append(b), 'l')
	}
	for _, r := range s.ran[h.Name] {
		b = append(b, byte(r.line), byte(r.track.A), byte(r.track.B), 'r')
	}
	return b
}

// facing returns the walls and ridges that hexes have from their neighbours, by their places.
func facing(m *board.Map) map[board.Point][2]uint8 {
	list := map[board.Point][2]uint8{}
	for i := range m.Hexes {
		h := &m.Hexes[i]
		for e := range board.Edges {
			if (h.Barred|h.Ridges)&(1<<e) == 0 {
				continue
			}
			at := neighbour(h.At, e)
			with, back := list[at], (e+board.Edges/2)%board.Edges
			with[0] |= h.Barred >> e & 1 << back
			with[1] |= h.Ridges >> e & 1 << back
			list[at] = with
		}
	}
	return list
}

// kept are values that were used lately, up to a size: twice that at most.
type kept[V any] struct {
	mu         sync.Mutex
	young, old map[string]V
	size       int
}

func (k *kept[V]) get(key string) (v V, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if v, ok = k.young[key]; ok {
		return v, ok
	}
	if v, ok = k.old[key]; ok {
		k.young[key] = v
	}
	return v, ok
}

func (k *kept[V]) put(key string, v V, size, most int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.young == nil || k.size+size > most {
		k.young, k.old, k.size = map[string]V{}, k.young, 0
	}
	k.young[key] = v
	k.size += size
}
