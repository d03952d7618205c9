package picture

import (
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// capital is the height of a capital letter of size 1.
const capital = 0.72

// typeface is a font with the outlines of its letters.
type typeface struct {
	font *opentype.Font
	em   float64

	mu   sync.Mutex
	buf  sfnt.Buffer
	seen map[rune]glyph
}

// glyph is a letter of size 1: its outline, upwards from the baseline.
type glyph struct {
	outline sfnt.Segments
	advance float64
}

var (
	plain = newTypeface(liberationsansregular.TTF)
	heavy = newTypeface(liberationsansbold.TTF)
)

func newTypeface(ttf []byte) *typeface {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // the font is part of the program
	}
	return &typeface{font: f, em: float64(f.UnitsPerEm()), seen: map[rune]glyph{}}
}

// glyph returns a letter; one that the font lacks is its empty box.
func (t *typeface) glyph(r rune) glyph {
	t.mu.Lock()
	defer t.mu.Unlock()
	g, ok := t.seen[r]
	if ok {
		return g
	}
	ppem := fixed.I(int(t.em))
	if i, err := t.font.GlyphIndex(&t.buf, r); err == nil {
		if outline, err := t.font.LoadGlyph(&t.buf, i, ppem, nil); err == nil {
			g.outline = append(sfnt.Segments(nil), outline...)
		}
		if n, err := t.font.GlyphAdvance(&t.buf, i, ppem, font.HintingNone); err == nil {
			g.advance = float64(n) / 64 / t.em
		}
	}
	t.seen[r] = g
	return g
}

// width is the width of a text of size 1.
func (t *typeface) width(s string) (w float64) {
	for _, r := range s {
		w += t.glyph(r).advance
	}
	return w
}

// outline returns a line of text as a shape at a place.
func (t *typeface) outline(at vec, size float64, text string) (s shape) {
	k := size / t.em / 64
	for _, r := range text {
		g := t.glyph(r)
		place := func(p fixed.Point26_6) vec { return vec{at.x + float64(p.X)*k, at.y + float64(p.Y)*k} }
		for i, seg := range g.outline {
			switch seg.Op {
			case sfnt.SegmentOpMoveTo:
				if i > 0 {
					s = append(s, stretch{closes: true})
				}
				s = append(s, stretch{move: true, to: place(seg.Args[0])})
			case sfnt.SegmentOpLineTo:
				s = s.line(place(seg.Args[0]))
			case sfnt.SegmentOpQuadTo:
				s = s.bend(place(seg.Args[0]), place(seg.Args[1]))
			case sfnt.SegmentOpCubeTo:
				s = s.curve(place(seg.Args[0]), place(seg.Args[1]), place(seg.Args[2]))
			}
		}
		if len(g.outline) > 0 {
			s = append(s, stretch{closes: true})
		}
		at.x += g.advance * size
	}
	return s
}
