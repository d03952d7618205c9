package picture

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"
)

// vector writes SVG. It keeps text as text, so that it can be searched and read aloud.
type vector struct {
	bytes.Buffer
	themed bool // colours are CSS variables
}

func svg(w io.Writer, width, height float64, themed bool, draw func(*pen)) error {
	v := &vector{themed: themed}
	fmt.Fprintf(v, `<?xml version="1.0"?>
<svg width="%.5gpt" height="%.5gpt" viewBox="0 0 %.5[1]g %.5[2]g" xmlns="http://www.w3.org/2000/svg">
<g font-family="Liberation Sans,Arial,Helvetica,sans-serif">
`, width, height)
	draw(newPen(v))
	v.WriteString("</g>\n</svg>\n")
	_, err := v.WriteTo(w)
	return err
}

func (v *vector) fill(s shape, c color.Color) {
	v.path(s)
	v.colour("fill", c)
	v.WriteString("/>\n")
}

func (v *vector) stroke(s shape, c color.Color, width float64, dashes []float64) {
	v.path(s)
	v.colour("stroke", c)
	fmt.Fprintf(v, ` fill="none" stroke-width="%.5g"`, width)
	for i, d := range dashes {
		fmt.Fprintf(v, []string{` stroke-dasharray="%.5g`, ",%.5g"}[min(i, 1)], d)
	}
	if len(dashes) > 0 {
		v.WriteByte('"')
	}
	v.WriteString("/>\n")
}

// write sets the width of a text explicitly, since another machine's font may have another.
func (v *vector) write(at vec, f *typeface, size float64, c color.Color, text string) {
	fmt.Fprintf(v, `<text x="%.5g" y="%.5g" font-size="%.5g"`, at.x, at.y, size)
	if f == heavy {
		v.WriteString(` font-weight="bold"`)
	}
	v.colour("fill", c)
	fmt.Fprintf(v, ` textLength="%.1f" lengthAdjust="spacingAndGlyphs">%s</text>`+"\n", f.width(text)*size, html.EscapeString(text))
}

func (v *vector) path(s shape) {
	v.WriteString(`<path d="`)
	for _, st := range s {
		a, b, to := st.controls[0], st.controls[1], st.to
		switch {
		case st.closes:
			v.WriteByte('Z')
		case st.move:
			fmt.Fprintf(v, "M%.5g,%.5g", to.x, to.y)
		case st.n == 2:
			fmt.Fprintf(v, "C%.5g,%.5g,%.5g,%.5g,%.5g,%.5g", a.x, a.y, b.x, b.y, to.x, to.y)
		case st.n == 1:
			fmt.Fprintf(v, "Q%.5g,%.5g,%.5g,%.5g", a.x, a.y, to.x, to.y)
		default:
			fmt.Fprintf(v, "L%.5g,%.5g", to.x, to.y)
		}
	}
	v.WriteByte('"')
}

func (v *vector) colour(of string, c color.Color) {
	if p, ok := c.(paint); ok && p.name != "" && v.themed {
		fmt.Fprintf(v, ` %s="var(--b-%s)"`, of, p.name)
		return
	}
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	fmt.Fprintf(v, ` %s="#%02X%02X%02X"`, of, n.R, n.G, n.B)
}
