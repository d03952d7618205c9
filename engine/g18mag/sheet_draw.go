package g18mag

import (
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/hex"
	"railpost/engine/hexdraw"
	"railpost/engine/track"
)

// columns is the width of a drawing.
const columns = 76

// Signs of the drawing; the legend explains them (18mag.sheet.sign-*).
const (
	signTown   = "*"
	signCircle = "o"
	signMine   = "+"
	signLake   = "~~~"
)

// mark is a company in the drawing: the number of a minor, two letters of a major.
func mark(c Company) string {
	if c.minor() {
		return companies[c].word
	}
	word := strings.ReplaceAll(engine.Fold(companies[c].word), "&", "")
	return strings.ToUpper(word[:2])
}

// drawing is the given hexes as strips of text.
func (s *State) drawing(hexes []track.HexID) [][]string {
	var cells []hexdraw.Cell
	for _, h := range hexes {
		cells = append(cells, s.cell(h))
	}
	return hexdraw.Draw(cells, columns)
}

// cell is one hex of the drawing.
func (s *State) cell(h track.HexID) hexdraw.Cell {
	w := s.world()
	at := &w.Map.Hexes[h]
	c := hexdraw.Cell{At: at.At, Name: at.Name}
	shape := s.Board.Shape(w, h)
	marks := s.marks(h)
	for e := range hex.Edges {
		c.Sides[e] = hexdraw.Side{Track: shape.Exits&(1<<e) != 0, Barred: at.Barred&(1<<e) != 0, Mark: marks[e]}
	}
	c.Middle, c.Lower = s.cellText(h)
	return c
}

// marks tell which exits of a hex are joined where not all are: the numbers of
// its cities, letters for plain track.
func (s *State) marks(h track.HexID) (marks [hex.Edges]string) {
	t, turn := s.Board.Face(s.world(), h)
	var groups []uint8
	var names []string
	for _, p := range t.Paths {
		_, a := p.A.Stop()
		_, b := p.B.Stop()
		if !a && !b {
			names = append(names, string(rune('a'+len(groups))))
			groups = append(groups, turned(1<<p.A|1<<p.B, turn))
		}
	}
	for i := range t.Stops {
		if exits := s.Board.Shape(s.world(), h).Edges[i]; exits != 0 {
			names = append(names, strconv.Itoa(i+1))
			groups = append(groups, exits)
		}
	}
	if len(groups) < 2 && len(t.Stops) < 2 {
		return marks
	}
	for i, exits := range groups {
		for e := range hex.Edges {
			if exits&(1<<e) != 0 {
				marks[e] += names[i]
			}
		}
	}
	return marks
}

// cellText is what stands in a hex: values, circles, the terrain.
func (s *State) cellText(h track.HexID) (middle, lower string) {
	at := &s.world().Map.Hexes[h]
	lower = s.terrain(h)
	stops := s.Board.Stops(s.world(), h)
	switch {
	case len(stops) == 0:
		return lower, ""
	case len(stops) > 1:
		return s.cityText(h, 0, ""), s.cityText(h, 1, lower)
	}
	stop := &stops[0]
	value := stop.Worth(s.phaseColour())
	switch stop.Kind {
	case track.Town:
		return signTown + nonzero(value), lower
	case track.Mine:
		return signMine + nonzero(value), lower
	case track.Area:
		return nonzero(value), at.Place
	}
	label := ""
	if at.Kind == "city_k" {
		label = "K"
	}
	if value == 0 {
		return join(s.circles(track.Place{Hex: h}), label), lower
	}
	return join(nonzero(value), label), s.circles(track.Place{Hex: h})
}

// cityText is one of several cities of a hex: its value and circles.
func (s *State) cityText(h track.HexID, city int, behind string) string {
	stop := &s.Board.Stops(s.world(), h)[city]
	return join(nonzero(stop.Worth(s.phaseColour())), s.circles(track.Place{Hex: h, Stop: city}), behind)
}

// circles are the stations of a city in the order of its circles, then the free
// circles. Where blanks would make them too long they stand without.
func (s *State) circles(p track.Place) string {
	var list []string
	for _, st := range s.Board.In(p) {
		list = append(list, mark(Company(st.Owner)))
	}
	for range s.Board.Slots(s.world(), p) - len(list) {
		list = append(list, signCircle)
	}
	text := strings.Join(list, " ")
	if len(text) > 10 {
		text = strings.Join(list, "")
	}
	return text
}

// terrain is what a hex without a tile costs, and the lake.
func (s *State) terrain(h track.HexID) string {
	at := &s.world().Map.Hexes[h]
	_, laid := s.Board.Laid[h].ID()
	switch {
	case !laid && at.Cost > 0:
		return "(" + strconv.Itoa(at.Cost) + ")" + strings.Repeat("~", min(len(at.Sides), 1))
	case at.Sides != nil:
		return signLake
	}
	return ""
}

func nonzero(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// join puts words that are not empty side by side.
func join(words ...string) string {
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}
