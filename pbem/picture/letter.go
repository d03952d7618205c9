package picture

import (
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	stdfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// capital is the height of a capital letter of size 1.
const capital = 0.72

// typeface is a font whose letters are known as outlines.
type typeface struct {
	font   *opentype.Font
	weight stdfont.Weight
	em     float64

	mu   sync.Mutex
	buf  sfnt.Buffer
	seen map[rune]glyph
}

// glyph is a letter of size 1: its outline, upwards from the line it stands on.
type glyph struct {
	outline sfnt.Segments
	advance float64
}

var (
	plain = newTypeface(liberationsansregular.TTF, stdfont.WeightNormal)
	heavy = newTypeface(liberationsansbold.TTF, stdfont.WeightBold)
)

func newTypeface(ttf []byte, weight stdfont.Weight) *typeface {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // the font is part of the program
	}
	return &typeface{font: f, weight: weight, em: float64(f.UnitsPerEm()), seen: map[rune]glyph{}}
}

// face is the font in a size, for a canvas that writes text as text.
func (t *typeface) face(size float64) font.Face {
	return font.Face{Font: font.Font{Typeface: "Liberation", Variant: "Sans", Weight: t.weight, Size: vg.Length(size)}, Face: t.font}
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
		if n, err := t.font.GlyphAdvance(&t.buf, i, ppem, stdfont.HintingNone); err == nil {
			g.advance = float64(n) / 64 / t.em
		}
	}
	t.seen[r] = g
	return g
}

// width is that of a text of size 1.
func (t *typeface) width(s string) (w float64) {
	for _, r := range s {
		w += t.glyph(r).advance
	}
	return w
}

// outlined is a canvas that draws text as shapes: PDF's own text knows the letters of
// Western Europe only, and that of images is slow.
type outlined struct{ vg.Canvas }

func (c outlined) FillString(f font.Face, at vg.Point, s string) {
	t := plain
	if f.Font.Weight == stdfont.WeightBold {
		t = heavy
	}
	size := float64(f.Font.Size)
	k := size / t.em / 64
	var path vg.Path
	for _, r := range s {
		g := t.glyph(r)
		place := func(p fixed.Point26_6) vg.Point {
			return vg.Point{X: at.X + vg.Length(float64(p.X)*k), Y: at.Y - vg.Length(float64(p.Y)*k)}
		}
		for i, seg := range g.outline {
			switch seg.Op {
			case sfnt.SegmentOpMoveTo:
				if i > 0 {
					path.Close()
				}
				path.Move(place(seg.Args[0]))
			case sfnt.SegmentOpLineTo:
				path.Line(place(seg.Args[0]))
			case sfnt.SegmentOpQuadTo:
				path.QuadTo(place(seg.Args[0]), place(seg.Args[1]))
			case sfnt.SegmentOpCubeTo:
				path.CubeTo(place(seg.Args[0]), place(seg.Args[1]), place(seg.Args[2]))
			}
		}
		if len(g.outline) > 0 {
			path.Close()
		}
		at.X += vg.Length(g.advance * size)
	}
	if path != nil {
		c.Fill(path)
	}
}
