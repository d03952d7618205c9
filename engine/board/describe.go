package board

import (
	"fmt"
	"strings"
)

// Describe tells the facts of a board in lines that a person can compare with that on the
// table: one for each hex, link, run, row and box.
func (b *Board) Describe() (lines []string) {
	if b.Map != nil {
		for i := range b.Map.Hexes {
			lines = append(lines, b.hex(&b.Map.Hexes[i]))
		}
		for i := range b.Map.Links {
			lines = append(lines, b.link(&b.Map.Links[i]))
		}
		for _, r := range b.Map.Runs {
			for _, l := range r.Lines {
				lines = append(lines, b.line(r.Owner, &l))
			}
		}
	}
	if b.Chart != nil {
		lines = append(lines, b.prices())
	}
	if b.Turn != nil {
		lines = append(lines, b.turn())
	}
	for i := range b.Mats {
		lines = append(lines, b.mat(&b.Mats[i])...)
	}
	for i := range b.Boxes {
		lines = append(lines, b.box(&b.Boxes[i]))
	}
	for i := range b.Stock {
		lines = append(lines, "stock "+item(&b.Stock[i]))
	}
	return lines
}

// add adds a part of a line unless it is empty.
func add(parts *[]string, format string, text string) {
	if text != "" && text != "0" && text != "[]" {
		*parts = append(*parts, fmt.Sprintf(format, text))
	}
}

func (b *Board) hex(h *Hex) string {
	parts := []string{h.Name}
	add(&parts, "%q", h.Place)
	add(&parts, "%s", h.Ground)
	if h.Town != nil {
		parts = append(parts, "town "+h.Town.Letter)
		add(&parts, "goods %s", goods(h.Town.Goods))
		if h.Town.Empty {
			parts = append(parts, "empty")
		}
	}
	add(&parts, "tile %s", h.Tile.Number)
	add(&parts, "%s", h.Tile.Colour)
	add(&parts, "label %s", h.Tile.Label)
	if h.Tile.Number == "" {
		add(&parts, "terrain %s", fmt.Sprint(h.Terrain))
		add(&parts, "cost %s", fmt.Sprint(h.Cost))
	}
	add(&parts, "barred %s", sides(h.Barred))
	add(&parts, "ridge %s", sides(h.Ridges))
	add(&parts, "river %s", sides(h.River))
	for _, group := range h.Water {
		add(&parts, "shore %s", sides(group))
	}
	for _, o := range h.For {
		add(&parts, "for %s", b.Owners[o].Mark)
	}
	for i := range h.Tile.Stops {
		parts = append(parts, b.stop(i, &h.Tile.Stops[i]))
	}
	var track []string
	for _, t := range h.Tile.Tracks {
		track = append(track, end(t.A)+"-"+end(t.B))
	}
	add(&parts, "track %s", strings.Join(track, " "))
	return strings.Join(parts, ", ")
}

func goods(list []Good) string {
	var letters []string
	for _, g := range list {
		letters = append(letters, g.Letter)
	}
	return strings.Join(letters, " ")
}

func sides(mask uint8) string {
	var list []string
	for e := range Edges {
		if mask&(1<<e) != 0 {
			list = append(list, end(e))
		}
	}
	return strings.Join(list, " ")
}

// end names a side by its number, a stop by a letter.
func end(e int) string {
	if e >= Edges {
		return string(rune('a' + e - Edges))
	}
	return fmt.Sprint(e)
}

func (b *Board) stop(i int, s *Stop) string {
	parts := []string{end(StopEnd(i)) + ":", string(s.Kind)}
	add(&parts, "%s", fmt.Sprint(s.Value))
	for _, v := range s.Values {
		text := fmt.Sprintf("%s=%d", v.Colour, v.N)
		if v.Now {
			text += "*"
		}
		parts = append(parts, text)
	}
	for _, slot := range s.Slots {
		parts = append(parts, b.slot(slot))
	}
	return strings.Join(parts, " ")
}

func (b *Board) slot(s Slot) string {
	switch {
	case s.Owner != NoOwner:
		return "(" + b.Owners[s.Owner].Mark + ")"
	case s.Kept != NoOwner:
		return "(" + strings.ToLower(b.Owners[s.Kept].Mark) + ")"
	}
	return "()"
}

func (b *Board) line(owner int, l *Line) string {
	var stops []string
	for _, s := range l.Stops {
		stops = append(stops, s.Hex+"."+end(StopEnd(s.Stop)))
	}
	var over []string
	for _, p := range l.Pieces {
		over = append(over, p.Hex+" "+end(p.A)+"-"+end(p.B))
	}
	return fmt.Sprintf("run of %s, train %s: %s; over %s", b.Owners[owner].Mark, l.Name, strings.Join(stops, " "), strings.Join(over, ", "))
}

func (b *Board) link(l *Link) string {
	var over []string
	for _, p := range l.Pieces {
		over = append(over, p.Hex+" "+end(p.A)+"-"+end(p.B))
	}
	text := fmt.Sprintf("link of %s: %s", b.Owners[l.Owner].Mark, strings.Join(over, ", "))
	if l.Open {
		text += ", open"
	}
	return text
}

func (b *Board) prices() string {
	parts := []string{"prices"}
	for i, price := range b.Chart.Prices {
		text := fmt.Sprint(price)
		for _, m := range b.Chart.Markers {
			if m.Space == i {
				text += "(" + b.Owners[m.Owner].Mark + ")"
			}
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}
