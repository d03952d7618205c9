package board

import "slices"

// Since marks the hexes, rows and boxes that differ from an earlier board of the same game: those
// of a choice, if b is the board after it. Runs that were there before are left out. It reports
// whether anything differs at all.
func (b *Board) Since(before *Print) bool {
	now := b.Print()
	differs := now.rest != before.rest
	for i := range b.Boxes {
		b.Boxes[i].Marked = len(b.Boxes[i].On) > 0 && (i >= len(before.boxes) || before.boxes[i] != now.boxes[i])
	}
	for i := range min(len(now.rows), len(before.rows)) {
		for j := range min(len(now.rows[i]), len(before.rows[i])) {
			b.Mats[i].Rows[j].Marked = now.rows[i][j] != before.rows[i][j]
		}
	}
	if b.Map == nil {
		return differs
	}
	b.Map.Marks = nil
	for i, h := range now.hexes {
		if i >= len(before.hexes) || before.hexes[i] != h {
			b.Map.Marks = append(b.Map.Marks, Mark{Hex: b.Map.Hexes[i].Name})
		}
	}
	var fresh []Run
	for i, r := range now.runs {
		if !slices.Contains(before.runs, r) {
			fresh = append(fresh, b.Map.Runs[i])
		}
	}
	b.Map.Runs = fresh
	return differs || len(b.Map.Marks) > 0 || len(fresh) > 0
}

// Action lists the hexes where something happens: the marked ones, or else those of the runs.
func (m *Map) Action() (hexes []string) {
	for _, mark := range m.Marks {
		hexes = append(hexes, mark.Hex)
	}
	if hexes != nil {
		return hexes
	}
	for _, r := range m.Runs {
		for _, l := range r.Lines {
			for _, p := range l.Pieces {
				hexes = append(hexes, p.Hex)
			}
		}
	}
	return hexes
}
