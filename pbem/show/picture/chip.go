package picture

import (
	"railpost/engine/board"
)

// Chips are as wide as their text; those of an effect are joined by a sign.
const (
	chipAir  = 0.35 // beside the text, relative to its size
	chipTall = 1.35 // of the size of the text

	jointAir = 0.12 // beside a joint

	stripesWide = 1.6 // for several colours
)

// chipWidth is how wide a chip is at a size of its text.
func chipWidth(c *board.Chip, size float64) float64 {
	switch {
	case c.Sign != "" || c.Text == "":
		return size * chipTall
	case len(c.Colours) > 1:
		return heavy.width(c.Text)*size + 2*chipAir*size + stripesWide*size
	}
	return max(heavy.width(c.Text)*size+2*chipAir*size, size*chipTall)
}

// joint is the sign before a chip that is not the first: "/" between alternatives.
func joint(i int, c *board.Chip) string {
	switch {
	case i == 0:
		return ""
	case c.Or:
		return "/"
	}
	return "+"
}

// chipsWidth is the width of chips with the signs between them.
func chipsWidth(list []board.Chip, size float64, joined bool) (w float64) {
	for i := range list {
		w += chipWidth(&list[i], size) + chipSpace(i, &list[i], size, joined)
	}
	return w
}

// chipSpace is the room before a chip.
func chipSpace(i int, c *board.Chip, size float64, joined bool) float64 {
	switch {
	case i == 0:
		return 0
	case joined:
		return (heavy.width(joint(i, c)) + 2*jointAir) * size
	}
	return size * 0.25
}

// chips draws chips from a place to the right, smaller where they need more than room.
func (p *pen) chips(at vec, size, room float64, joined bool, list []board.Chip) {
	if w := chipsWidth(list, size, joined); w > room {
		size *= room / w
	}
	for i := range list {
		gap := chipSpace(i, &list[i], size, joined)
		if joined {
			p.text(at.add(vec{jointAir * size, 0}), size, 0, true, ink, joint(i, &list[i]))
		}
		at.x += gap
		w := chipWidth(&list[i], size)
		p.chip(at.add(vec{w / 2, 0}), w, size, &list[i])
		at.x += w
	}
}

// chip draws one around a place. A spent one is dark.
func (p *pen) chip(at vec, w, size float64, c *board.Chip) {
	fill, text := card, ink
	switch {
	case len(c.Colours) == 1:
		fill = fillOf(c.Colours[0])
		text = on(fill)
	case c.Spent:
		fill, text = ink, card
	}
	h := size * chipTall
	outline := box(at, w, h, size*0.25)
	switch c.Sign {
	case "star":
		if fill, text = card, ink; c.Spent {
			fill, text = fills["yellow"], black
		}
		outline = star(at, size*0.95)
		at.y += size * 0.08
	case "place":
		p.edge(circle(at, size*0.6), faint, size*0.09, size*0.18, size*0.14)
		return
	case "worker":
		worker(p, at, size*0.55, fill)
		return
	}
	p.fill(outline, fill)
	p.edge(outline, ink, size*0.09)
	if len(c.Colours) > 1 {
		p.stripes(at.add(vec{w/2 - (stripesWide/2+0.15)*size, 0}), stripesWide*size, h*0.7, c.Colours)
		at.x -= stripesWide / 2 * size
	}
	switch {
	case c.Sign != "":
		p.label(at, size*0.85, size*0.78, true, text, c.Text)
	case c.Text == "": // the back of a card
		p.edge(box(at, w*0.6, h*0.6, 0), faint, size*0.12)
	default:
		p.text(at, size, 0.5, true, text, c.Text)
	}
	if len(c.Colours) == 1 && c.Spent {
		p.stroke(from(at.add(vec{-w / 2, h / 2})).line(at.add(vec{w / 2, -h / 2})), ink, size*0.09)
	}
}

// stripes are the colours to choose from.
func (p *pen) stripes(at vec, w, h float64, colours []string) {
	each := w / float64(len(colours))
	for i, name := range colours {
		p.fill(box(at.add(vec{-w/2 + each*(float64(i)+0.5), 0}), each, h, 0), fillOf(name))
	}
	p.edge(box(at, w, h, 0), ink, h*0.06)
}

// star has five points.
func star(c vec, r float64) shape {
	var points []vec
	for i := range 10 {
		k := r
		if i%2 == 1 {
			k = r * 0.5
		}
		points = append(points, c.add(polar(36*float64(i)-90, k)))
	}
	return polygon(points...)
}

// worker is a figure of a size.
func worker(p *pen, c vec, r float64, fill paint) {
	body := from(c.add(vec{-r * 0.8, r})).curve(c.add(vec{-r * 0.7, -r * 0.5}), c.add(vec{r * 0.7, -r * 0.5}), c.add(vec{r * 0.8, r}))
	p.fill(body, fill)
	p.edge(body, ink, r*0.18)
	head := circle(c.add(vec{0, -r * 0.6}), r*0.42)
	p.fill(head, fill)
	p.edge(head, ink, r*0.18)
}
