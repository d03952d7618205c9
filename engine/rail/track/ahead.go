package track

import (
	"encoding/binary"
	"sync"
)

// ahead keeps the computed parts of boards that others may become, by their track and stations: a list of
// lines, the usual turn and a remark try the same tiles.
type ahead struct {
	mu   sync.Mutex
	kept map[string]*kept
}

// Remember makes clones, and their clones, share computed parts if their track and stations become the same. It
// is for a Board that does not change, since the shared parts live as long as it does.
func (b *Board) Remember() {
	b.Keep()
	b.ahead = &ahead{kept: map[string]*kept{}}
}

// of returns the computed parts for this track and these stations, which b has reached by a change.
func (a *ahead) of(b *Board, c change) *kept {
	var room [512]byte
	key := room[:0]
	for _, l := range b.Laid {
		key = binary.AppendUvarint(key, uint64(l.Tile)<<3|uint64(l.Turn))
	}
	for _, s := range b.Stations {
		for _, n := range [...]int{int(s.Owner), int(s.Hex), s.Stop, s.Slot} {
			key = binary.AppendVarint(key, int64(n))
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	k := a.kept[string(key)]
	if k == nil {
		k = &kept{before: b.kept, change: c}
		a.kept[string(key)] = k
	}
	return k
}
