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
	fill, covered := g.fill(h)
	if !covered {
		return
	}
	o := polygon(g.outline(g.centre(h.At), 1)...)
	p.fill(o, fill)
	p.edge(o, black, g.unit*0.015)
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
	fill, _ := g.fill(h)
	for _, group := range joined(h.Tile.Tracks) {
		for _, t := range group {
			p.stroke(g.way(c, &h.Tile, at, t), fill, g.unit*(rail+0.05))
		}
		for _, t := range group {
			p.stroke(g.way(c, &h.Tile, at, t), on(fill), g.unit*rail)
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
		m := middle(min(t.A, t.B))
		across := vec{-m.y, m.x}.times(rail)
		p.fill(polygon(c.add(m.add(across).times(g.unit)), c.add(m.sub(across).times(g.unit)), c.add(m.times(0.45*g.unit))), black)
	}
}

// way is a track as a line.
func (g *grid) way(c vec, t *board.Tile, at []vec, tr board.Track) shape {
	a, b := tr.A, tr.B
	if a >= board.Edges {
		a, b = b, a
	}
	put := func(v vec) vec { return c.add(v.times(g.unit)) }
	m := middle(a)
	if b >= board.Edges {
		stop := at[b-board.Edges]
		if isArea(t) {
			stop = m.times(0.3)
		}
		return from(put(m)).bend(put(m.times(g.turn(m, stop))), put(stop))
	}
	n := middle(b)
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

// onTile draws stops, values, names and numbers of a hex: each where nothing else is.
func (s *sketch) onTile(p *pen, h *board.Hex) {
	g, t := s.grid, &h.Tile
	c := g.centre(h.At)
	laid := t.Number != ""
	fill, covered := g.fill(h)
	taken := spots{nameSpot}
	write := func(at vec, size float64, colour paint, text string) {
		if !g.ruled() {
			p.label(c.add(at.times(g.unit)), size*g.unit, 0.31*g.unit, false, colour, text)
		}
	}
	name := small
	if covered {
		name = on(fill)
	}
	write(nameAt, nameOfHex, name, h.Name)
	if laid {
		taken = append(taken, numberSpot)
		write(numberAt, numberOfTile, on(fill), t.Number)
	}
	at := g.stops(t)
	for i := range t.Stops {
		taken = append(taken, g.stopSpots(t, i, at[i])...)
		s.stop(p, c, t, i, at[i])
	}
	if !laid {
		for i, owner := range h.For {
			v := vec{(float64(i) - float64(len(h.For)-1)/2) * 0.36, 0.12}
			taken = append(taken, disc(v, slotWide))
			s.ghost(p, c.add(v.times(g.unit)), g.unit*slotWide, owner)
		}
		stand, size := vec{}, 1.0
		if len(taken) > 1 || h.Town != nil {
			stand, size = taken.best(0.07, 0.13, []vec{{0, -0.27}, polar(side(1)+30, 0.37), polar(side(3)+30, 0.37), {-0.28, 0}, {0.28, 0}}), 0.72
		}
		if at, any := g.terrain(p, h, stand, size); any {
			taken = append(taken, at)
		}
	}
	if t.Label != "" {
		v := g.corner(taken, 0.1, left)
		taken = append(taken, disc(v, 0.1))
		p.label(c.add(v.times(g.unit)), g.unit*0.16, g.unit*0.19, true, on(fill), t.Label)
	}
	for _, n := range values(t) {
		v := g.corner(taken, valueWide, right)
		taken = append(taken, disc(v, valueWide))
		g.value(p, c.add(v.times(g.unit)), n)
	}
	g.place(p, h, taken)
}

// stopSpots is the room of a stop.
func (g *grid) stopSpots(t *board.Tile, i int, at vec) (list spots) {
	stop, k := &t.Stops[i], 1.0
	switch {
	case isArea(t):
		list, at, k = areaSpots(stop), stationAt, 0.9
	case len(stop.Slots) == 0:
		return spots{disc(at, 0.12)}
	}
	circles, r := slots(len(stop.Slots), len(t.Stops))
	for _, v := range circles {
		list = append(list, disc(at.add(v), r*k+rim))
	}
	return list
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

// corner is the corner between sides with most room for a circle.
func (g *grid) corner(taken spots, r float64, sides []int) vec {
	var list []vec
	for _, k := range []float64{0.43, 0.37, 0.3} {
		for _, edge := range sides {
			list = append(list, polar(side(edge)+30, k))
		}
	}
	return taken.best(r, 0, list)
}

// Corners behind sides, the upper ones first.
var (
	left  = []int{1, 3, 0, 4}
	right = []int{3, 1, 4, 0}
)

// valueWide is the radius of a value, in units.
const valueWide = 0.098

// value is a number in a small circle.
func (g *grid) value(p *pen, at vec, n int) {
	r := g.unit * valueWide
	p.fill(circle(at, r), white)
	p.edge(circle(at, r), black, g.unit*0.014)
	p.label(at, g.unit*0.13, r*1.75, true, black, strconv.Itoa(n))
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
		p.fill(circle(mid, g.unit*0.08), black)
		return
	}
	across := at // towards the centre the track has its side
	if (exits[0]-exits[1]+board.Edges)%board.Edges == board.Edges/2 {
		m := middle(exits[0])
		across = vec{-m.y, m.x}
	}
	across = across.times(0.15 * g.unit / across.length())
	a, b := mid.add(across), mid.sub(across)
	p.stroke(from(a.mix(b, -0.06)).line(b.mix(a, -0.06)), white, g.unit*0.125)
	p.stroke(from(a).line(b), black, g.unit*0.085)
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
	join(0.022, func(s shape) { p.fill(s, black) })
	join(0.006, func(s shape) { p.fill(s, white) })
	for _, v := range slots {
		p.edge(circle(mid.add(v.times(g.unit)), (r-0.008)*g.unit), faint, g.unit*0.012)
	}
}

// stationAt is the place of the station of an area, below its values, in units.
var stationAt = vec{0, 0.06}

// areaSpots are the boxes for the values of a place off the board, in units.
func areaSpots(stop *board.Stop) (list spots) {
	columns, up := 2, 0.0
	if len(stop.Slots) > 0 { // a row above the station
		columns, up = len(stop.Values), -0.2
	}
	size := vec{0.29, 0.165}
	if columns > 2 {
		size = vec{0.235, 0.16}
	}
	rows := (len(stop.Values) + columns - 1) / max(columns, 1)
	for i := range stop.Values {
		row, column := i/columns, i%columns
		in := min(columns, len(stop.Values)-row*columns)
		at := vec{(float64(column) - float64(in-1)/2) * size.x, up + (float64(row)-float64(rows-1)/2)*size.y}
		list = append(list, spot{at: at, half: size.times(0.5)})
	}
	return list
}

// area is the worth of a place off the board, in a box for each phase; the present one has a thick frame.
func (s *sketch) area(p *pen, c vec, stop *board.Stop) {
	g := s.grid
	if stop.Kind == board.Mine {
		pick(p, c.add(vec{0, -0.25}.times(g.unit)), g.unit*0.17)
	}
	var present shape
	for i, at := range areaSpots(stop) {
		v := stop.Values[i]
		mid := c.add(at.at.times(g.unit))
		b := box(mid, 2*at.half.x*g.unit, 2*at.half.y*g.unit, 0)
		if v.Now {
			present = b
		}
		p.fill(b, fillOf(v.Colour))
		p.edge(b, black, g.unit*0.012)
		p.label(mid, g.unit*0.135, 1.6*at.half.x*g.unit, v.Now, black, strconv.Itoa(v.N))
	}
	if present != nil {
		p.edge(present, black, g.unit*0.045)
	}
	if n := len(stop.Slots); n > 0 {
		list, r := slots(n, 1)
		g.city(p, c.add(stationAt.times(g.unit)), list, r*0.9)
	}
}

// pick is the sign of a mine: two crossed hammers.
func pick(p *pen, c vec, size float64) {
	at := func(x, y float64) vec { return c.add(vec{x, y}.times(size)) }
	for _, k := range []float64{1, -1} {
		p.stroke(from(at(-0.45*k, 0.5)).line(at(0.35*k, -0.4)), black, size*0.14)
		p.stroke(from(at(0.1*k, -0.6)).line(at(0.6*k, -0.15)), black, size*0.26)
	}
}
