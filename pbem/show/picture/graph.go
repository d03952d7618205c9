package picture

import (
	"cmp"
	"errors"
	"image/png"
	"io"
	"math"
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/board"
)

// GraphWide is the default width of a graph, in pixels: a phone shows it at half of that.
const GraphWide = 720

// Graph writes a picture of a graph.
func (d *Drawer) Graph(w io.Writer, f Format, g *board.Graph, o Options) error {
	p := newPlot(g, float64(cmp.Or(o.Width, GraphWide)))
	if p == nil {
		return errors.New("picture: the graph has nothing to draw")
	}
	if f == PNG {
		return d.flat(w, p.w, p.h, p.draw)
	}
	return lines(w, f, o, p.w, p.h, p.draw)
}

// flat writes a PNG without keeping any part of it.
func (d *Drawer) flat(w io.Writer, width, height float64, do func(*pen)) error {
	to := d.blank(int(width), int(height))
	to.over(to.Rect, do)
	e := png.Encoder{CompressionLevel: png.DefaultCompression, BufferPool: &d.small}
	err := e.Encode(w, to.Paletted)
	d.last.keep(to.Pix)
	return err
}

// plot is a graph that is laid out. Its sizes are those of a phone's width (graphUnits).
type plot struct {
	g         *board.Graph
	unit      float64 // in pixels
	w, h      float64 // in pixels
	low, high int     // of the scale
	step      int
	name      float64 // where the names of bars begin
	left      float64 // where the values begin
	right     float64 // where they end
	top, foot float64
}

// Sizes of a graph, in units: its width is graphUnits.
const (
	graphUnits  = 360
	graphMargin = 8
	headSize    = 14
	labelSize   = 12
	labelHigh   = 14 // from one label to the next
	scaleSize   = 11
	leader      = 10 // from the end of a line to its sample before the label
	sampleWide  = 18
	labelMost   = 110
	graphHigh   = 180
	barHigh     = 18
)

func newPlot(g *board.Graph, width float64) *plot {
	p := &plot{g: g, unit: width / graphUnits, w: width, top: 2*graphMargin + headSize, right: graphUnits - graphMargin}
	switch {
	case g.Rounds != nil:
		if !p.bounds() {
			return nil
		}
		p.left = graphMargin + max(plain.width(strconv.Itoa(p.low)), plain.width(strconv.Itoa(p.high)))*scaleSize + 4
		p.right -= leader + sampleWide + 4 + min(labelMost, p.widest())
		p.foot = p.top + max(graphHigh, labelHigh*float64(len(g.Lines)))
		p.h = p.foot + scaleSize + 2*graphMargin
	case len(g.Bars) > 0:
		for _, b := range g.Bars {
			p.high = max(p.high, b.N)
			p.name = max(p.name, plain.width(b.Of)*labelSize)
			p.left = max(p.left, min(labelMost, heavy.width(b.Name)*labelSize))
		}
		if len(g.Heads) == 3 {
			p.name, p.left = max(p.name, plain.width(g.Heads[0])*scaleSize), max(p.left, plain.width(g.Heads[1])*scaleSize)
			p.top += scaleSize
		}
		p.name += 2 * graphMargin
		p.left += p.name + graphMargin
		p.right -= heavy.width(strconv.Itoa(p.high))*labelSize + 4
		p.h = p.top + barHigh*float64(len(g.Bars)) + graphMargin
	default:
		return nil
	}
	p.h = math.Ceil(p.h * p.unit)
	return p
}

// bounds finds the scale; false: there are no values. It has 0, so that a small change looks small.
func (p *plot) bounds() (any bool) {
	p.low, p.high, any = p.g.Bounds()
	p.low, p.high = min(p.low, 0), max(p.high, 0)
	p.step = tick(p.high - p.low)
	p.low = floor(p.low, p.step)
	p.high = max(-floor(-p.high, p.step), p.low+p.step)
	return any
}

// tick is a distance of round numbers that makes four or five of a range.
func tick(span int) int {
	for n := 1; ; n *= 10 {
		for _, step := range []int{n, 2 * n, 5 * n} {
			if span <= 5*step {
				return step
			}
		}
	}
}

func floor(n, step int) int { return int(math.Floor(float64(n)/float64(step))) * step }

func (p *plot) widest() (w float64) {
	for _, l := range p.g.Lines {
		if i := l.Last(); i >= 0 {
			w = max(w, heavy.width(endLabel(&l, i))*labelSize)
		}
	}
	return w
}

func endLabel(l *board.GraphLine, last int) string { return l.Name + " " + strconv.Itoa(*l.Of[last]) }

// at is the place of a value.
func (p *plot) at(round, n int) vec {
	x := p.left
	if rounds := len(p.g.Rounds); rounds > 1 {
		x += (p.right - p.left) * float64(round) / float64(rounds-1)
	}
	return vec{x, p.foot - (p.foot-p.top)*float64(n-p.low)/float64(p.high-p.low)}
}

func (p *plot) draw(pen *pen) {
	pen.fill(box(vec{p.w / 2, p.h / 2}, p.w, p.h, 0), paper)
	pen.scale *= p.unit
	pen.text(vec{graphMargin, graphMargin + headSize/2}, fitted(p.g.Head, headSize, graphUnits-2*graphMargin, true), 0, true, ink, p.g.Head)
	if p.g.Rounds == nil {
		p.bars(pen)
		return
	}
	p.scale(pen)
	for i := range p.g.Lines {
		p.line(pen, i)
	}
	p.ends(pen)
}

// scale draws the scales for values and rounds.
func (p *plot) scale(pen *pen) {
	for n := p.low; n <= p.high; n += p.step {
		at := p.at(0, n)
		pen.stroke(from(at).line(vec{p.right, at.y}), engine.If(n == 0, faint, border), 0.6)
		pen.text(vec{p.left - 3, at.y}, scaleSize, 1, false, small, strconv.Itoa(n))
	}
	free := math.Inf(-1) // where the next word has room
	last := len(p.g.Rounds) - 1
	lastBegins := p.at(last, p.low).x - plain.width(p.g.Rounds[last])*scaleSize/2 - 4
	for i, name := range p.g.Rounds {
		at := p.at(i, p.low)
		pen.stroke(from(at).line(at.add(vec{0, 2.5})), faint, 0.6)
		half := plain.width(name) * scaleSize / 2
		if at.x-half < free || i < last && at.x+half > lastBegins {
			continue
		}
		pen.text(at.add(vec{0, 4 + scaleSize/2}), scaleSize, 0.5, false, small, name)
		free = at.x + half + 4
	}
}

// lineDashes distinguish lines without their colours.
var lineDashes = [][]float64{nil, {5, 2.5}, {1.8, 1.8}, {8, 2, 2, 2}}

const lineWide = 1.8

// lineLook is the colour and dashes of a line, and its outline: one that is seen if the colour is too near that of the ground.
func (p *plot) lineLook(i int) (c, around paint, dashes []float64) {
	c = styled(p.g.Lines[i].Style, p.g.Lines[i].Colour)
	return c, casing(c), lineDashes[i%len(lineDashes)]
}

func casing(c paint) paint {
	if min(contrast(c.day, paper.day), contrast(c.night, paper.night)) < 3 { // WCAG 2, 1.4.11
		return faint
	}
	return paper
}

// line draws the values of a line, broken where there are none.
func (p *plot) line(pen *pen, i int) {
	c, around, dashes := p.lineLook(i)
	var part shape
	flush := func() {
		if len(part) > 1 {
			pen.stroke(part, around, lineWide+1.2)
			pen.stroke(part, c, lineWide, dashes...)
		}
		part = nil
	}
	for round, n := range p.g.Lines[i].Of {
		switch {
		case n == nil:
			flush()
		case part == nil:
			part = from(p.at(round, *n))
		default:
			part = part.line(p.at(round, *n))
		}
	}
	flush()
}

// ends writes the owner and the last value at the end of each line, without overlaps.
func (p *plot) ends(pen *pen) {
	type end struct {
		line int
		at   vec
		y    float64
	}
	var list []end
	for i := range p.g.Lines {
		if last := p.g.Lines[i].Last(); last >= 0 {
			at := p.at(last, *p.g.Lines[i].Of[last])
			list = append(list, end{i, at, at.y})
		}
	}
	slices.SortStableFunc(list, func(a, b end) int { return cmp.Compare(a.at.y, b.at.y) })
	for i := range list { // downwards as far as needed, then up from the foot
		if i > 0 {
			list[i].y = max(list[i].y, list[i-1].y+labelHigh)
		}
	}
	for i, most := len(list)-1, p.foot; i >= 0; i-- {
		list[i].y = min(list[i].y, most)
		most = list[i].y - labelHigh
	}
	for _, e := range list {
		c, around, dashes := p.lineLook(e.line)
		begin, to := vec{p.right + leader, e.y}, vec{p.right + leader + sampleWide, e.y}
		pen.stroke(from(e.at).line(begin), faint, 0.6)
		pen.stroke(from(begin).line(to), around, lineWide+1.2)
		pen.stroke(from(begin).line(to), c, lineWide, dashes...)
		pen.fill(circle(e.at, lineWide*1.5), faint)
		pen.fill(circle(e.at, lineWide*1.1), c)
		l := &p.g.Lines[e.line]
		label := endLabel(l, l.Last())
		pen.text(to.add(vec{4, 0}), fitted(label, labelSize, labelMost, true), 0, true, ink, label)
	}
}

// bars draws one number below the other.
func (p *plot) bars(pen *pen) {
	for i, x := range []float64{graphMargin, p.name, p.left} {
		if i < len(p.g.Heads) {
			pen.text(vec{x, p.top - scaleSize/2}, scaleSize, 0, false, small, p.g.Heads[i])
		}
	}
	for i, b := range p.g.Bars {
		y := p.top + barHigh*(float64(i)+0.5)
		pen.text(vec{graphMargin, y}, labelSize, 0, false, ink, b.Of)
		pen.text(vec{p.name, y}, fitted(b.Name, labelSize, labelMost, true), 0, true, ink, b.Name)
		wide := (p.right - p.left) * float64(max(b.N, 0)) / float64(max(p.high, 1))
		bar := box(vec{p.left + wide/2, y}, wide, barHigh*0.68, 0)
		pen.fill(bar, styled(b.Style, b.Colour))
		pen.edge(bar, faint, 0.6)
		pen.text(vec{p.left + wide + 4, y}, labelSize, 0, true, ink, strconv.Itoa(b.N))
	}
}
