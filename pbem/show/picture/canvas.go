package picture

import (
	"image/color"

	"git.sr.ht/~sbinet/gg"
)

// canvas is an output format's drawing surface. Its origin is at the top left.
type canvas interface {
	fill(s shape, c color.Color)
	stroke(s shape, c color.Color, width float64, dashes []float64)
	// write writes a line of text that begins at a place, where its letters stand.
	write(at vec, f *typeface, size float64, c color.Color, text string)
}

// bitmap draws on an image.
type bitmap struct{ *gg.Context }

func (p bitmap) fill(s shape, c color.Color) {
	p.outline(s)
	p.SetColor(c)
	p.Fill()
}

func (p bitmap) stroke(s shape, c color.Color, width float64, dashes []float64) {
	p.SetColor(c)
	p.SetLineWidth(width)
	p.SetDash(dashes...)
	p.outline(s)
	p.Stroke()
}

// write draws the letters as shapes: gg's own text is slow.
func (p bitmap) write(at vec, f *typeface, size float64, c color.Color, text string) {
	p.fill(f.outline(at, size, text), c)
}

func (p bitmap) outline(s shape) {
	for _, st := range s {
		a, b, to := st.controls[0], st.controls[1], st.to
		switch {
		case st.closes:
			p.ClosePath()
		case st.move:
			p.MoveTo(to.x, to.y)
		case st.n == 2:
			p.CubicTo(a.x, a.y, b.x, b.y, to.x, to.y)
		case st.n == 1:
			p.QuadraticTo(a.x, a.y, to.x, to.y)
		default:
			p.LineTo(to.x, to.y)
		}
	}
}
