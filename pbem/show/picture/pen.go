package picture

import (
	"image/color"
	"math"

	"railpost/engine"
)

// vec is a place in a picture, or a step: to the right and downwards.
type vec struct{ x, y float64 }

func (a vec) add(b vec) vec            { return vec{a.x + b.x, a.y + b.y} }
func (a vec) sub(b vec) vec            { return vec{a.x - b.x, a.y - b.y} }
func (a vec) times(k float64) vec      { return vec{a.x * k, a.y * k} }
func (a vec) length() float64          { return math.Hypot(a.x, a.y) }
func (a vec) far(b vec) float64        { return a.sub(b).length() }
func (a vec) dot(b vec) float64        { return a.x*b.x + a.y*b.y }
func (a vec) mix(b vec, t float64) vec { return a.add(b.sub(a).times(t)) }

// polar is the step of a length in a direction, in degrees clockwise from the right.
func polar(degrees, length float64) vec {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return vec{cos * length, sin * length}
}

// pen draws on a canvas.
type pen struct {
	c         canvas
	scale     float64
	left, top float64 // where the picture begins
	least     float64 // smaller text is omitted
}

func newPen(c canvas) *pen { return &pen{c: c, scale: 1} }

func (p *pen) at(v vec) vec { return vec{p.left + v.x*p.scale, p.top + v.y*p.scale} }

// shape is an outline of lines and curves.
type shape []stretch

// stretch goes to a place, or back to where its outline began; its controls make it a curve.
type stretch struct {
	move     bool
	closes   bool
	controls [2]vec
	n        int // controls that count
	to       vec
}

func from(v vec) shape           { return shape{{move: true, to: v}} }
func (s shape) line(v vec) shape { return append(s, stretch{to: v}) }
func (s shape) curve(a, b, v vec) shape {
	return append(s, stretch{controls: [2]vec{a, b}, n: 2, to: v})
}
func (s shape) bend(a, v vec) shape { return append(s, stretch{controls: [2]vec{a}, n: 1, to: v}) }

func polygon(points ...vec) shape {
	s := from(points[0])
	for _, v := range points[1:] {
		s = s.line(v)
	}
	return s
}

// round is the handle of a quarter of a circle of radius 1.
const round = 0.5523

func circle(c vec, r float64) shape {
	k := r * round
	s := from(vec{c.x + r, c.y})
	s = s.curve(vec{c.x + r, c.y + k}, vec{c.x + k, c.y + r}, vec{c.x, c.y + r})
	s = s.curve(vec{c.x - k, c.y + r}, vec{c.x - r, c.y + k}, vec{c.x - r, c.y})
	s = s.curve(vec{c.x - r, c.y - k}, vec{c.x - k, c.y - r}, vec{c.x, c.y - r})
	return s.curve(vec{c.x + k, c.y - r}, vec{c.x + r, c.y - k}, vec{c.x + r, c.y})
}

// box is a rectangle around a place, its corners rounded by r.
func box(c vec, width, height, r float64) shape {
	x, y := width/2, height/2
	if r == 0 {
		return polygon(vec{c.x - x, c.y - y}, vec{c.x + x, c.y - y}, vec{c.x + x, c.y + y}, vec{c.x - x, c.y + y})
	}
	k := r * (1 - round)
	s := from(vec{c.x - x + r, c.y - y}).line(vec{c.x + x - r, c.y - y})
	s = s.curve(vec{c.x + x - k, c.y - y}, vec{c.x + x, c.y - y + k}, vec{c.x + x, c.y - y + r}).line(vec{c.x + x, c.y + y - r})
	s = s.curve(vec{c.x + x, c.y + y - k}, vec{c.x + x - k, c.y + y}, vec{c.x + x - r, c.y + y}).line(vec{c.x - x + r, c.y + y})
	s = s.curve(vec{c.x - x + k, c.y + y}, vec{c.x - x, c.y + y - k}, vec{c.x - x, c.y + y - r}).line(vec{c.x - x, c.y - y + r})
	return s.curve(vec{c.x - x, c.y - y + k}, vec{c.x - x + k, c.y - y}, vec{c.x - x + r, c.y - y})
}

// path is a shape on the canvas.
func (p *pen) path(s shape, closed bool) shape {
	path := make(shape, 0, len(s)+1)
	for i, st := range s {
		if closed && st.move && i > 0 {
			path = append(path, stretch{closes: true})
		}
		st.to, st.controls = p.at(st.to), [2]vec{p.at(st.controls[0]), p.at(st.controls[1])}
		path = append(path, st)
	}
	if closed {
		path = append(path, stretch{closes: true})
	}
	return path
}

func (p *pen) fill(s shape, c color.Color) { p.c.fill(p.path(s, true), c) }

func (p *pen) stroke(s shape, c color.Color, width float64, dashes ...float64) {
	p.draw(p.path(s, false), c, width, dashes)
}

// edge strokes a closed outline.
func (p *pen) edge(s shape, c color.Color, width float64, dashes ...float64) {
	p.draw(p.path(s, true), c, width, dashes)
}

func (p *pen) draw(path shape, c color.Color, width float64, dashes []float64) {
	if width > 0 {
		p.c.stroke(path, c, width*p.scale, scaled(dashes, p.scale))
	}
}

func scaled(dashes []float64, k float64) []float64 {
	return engine.Each(dashes, func(d float64) float64 { return d * k })
}

// text writes a line at a place: aside is the position of the place in it, from 0 at its beginning to 1 at its
// end. Its capitals are centred vertically.
func (p *pen) text(at vec, size, aside float64, bold bool, c color.Color, s string) {
	if size*p.scale < p.least {
		return
	}
	f := engine.If(bold, heavy, plain)
	start := vec{at.x - f.width(s)*size*aside, at.y + capital*size/2}
	p.c.write(p.at(start), f, size*p.scale, c, s)
}

// label writes a line in the middle of a place, made smaller where it is wider than room.
func (p *pen) label(at vec, size, room float64, bold bool, c color.Color, s string) {
	p.text(at, fitted(s, size, room, bold), 0.5, bold, c, s)
}

// fitted is the size at which a text is no wider than room.
func fitted(s string, size, room float64, bold bool) float64 {
	if w := engine.If(bold, heavy, plain).width(s) * size; w > room {
		return size * room / w
	}
	return size
}
