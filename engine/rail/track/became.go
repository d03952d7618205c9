package track

import "slices"

// Became returns which stop of a hex each of those that it had on an earlier or later board is
// on this one; -1 where that cannot be said, as of a stop that several were or become.
func (b *Board) Became(w *World, was *Board, h HexID) []int {
	stops := len(was.Stops(w, h))
	id, laid := b.Laid[h].ID()
	if !laid || was.Shape(w, h).Exits&^b.Shape(w, h).Exits != 0 { // the game has gone back
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

// turnedRound returns for each of so many stops the one that became it; -1 unless there is
// exactly one.
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
