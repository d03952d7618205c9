package picture

import (
	"errors"
	"fmt"
	"io"

	"railpost/engine/board"
)

// Wide is the width of a picture that says none, in pixels: the whole board of an 18xx
// game can be read at it.
const Wide = 860

// Options select the parts of a board that are drawn.
type Options struct {
	Width  int // in pixels, margins included; 0: Wide
	Height int // in pixels, at least: the pictures of a movie are equal
	// Around, if not nil, shows only the map near these hexes: a picture that a phone shows at full size.
	Around []string
	// Mats, if not nil, leaves out all but the mats of these owners.
	Mats []int
	// Boxes shows only the boxes for workers and the supply.
	Boxes bool
	// Themed makes colours of an SVG the variables of Style: they turn in the dark.
	Themed bool
}

// whole reports whether nothing is omitted.
func (o *Options) whole() bool { return o.Around == nil && o.Mats == nil && !o.Boxes }

// Cuts are the parts of a board that a phone shows at full size, the most needed first: the surroundings of the
// action; the reader's own mat and the boxes for workers. There may be none.
func Cuts(b *board.Board, reader int) (list []Options) {
	if b.Map != nil {
		if at := b.Map.Action(); at != nil {
			list = append(list, Options{Width: phone, Around: at})
		}
	}
	for _, m := range b.Mats {
		if b.Owners[m.Owner].Seat == reader {
			list = append(list, Options{Width: phone, Mats: []int{m.Owner}})
		}
	}
	if b.Boxes != nil {
		list = append(list, Options{Width: phone, Boxes: true})
	}
	return list
}

// phone is the width of a picture for phones, which show two dots in place of one.
const phone = 720

// Drawer draws boards. It keeps the hexes it has drawn as pixels, and the files it made last.
// The zero value is ready; several goroutines may use one.
type Drawer struct {
	stamps kept[*patch]
	files  kept[[]byte]

	easels easels
	last   one[[]uint8] // pixels
	fast   buffers
	small  buffers
}

// The memory of a Drawer, in bytes; up to twice that.
const (
	stampsKept = 12 << 20 // some 700 hexes in the size of a phone
	filesKept  = 1 << 20
)

var errNothing = errors.New("picture: the board has nothing to draw")

// Format is a kind of file.
type Format string

// Formats.
const (
	PNG Format = "png"
	SVG Format = "svg"
	PDF Format = "pdf"
)

// Draw writes a picture of a board.
func (d *Drawer) Draw(w io.Writer, f Format, b *board.Board, o Options) error {
	s := newSketch(b, o)
	if s == nil {
		return errNothing
	}
	if f == PNG {
		return d.png(w, s)
	}
	return lines(w, f, o, s.w, s.h, s.all)
}

// lines draws a picture in a format of lines, not pixels.
func lines(w io.Writer, f Format, o Options, width, height float64, draw func(*pen)) error {
	switch f {
	case SVG:
		return svg(w, width, height, o.Themed, draw)
	case PDF:
		return pdf(w, width, height, draw)
	}
	return fmt.Errorf("picture: no format is called %q", f)
}

// all draws the whole picture.
func (s *sketch) all(p *pen) {
	s.paper(p)
	s.ground(p)
	s.draw(p)
}

// Area is the place of a hex or a box for workers in a picture, for pointing at it.
type Area struct {
	Name   string
	Points [][2]float64 // its corners, in pixels from the top left
}

// Areas returns the size of a picture in pixels and where its hexes and boxes lie.
func Areas(b *board.Board, o Options) (width, height float64, list []Area) {
	s := newSketch(b, o)
	if s == nil {
		return 0, 0, nil
	}
	area := func(name string, corners []vec) {
		a := Area{Name: name}
		for _, c := range corners {
			a.Points = append(a.Points, [2]float64{c.x, c.y})
		}
		list = append(list, a)
	}
	if s.grid != nil {
		for _, h := range s.grid.hexes {
			area(h.Name, s.grid.outline(s.grid.centre(h.At), 1))
		}
	}
	if s.shelf != nil {
		for i := range s.shelf.boxes {
			area(s.shelf.boxes[i].Name, s.shelf.corners(i))
		}
	}
	return s.w, s.h, list
}

// Part is a rectangle of a picture, in pixels.
type Part struct{ X, Y, W, H float64 }

// Parts returns the size of a picture of a whole board, and where its mats and its boxes for workers are.
func Parts(b *board.Board, o Options) (whole Part, mats []Part, boxes Part) {
	s := newSketch(b, o)
	if s == nil {
		return
	}
	for _, m := range s.mats {
		mats = append(mats, Part{m.at.x - margin/2, m.at.y - margin/2, matWide*m.k + margin, m.high*m.k + margin})
	}
	if s.shelf != nil {
		top := s.h
		for i := range s.shelf.boxes {
			for _, c := range s.shelf.corners(i) {
				top = min(top, c.y)
			}
		}
		boxes = Part{0, max(0, top-4*margin), s.w, s.shelf.foot - top + 5*margin}
	}
	return Part{W: s.w, H: s.h}, mats, boxes
}
