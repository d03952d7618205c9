package picture

import (
	"slices"
	"strconv"

	"railpost/engine/board"
)

// rail is how wide track is, in units.
const rail = 0.125

// tiles draws everything on the hexes except tokens.
func (s *sketch) tiles(p *pen) {
	g := s.grid
	for _, h := range g.hexes {
		g.fillTile(p, h)
	}
	for _, h := range g.hexes {
		g.tracks(p, h)
	}
	s.links(p)
	s.runs(p)
	for _, h := range g.hexes {
		g.town(p, h)
		s.onTile(p, h)
	}
}

// fillTile covers the ground with the colour of a tile, and repeats the covered parts.
func (g *grid) fillTile(p *pen, h *board.Hex) {
	colour := h.Tile.Colour
	if len(h.For) > 0 && h.Tile.Number == "" {
		colour = "pink"
	}
	if colour == "" || colour == "white" && h.Tile.Number == "" {
		return
	}
	o := polygon(g.outline(g.centre(h.At), 1)...)
	p.fill(o, fillOf(colour))
	p.edge(o, ink, g.unit*0.015)
	g.lake(p, g.centre(h.At), h.Water)
	for e := range board.Edges {
		if h.Barred&(1<<e) != 0 {
			g.wall(p, g.centre(h.At), e)
		}
	}
}

// tracks draws the track of a hex. Track that does not join has a light edge where it crosses.
func (g *grid) tracks(p *pen, h *board.Hex) {
	if isArea(&h.Tile) {
		g.spikes(p, h)
		return
	}
	c, at := g.centre(h.At), g.stops(&h.Tile)
	for _, group := range joined(h.Tile.Tracks) {
		for _, t := range group {
			p.stroke(g.way(c, &h.Tile, at, t), fillOf(h.Tile.Colour), g.unit*(rail+0.05))
		}
		for _, t := range group {
			p.stroke(g.way(c, &h.Tile, at, t), ink, g.unit*rail)
		}
	}
}

// joined puts tracks together that have an end in common.
func joined(tracks []board.Track) (groups [][]board.Track) {
	for _, t := range tracks {
		group := []board.Track{t}
		groups = slices.DeleteFunc(groups, func(other []board.Track) bool {
			meets := slices.ContainsFunc(other, func(o board.Track) bool { return o.A == t.A || o.A == t.B || o.B == t.A || o.B == t.B })
			if meets {
				group = append(other, group...)
			}
			return meets
		})
		groups = append(groups, group)
	}
	return groups
}

// isArea reports whether a hex is off the board: routes end there, or it is a mine.
func isArea(t *board.Tile) bool {
	return len(t.Stops) == 1 && (t.Stops[0].Kind == board.Area || t.Stops[0].Kind == board.Mine)
}

// spikes are the track of an area, which ends there.
func (g *grid) spikes(p *pen, h *board.Hex) {
	c := g.centre(h.At)
	for _, t := range h.Tile.Tracks {
		m := g.middle(min(t.A, t.B))
		across := vec{-m.y, m.x}.times(rail)
		p.fill(polygon(c.add(m.add(across).times(g.unit)), c.add(m.sub(across).times(g.unit)), c.add(m.times(0.45*g.unit))), ink)
	}
}

// way is a track as a line.
func (g *grid) way(c vec, t *board.Tile, at []vec, tr board.Track) shape {
	a, b := tr.A, tr.B
	if a >= board.Edges {
		a, b = b, a
	}
	put := func(v vec) vec { return c.add(v.times(g.unit)) }
	m := g.middle(a)
	if b >= board.Edges {
		stop := at[b-board.Edges]
		if isArea(t) {
			stop = m.times(0.3)
		}
		return from(put(m)).bend(put(m.times(g.turn(m, stop))), put(stop))
	}
	n := g.middle(b)
	k := 1 - handle(a, b)/0.5
	return from(put(m)).curve(put(m.times(k)), put(n.times(k)), put(n))
}

// handle is how far the controls of plain track lie from its sides, in units: it makes an
// arc that crosses both sides at right angles.
func handle(a, b int) float64 {
	switch (a - b + board.Edges) % board.Edges {
	case 1, 5:
		return 0.222
	case 2, 4:
		return 0.309
	}
	return 0.3
}

// turn is where a track that crosses a side at a right angle turns to a stop: as a part of
// the side's distance from the centre.
func (g *grid) turn(m, stop vec) float64 {
	if stop.length() < 0.01 {
		return 0.5
	}
	along := m.dot(stop) / stop.length()
	if along <= 0.01 {
		return 0.3
	}
	return min(stop.length()/along, 0.95)
}

// numberOfTile is the size of the number of a tile, in units.
const numberOfTile = 0.135

// onTile draws stops, values, names and numbers of a hex.
func (s *sketch) onTile(p *pen, h *board.Hex) {
	g, t := s.grid, &h.Tile
	c := g.centre(h.At)
	laid := t.Number != ""
	covered := laid || len(h.For) > 0 || t.Colour != "" && t.Colour != "white"
	if covered {
		g.name(p, h)
		if !laid && len(t.Stops) < 2 {
			g.terrain(p, h, g.terrainAt(h))
		}
	}
	at := g.stops(t)
	for i := range t.Stops {
		s.stop(p, c, t, i, at[i])
	}
	spare := g.corners(at)
	var taken, corners []vec
	for i, stop := range at {
		circles, _ := slots(len(t.Stops[i].Slots), len(t.Stops))
		taken = append(taken, stop)
		for _, circle := range circles {
			taken = append(taken, stop.add(circle))
		}
	}
	label := spare[0]
	if isArea(t) {
		label = vec{0, 0.31}
	}
	if t.Label != "" {
		corners = append(corners, label)
	}
	worth := values(t)
	worth = worth[:min(len(worth), len(spare)-1)]
	for i := range worth {
		corners = append(corners, spare[i+1])
	}
	if covered && !laid && len(t.Stops) > 1 { // the stops leave the corners only
		at := spare[min(len(worth)+1, len(spare)-1)]
		g.terrain(p, h, at.times(0.85))
		corners = append(corners, at)
	}
	g.place(p, h, taken, corners, len(t.Tracks) > 0)
	g.label(p, c, label, t.Label) // over the plate of a long name
	for i, v := range worth {
		g.value(p, c.add(spare[i+1].times(g.unit)), v)
	}
	if laid {
		low := vec{0, 0.455}
		if g.m.Flat {
			low = polar(g.side(5)+30, 0.43)
		}
		p.text(c.add(low.times(g.unit)), g.unit*numberOfTile, 0.5, false, ink, t.Number)
	}
	for i, owner := range h.For {
		if !laid {
			s.ghost(p, c.add(vec{(float64(i) - float64(len(h.For)-1)/2) * 0.36, 0.12}.times(g.unit)), g.unit*slotWide, owner)
		}
	}
}

// values are the worths of the stops of a tile, each number once; those of an area are in its boxes.
func values(t *board.Tile) (list []int) {
	if isArea(t) {
		return nil
	}
	for i := range t.Stops {
		if v := t.Stops[i].Value; v > 0 && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// corners are the places for a label and values, in the corners between sides: first one for the label, the
// upper left one if there is room, then those farthest from the stops.
func (g *grid) corners(stops []vec) []vec {
	corner := func(edge int) vec { return polar(g.side(edge)+30, 0.43) }
	list := []vec{corner(1), corner(3), corner(0), corner(4)} // upper left, upper right, lower left, lower right
	free := func(v vec) float64 {
		n := 0.3 // more is not better
		for _, s := range stops {
			n = min(n, v.far(s))
		}
		return n
	}
	byRoom := func(a, b vec) int {
		switch x, y := free(a), free(b); {
		case x-y > 0.03:
			return -1
		case y-x > 0.03:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(list, byRoom)
	return list
}

func (g *grid) label(p *pen, c, at vec, text string) {
	p.label(c.add(at.times(0.92*g.unit)), g.unit*0.16, g.unit*0.21, true, ink, text)
}

// value is a number in a small circle.
func (g *grid) value(p *pen, at vec, n int) {
	r := g.unit * 0.098
	p.fill(circle(at, r), white)
	p.edge(circle(at, r), ink, g.unit*0.014)
	p.label(at, g.unit*0.125, r*1.65, true, ink, strconv.Itoa(n))
}

// stop draws a stop without its tokens.
func (s *sketch) stop(p *pen, c vec, t *board.Tile, i int, at vec) {
	g, stop := s.grid, &t.Stops[i]
	mid := c.add(at.times(g.unit))
	switch stop.Kind {
	case board.Area, board.Mine:
		s.area(p, c, stop)
		return
	case board.Halt:
		g.halt(p, mid, at, exits(t)[i])
		return
	}
	list, r := slots(len(stop.Slots), len(t.Stops))
	g.city(p, mid, list, r)
}

// halt is a town: a bar across a track, or a dot if there are none or several.
func (g *grid) halt(p *pen, mid, at vec, exits []int) {
	if len(exits) != 2 {
		p.fill(circle(mid, g.unit*0.105), white)
		p.fill(circle(mid, g.unit*0.08), ink)
		return
	}
	across := at // towards the centre the track has its side
	if (exits[0]-exits[1]+board.Edges)%board.Edges == board.Edges/2 {
		m := g.middle(exits[0])
		across = vec{-m.y, m.x}
	}
	across = across.times(0.15 * g.unit / across.length())
	a, b := mid.add(across), mid.sub(across)
	p.stroke(from(a.mix(b, -0.06)).line(b.mix(a, -0.06)), white, g.unit*0.125)
	p.stroke(from(a).line(b), ink, g.unit*0.085)
}

// city is circles for tokens, joined by a box.
func (g *grid) city(p *pen, mid vec, slots []vec, r float64) {
	if len(slots) == 0 {
		return
	}
	join := func(grow float64, fill func(shape)) {
		for i, a := range slots {
			fill(circle(mid.add(a.times(g.unit)), (r+grow)*g.unit))
			for _, b := range slots[:i] {
				across := vec{a.y - b.y, b.x - a.x}
				across = across.times((r + grow) / across.length())
				fill(polygon(mid.add(a.add(across).times(g.unit)), mid.add(b.add(across).times(g.unit)), mid.add(b.sub(across).times(g.unit)), mid.add(a.sub(across).times(g.unit))))
			}
		}
	}
	join(0.022, func(s shape) { p.fill(s, ink) })
	join(0.006, func(s shape) { p.fill(s, white) })
	for _, v := range slots {
		p.edge(circle(mid.add(v.times(g.unit)), (r-0.008)*g.unit), faint, g.unit*0.012)
	}
}

// area is the worth of a place off the board, in a box for each phase; the present one has a thick frame.
func (s *sketch) area(p *pen, c vec, stop *board.Stop) {
	g := s.grid
	if stop.Kind == board.Mine {
		pick(p, c.add(vec{0, -0.25}.times(g.unit)), g.unit*0.17)
	}
	columns := 2
	up := 0.0
	if len(stop.Slots) > 0 { // a row above the station
		columns, up = len(stop.Values), -0.2
	}
	width, height := 0.29, 0.165
	if columns > 2 {
		width, height = 0.235, 0.16
	}
	rows := (len(stop.Values) + columns - 1) / max(columns, 1)
	present := -1
	put := func(i int) vec {
		row, column := i/columns, i%columns
		in := min(columns, len(stop.Values)-row*columns)
		return c.add(vec{(float64(column) - float64(in-1)/2) * width, up + (float64(row)-float64(rows-1)/2)*height}.times(g.unit))
	}
	for i, v := range stop.Values {
		if v.Now {
			present = i
		}
		b := box(put(i), width*g.unit, height*g.unit, 0)
		p.fill(b, fillOf(v.Colour))
		p.edge(b, ink, g.unit*0.012)
		p.label(put(i), g.unit*0.13, width*g.unit*0.8, v.Now, ink, strconv.Itoa(v.N))
	}
	if present >= 0 {
		b := box(put(present), width*g.unit, height*g.unit, 0)
		p.edge(b, ink, g.unit*0.045)
	}
	if n := len(stop.Slots); n > 0 {
		list, r := slots(n, 1)
		g.city(p, c.add(vec{0, 0.06}.times(g.unit)), list, r*0.9)
	}
}

// pick is the sign of a mine: two crossed hammers.
func pick(p *pen, c vec, size float64) {
	at := func(x, y float64) vec { return c.add(vec{x, y}.times(size)) }
	for _, k := range []float64{1, -1} {
		p.stroke(from(at(-0.45*k, 0.5)).line(at(0.35*k, -0.4)), ink, size*0.14)
		p.stroke(from(at(0.1*k, -0.6)).line(at(0.6*k, -0.15)), ink, size*0.26)
	}
}
