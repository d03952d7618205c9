package picture

import (
	"encoding/json"
	"fmt"
	"image"
	"math"
)

// piece is a part of an image outside the map that is cached: one key for equal pixels.
type piece struct {
	key  string
	at   image.Rectangle
	draw func(*pen)
}

// pieces are the parts below the map: a part that a move does not change, such as another's mat, is not drawn again.
func (s *sketch) pieces() (list []piece) {
	owners := s.b.Owners
	add := func(x, y, w, h float64, draw func(*pen), facts ...any) {
		at := image.Rect(int(x), int(y), int(math.Ceil(x+w)), int(math.Ceil(y+h)))
		list = append(list, piece{keyOf(append(facts, owners, x-math.Floor(x), y-math.Floor(y), w, h)...), at, draw})
	}
	if s.grid != nil && s.whole {
		for _, r := range s.rulers() {
			add(r.at.x, r.at.y, r.room.x, r.room.y, r.draw, "ruler", fmt.Sprint(r.texts), r.size)
		}
	}
	for i, at := range s.legend {
		run := &s.b.Map.Runs[i]
		add(0, at.y-keyHigh/2, s.w, keyHigh, func(p *pen) { s.runKey(p, at, run) }, "run", run, at.x)
	}
	for i := range s.names {
		k := &s.names[i]
		add(k.at.x-keyText, k.at.y-keyText, s.w, 2*keyText, k.draw, "name", k.owner, k.size)
	}
	if s.chart != nil {
		add(0, s.chart.cells[0].y, s.w, s.chart.height, func(p *pen) { s.chart.draw(p, owners) }, "chart", s.b.Chart)
	}
	if c := s.clock; c != nil {
		add(0, c.at.y, s.w, clockHigh*c.k, func(p *pen) { c.draw(p, owners) }, "clock", s.b.Turn, c.k)
	}
	for _, m := range s.mats {
		lanes := ""
		for _, r := range m.rows {
			lanes = fmt.Sprint(lanes, r.lanes, r.y, r.wide, ";")
		}
		add(m.at.x-2, m.at.y-2, matWide*m.k+4, m.high*m.k+4, func(p *pen) { m.draw(p, owners) }, "mat", m.m, m.k, lanes, m.has.x, m.has.y, m.room)
	}
	if f := s.shelf; f != nil {
		for i := range f.boxes {
			at := f.corner[i]
			add(at.x, at.y, f.wide, boxHigh*f.k, func(p *pen) { f.box(p, at, &f.boxes[i], owners) }, "box", f.boxes[i], f.k)
		}
		for _, h := range f.heads {
			add(0, h.at.y-groupHigh*f.k/2, s.w, groupHigh*f.k, func(p *pen) { p.text(h.at, 11*f.k, 0, true, ink, h.text) }, "group", h.text, f.k)
		}
		add(0, f.signs.top, s.w, f.signs.high, func(p *pen) { f.drawSigns(p, s.b.Signs) }, "signs", s.b.Signs, f.k)
		add(0, f.stock.top, s.w, f.stock.high, func(p *pen) { f.drawStock(p, s.b.Stock) }, "stock", s.b.Stock, f.k)
	}
	return list
}

// keyOf is a text that identifies some facts.
func keyOf(facts ...any) string {
	b, err := json.Marshal(facts)
	if err != nil {
		panic(err) // facts are plain data
	}
	return string(b)
}
