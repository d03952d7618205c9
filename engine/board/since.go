package board

import "reflect"

// Since marks the hexes, rows and boxes that differ from an earlier board of the same game: those of
// a choice, if b is the board after it. Runs that were there before are left out.
func (b *Board) Since(before *Board) {
	b.boxesSince(before)
	b.rowsSince(before)
	if b.Map == nil || before.Map == nil {
		return
	}
	old := make(map[string]*Hex, len(before.Map.Hexes))
	for i := range before.Map.Hexes {
		old[before.Map.Hexes[i].Name] = &before.Map.Hexes[i]
	}
	drawn := map[string]bool{}
	for _, l := range b.Map.Links {
		if !contains(before.Map.Links, &l) {
			for _, p := range l.Pieces {
				drawn[p.Hex] = true
			}
		}
	}
	b.Map.Marks = nil
	for i := range b.Map.Hexes {
		h := &b.Map.Hexes[i]
		if was := old[h.Name]; was == nil || drawn[h.Name] || !reflect.DeepEqual(was, h) {
			b.Map.Marks = append(b.Map.Marks, Mark{Hex: h.Name})
		}
	}
	var fresh []Run
	for _, r := range b.Map.Runs {
		if !contains(before.Map.Runs, &r) {
			fresh = append(fresh, r)
		}
	}
	b.Map.Runs = fresh
}

// boxesSince marks the boxes on which something was put.
func (b *Board) boxesSince(before *Board) {
	old := make(map[string][]Worker, len(before.Boxes))
	for _, x := range before.Boxes {
		old[x.Name] = x.On
	}
	for i := range b.Boxes {
		x := &b.Boxes[i]
		x.Marked = len(x.On) > 0 && !reflect.DeepEqual(x.On, old[x.Name])
	}
}

// rowsSince marks the rows on which something has moved or was put.
func (b *Board) rowsSince(before *Board) {
	for i := range min(len(b.Mats), len(before.Mats)) {
		rows, old := b.Mats[i].Rows, before.Mats[i].Rows
		for j := range min(len(rows), len(old)) {
			was, is := old[j], rows[j]
			was.Marked, is.Marked = false, false
			rows[j].Marked = !reflect.DeepEqual(is, was)
		}
	}
}

func contains[T any](list []T, v *T) bool {
	for i := range list {
		if reflect.DeepEqual(&list[i], v) {
			return true
		}
	}
	return false
}

// Action lists the hexes where something happens: those that are marked, else those of
// the runs.
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
