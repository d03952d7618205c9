package picture

import (
	"math"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/board"
)

// Sizes of a mat in units: it is matWide units wide.
const (
	matWide  = 400
	headHigh = 22 // the player, points and pieces in hand
	cellsAt  = 44 // where the first space of a row begins
	cellWide = 22
	laneHigh = 12.5
	markHigh = 11   // spaces that count twice
	numHigh  = 13.5 // numbers of spaces
	signHigh = 15.5 // prizes
	underRow = 13   // the reach
	rowGap   = 4
	itemHigh = 14 // of an item
)

// mat is a player's mat that is laid out.
type mat struct {
	m    *board.Mat
	at   vec     // its upper left corner
	k    float64 // pixels of a unit
	high float64 // in units
	rows []matRow
	has  vec // where the items are, in units, and
	room float64
}

// matRow is a row of a mat, in units.
type matRow struct {
	r     *board.Row
	y     float64
	lanes int
	wide  float64 // of a space
}

// track reports whether a row has track; otherwise it has places for markers.
func (r *matRow) track() bool { return len(r.r.Bars) > 0 }

// lanes returns, for each row, the largest number of colours on any player's mat, so that the rows
// of all players have the same height.
func lanes(mats []board.Mat) []int {
	var most []int
	for i := range mats {
		for j := range mats[i].Rows {
			if j == len(most) {
				most = append(most, 1)
			}
			most[j] = max(most[j], len(mats[i].Rows[j].Bars))
		}
	}
	return most
}

// newMat lays a mat out.
func newMat(m *board.Mat, lanes []int, at vec, width float64) *mat {
	out := &mat{m: m, at: at, k: width / matWide}
	y := float64(headHigh)
	free := vec{}
	for i := range m.Rows {
		row := matRow{r: &m.Rows[i], y: y, lanes: lanes[i], wide: cellWide}
		if !row.track() {
			row.wide = min(cellWide, (matWide-cellsAt-worthWide)/float64(len(row.r.Spaces)))
		}
		y += row.high()
		if wide := row.end() + worthWide; row.track() && wide < matWide*0.7 {
			if free.x == 0 {
				out.has = vec{wide + rowGap, row.y}
			}
			free = vec{wide, y}
		}
		out.rows = append(out.rows, row)
	}
	out.room = free.y - out.has.y
	out.high = y
	return out
}

// worthWide is the room for a row's score, after its last space.
const worthWide = 26

// high is the height of a row.
func (r *matRow) high() float64 {
	if !r.track() {
		return numHigh*2 + rowGap
	}
	high := numHigh + float64(r.lanes)*laneHigh + underRow + rowGap
	if r.r.Doubles > 0 {
		high += markHigh
	}
	return high + r.signs()
}

// signs is the height of the prizes of a row.
func (r *matRow) signs() float64 {
	for _, s := range r.r.Spaces {
		if s.Prize != nil {
			return signHigh
		}
	}
	return 0
}

// end is where the last space ends.
func (r *matRow) end() float64 { return cellsAt + r.wide*float64(len(r.r.Spaces)) }

// middle is the middle of space i, from 0.
func (r *matRow) middle(i int) float64 { return cellsAt + r.wide*(float64(i)+0.5) }

// put is a place of a mat in pixels.
func (m *mat) put(x, y float64) vec { return m.at.add(vec{x, y}.times(m.k)) }

// draw draws a mat.
func (m *mat) draw(p *pen, owners []board.Owner) {
	m.head(p, owners)
	for i := range m.rows {
		r := &m.rows[i]
		if r.r.Marked {
			frame := box(m.put(matWide/2, r.y+r.high()/2-rowGap/2), matWide*m.k, r.high()*m.k, 3*m.k)
			p.edge(frame, alert, 2.4*m.k, 6*m.k, 3*m.k)
		}
		p.label(m.put(14, r.cells()+numHigh/2), 15*m.k, 26*m.k, true, ink, r.r.Name)
		if r.track() {
			m.track(p, r)
		} else {
			m.places(p, r, owners)
		}
		p.text(m.put(r.end()+4, r.cells()+numHigh*0.6), 12*m.k, 0, true, ink, "+"+strconv.Itoa(r.r.Worth))
	}
	m.items(p)
}

// cells is where the spaces of a row begin, below the marks of those that count twice.
func (r *matRow) cells() float64 {
	if r.r.Doubles > 0 {
		return r.y + markHigh
	}
	return r.y
}

// head is the owner of a mat, their place in the order, points, and pieces in hand.
func (m *mat) head(p *pen, owners []board.Owner) {
	o := &owners[m.m.Owner]
	y := headHigh / 2.0
	if m.m.Own {
		p.edge(box(m.put(matWide/2, m.high/2), matWide*m.k+2, m.high*m.k+2, 4*m.k), ink, 3)
	}
	p.fill(box(m.put(matWide/2, y), matWide*m.k, (headHigh-2)*m.k, 3*m.k), fills["shade"])
	x := 4.0
	if m.m.Acts {
		p.fill(polygon(m.put(x, y-7), m.put(x+11, y), m.put(x, y+7)), alert)
	}
	x += 14
	p.text(m.put(x, y), 12*m.k, 0, false, ink, strconv.Itoa(m.m.Place)+".")
	x += 22
	token(p, m.put(x, y), 9*m.k, o)
	x += 14
	points := strconv.Itoa(m.m.Points)
	p.text(m.put(x, y), 15*m.k, 0, true, ink, points)
	x += heavy.width(points)*15 + 5
	gain := "+" + strconv.Itoa(m.m.Gain)
	p.text(m.put(x, y), 12*m.k, 0, false, ink, gain)
	x += plain.width(gain)*12 + 8
	right := float64(matWide) - 4
	if m.m.Passed {
		c := m.put(right-8, y)
		p.fill(circle(c, 8*m.k), alert)
		p.fill(box(c, 10*m.k, 3*m.k, 0), white)
		right -= 22
	}
	for i := len(m.m.Hand) - 1; i >= 0; i-- {
		right -= m.piece(p, right, y, &m.m.Hand[i], o)
	}
	if o.Player != "" {
		p.text(m.put(x, y), fitted(o.Player, 12*m.k, (right-x)*m.k, false), 0, false, ink, o.Player)
	}
}

// piece draws pieces of a kind to the left of a place, with their number, and returns their width.
func (m *mat) piece(p *pen, right, y float64, piece *board.Worker, o *board.Owner) float64 {
	wide := 0.0
	if piece.N > 1 {
		n := "×" + strconv.Itoa(piece.N)
		wide = heavy.width(n)*12 + 2
		p.text(m.put(right, y), 12*m.k, 1, true, ink, n)
	}
	stamp(p, m.put(right-wide-8, y), 8*m.k, piece, o)
	return wide + 22
}

// stamp is one piece: a token for a worker of the owner, a plate with a letter for a worker's substitute.
func stamp(p *pen, at vec, r float64, piece *board.Worker, o *board.Owner) {
	if piece.Letter != "" {
		plate := *o
		plate.Mark, plate.Round = o.Mark+piece.Letter, false
		token(p, at, r, &plate)
		return
	}
	token(p, at, r, o)
}

// track draws a row of track: spaces, light if they count; bars; prizes; the reach.
func (m *mat) track(p *pen, r *matRow) {
	top, low := r.cells(), r.cells()+numHigh+float64(r.lanes)*laneHigh
	for i, s := range r.r.Spaces {
		x := r.middle(i)
		b := box(m.put(x, (top+low)/2), r.wide*m.k, (low-top)*m.k, 0)
		p.fill(b, engine.If(r.r.Reach >= 0 && i >= r.r.Reach, fills["shade"], card))
		p.edge(b, border, m.k*0.8)
		p.text(m.put(x, top+numHigh*0.55), 12*m.k, 0.5, false, ink, s.Text)
		if s.Prize != nil {
			w := min(chipWidth(s.Prize, 11*m.k), (r.wide-0.5)*m.k)
			p.chip(m.put(x, low+signHigh/2), w, min(11, 11*w/chipWidth(s.Prize, 11*m.k))*m.k, s.Prize)
		}
		switch {
		case i < r.r.Doubled:
			b := box(m.put(x, r.y+markHigh*0.45), (r.wide-3)*m.k, markHigh*m.k, 2*m.k)
			p.fill(b, ink)
			p.text(m.put(x, r.y+markHigh*0.45), 10*m.k, 0.5, true, card, "x2")
		case i < r.r.Doubles:
			p.edge(box(m.put(x, r.y+markHigh*0.45), (r.wide-5)*m.k, (markHigh-2)*m.k, 2*m.k), border, m.k)
		}
	}
	for i, bar := range r.r.Bars {
		m.bar(p, r, top+numHigh+(float64(i)+0.5)*laneHigh, &bar)
	}
	m.reach(p, r, low+r.signs())
}

// bar is track of a colour, with its letter on the last space; before the first one, if it has not begun.
func (m *mat) bar(p *pen, r *matRow, y float64, bar *board.Bar) {
	fill := fillOf(bar.Colour)
	size, lower := 11.5*m.k, 0.0
	if bar.Letter != strings.ToUpper(bar.Letter) {
		lower = 0.8 // small letters are centred, too
	}
	if bar.To == 0 {
		b := box(m.put(cellsAt-6, y), 9*m.k, (laneHigh-1)*m.k, m.k)
		p.fill(b, fill)
		p.edge(b, ink, m.k*0.8)
		p.text(m.put(cellsAt-6, y-lower), size, 0.5, true, on(fill), bar.Letter)
		return
	}
	from, to := float64(cellsAt+1), r.middle(bar.To-1)+r.wide/2-1
	b := box(m.put((from+to)/2, y), (to-from)*m.k, (laneHigh-1.5)*m.k, m.k)
	p.fill(b, fill)
	p.edge(b, ink, m.k*0.8)
	p.text(m.put(r.middle(bar.To-1), y-lower), size, 0.5, true, on(fill), bar.Letter)
}

// reach is a bracket under the spaces that count, the locomotives before it.
func (m *mat) reach(p *pen, r *matRow, y float64) {
	mid := y + underRow*0.45
	for i, n := range r.r.Engines {
		locomotive(p, m.put(11+float64(i)*20, y-6), 9*m.k, strconv.Itoa(n))
	}
	if r.r.Reach <= 0 {
		return
	}
	from, to := cellsAt+1.0, r.middle(min(r.r.Reach, len(r.r.Spaces))-1)+r.wide/2-1
	p.stroke(polygon(m.put(from, y+1), m.put(from, mid), m.put(to, mid), m.put(to, y+1)), extent, 2.4*m.k)
	n := strconv.Itoa(r.r.Reach)
	p.fill(box(m.put(to-9, mid), (heavy.width(n)*12+4)*m.k, 12*m.k, 0), paper)
	p.text(m.put(to-9, mid), 12*m.k, 0.5, true, extent, n)
}

// locomotive is one with its number.
func locomotive(p *pen, c vec, r float64, n string) {
	p.fill(box(c.add(vec{r * 0.75, -r * 0.75}), r*0.4, r*0.6, 0), wall)
	for _, x := range []float64{-0.5, 0.5} {
		p.fill(circle(c.add(vec{x * r, r * 0.8}), r*0.33), ink)
	}
	p.fill(box(c, r*2, r*1.5, r*0.3), wall)
	p.text(c, r*1.35, 0.5, true, white, n)
}

// places draws a row of places for markers.
func (m *mat) places(p *pen, r *matRow, owners []board.Owner) {
	for i, s := range r.r.Spaces {
		c := m.put(r.middle(i), r.y+numHigh/2)
		b := box(c, (r.wide-1)*m.k, (numHigh+1)*m.k, 0)
		switch {
		case s.Open && s.Text == "":
			p.fill(b, fills["shade"])
			p.edge(b, faint, m.k, 2.5*m.k, 2*m.k)
		case s.Open:
			factory(p, c, (r.wide-1)*m.k, (numHigh+1)*m.k)
			p.text(c.add(vec{0, 1 * m.k}), 12*m.k, 0.5, true, white, s.Text)
			continue
		default:
			p.fill(b, card)
			p.edge(b, border, m.k*0.8)
		}
		p.label(c, 12*m.k, (r.wide-2)*m.k, false, ink, s.Text)
	}
	o := owners[m.m.Owner]
	for _, marker := range r.r.Markers {
		o.Mark = marker.Letter
		token(p, m.put(r.middle(marker.Space), r.y+numHigh*1.6), 7.5*m.k, &o)
	}
}

// factory is a plate with a roof of saw-teeth.
func factory(p *pen, c vec, w, h float64) {
	x, y := w/2, h/2
	top := y + h*0.22
	p.fill(polygon(
		c.add(vec{-x, y}), c.add(vec{-x, -y}),
		c.add(vec{-x, -top}), c.add(vec{-x / 3, -y * 0.7}), c.add(vec{-x / 3, -top}), c.add(vec{x / 3, -y * 0.7}), c.add(vec{x / 3, -top}), c.add(vec{x, -y * 0.7}),
		c.add(vec{x, y})), roof)
}

// items lists a player's other property, next to the short rows.
func (m *mat) items(p *pen) {
	if len(m.m.Has) == 0 || m.room <= 0 {
		return
	}
	high := math.Min(itemHigh, m.room/float64(len(m.m.Has)))
	for i := range m.m.Has {
		m.item(p, &m.m.Has[i], m.has.x, m.has.y+high*(float64(i)+0.5), matWide-m.has.x, high/itemHigh)
	}
}

func (m *mat) item(p *pen, item *board.Item, x, y, room, k float64) {
	size := 10 * k
	name := heavy.width(item.Name)*size + 4
	c := ink
	if item.Spent {
		c = faint
		p.stroke(from(m.put(x, y)).line(m.put(x+name-4, y)), ink, m.k)
	}
	p.text(m.put(x, y), size*m.k, 0, true, c, item.Name)
	p.chips(m.put(x+name, y), 9*k*m.k, (room-name)*m.k, true, item.Chips)
}
