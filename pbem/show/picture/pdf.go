package picture

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image/color"
	"io"
)

// A4 in points, and the margin that printers need.
const (
	a4Short, a4Long = 595.28, 841.89
	a4Margin        = 28
)

// page writes the content of a page of PDF (ISO 32000-1, 8). Its text is shapes, since text needs fonts in the file.
type page struct{ bytes.Buffer }

// pdf is a sheet of A4, upright or not, with the picture as large as it can be.
func pdf(w io.Writer, width, height float64, draw func(*pen)) error {
	wide, high := a4Short, a4Long
	if width > height {
		wide, high = high, wide
	}
	pg := &page{}
	fmt.Fprintf(pg, "1 0 0 -1 0 %.2f cm\n", high) // from the top
	p := newPen(pg)
	p.scale = min((wide-2*a4Margin)/width, (high-2*a4Margin)/height)
	p.left, p.top = (wide-width*p.scale)/2, a4Margin
	draw(p)
	_, err := w.Write(pg.file(wide, high))
	return err
}

// file is a whole file with the page: its objects, then where each of them begins (7.5).
func (pg *page) file(wide, high float64) []byte {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = pg.WriteTo(z) // into memory
	_ = z.Close()
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n%\x80\x80\x80\x80\n")
	var starts []int
	for i, object := range []string{
		"<</Type /Catalog /Pages 2 0 R>>",
		"<</Type /Pages /Kids [3 0 R] /Count 1>>",
		fmt.Sprintf("<</Type /Page /Parent 2 0 R /MediaBox [0 0 %.2f %.2f] /Contents 4 0 R /Resources <<>>>>", wide, high),
		fmt.Sprintf("<</Filter /FlateDecode /Length %d>> stream\n%s\nendstream", packed.Len(), &packed),
	} {
		starts = append(starts, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	xref := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(starts)+1)
	for _, at := range starts {
		fmt.Fprintf(&out, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&out, "trailer\n<</Size %d /Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(starts)+1, xref)
	return out.Bytes()
}

func (pg *page) fill(s shape, c color.Color) {
	pg.colour("rg", c)
	pg.path(s)
	pg.WriteString("f\n")
}

func (pg *page) stroke(s shape, c color.Color, width float64, dashes []float64) {
	pg.colour("RG", c)
	fmt.Fprintf(pg, "%.3f w %.3f 0 d\n", width, dashes)
	pg.path(s)
	pg.WriteString("S\n")
}

func (pg *page) write(at vec, f *typeface, size float64, c color.Color, text string) {
	pg.fill(f.outline(at, size, text), c)
}

// path has cubic curves only, as PDF: a bend becomes one whose handles go two thirds of the way to its control.
func (pg *page) path(s shape) {
	var last vec
	for _, st := range s {
		a, b, to := st.controls[0], st.controls[1], st.to
		if st.n == 1 {
			a, b = last.mix(a, 2./3), to.mix(a, 2./3)
		}
		switch {
		case st.closes:
			pg.WriteString("h\n")
			continue
		case st.move:
			fmt.Fprintf(pg, "%.3f %.3f m\n", to.x, to.y)
		case st.n > 0:
			fmt.Fprintf(pg, "%.3f %.3f %.3f %.3f %.3f %.3f c\n", a.x, a.y, b.x, b.y, to.x, to.y)
		default:
			fmt.Fprintf(pg, "%.3f %.3f l\n", to.x, to.y)
		}
		last = to
	}
}

func (pg *page) colour(operator string, c color.Color) {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	fmt.Fprintf(pg, "%.3f %.3f %.3f %s\n", float64(n.R)/255, float64(n.G)/255, float64(n.B)/255, operator)
}
