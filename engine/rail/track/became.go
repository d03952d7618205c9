package track

import "slices"

// Became returns, for each stop of a hex on an earlier or later board, its index on this one; -1 if that is
// unclear, as for stops that merge or split.
func (b *Board) Became(w *World, was *Board, h HexID) []int {
	stops := len(was.Stops(w, h))
	id, laid := b.Laid[h].ID()
	if !laid || was.Shape(w, h).Exits&^b.Shape(w, h).Exits != 0 { // the order was taken back
		return turnedRound(was.Became(w, b, h), stops)
	}
	to := was.moves(w, Lay{Hex: h, Tile: id, Turn: b.Laid[h].Turn})
	for _, st := range was.Stations { // which a title may put into another city than Place
		if i, ok := b.Own(st.Owner, h); st.Hex == h && ok && b.Stations[i].Stop != to[st.Stop] {
			if other := slices.Index(to[:stops], b.Stations[i].Stop); other >= 0 {
				to[other] = to[st.Stop]
			}
			to[st.Stop] = b.Stations[i].Stop
		}
	}
	return slices.Clone(to[:stops])
}

// turnedRound inverts a map between stops; -1 for a stop that not exactly one maps to.
func turnedRound(to []int, stops int) []int {
	from := make([]int, stops)
	for i := range from {
		from[i] = slices.Index(to, i)
		if from[i] >= 0 && slices.Contains(to[from[i]+1:], i) {
			from[i] = -1
		}
	}
	return from
}
