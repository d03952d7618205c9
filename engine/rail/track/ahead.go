package track

import (
	"encoding/binary"
	"sync"
)

// ahead keeps what was computed of the boards that others may become, by their track and
// stations: a list of lines, the usual turn and a remark try the same tiles.
type ahead struct {
	mu   sync.Mutex
	kept map[string]*kept
}

// Remember makes clones, and their clones, share what is computed of boards that have come to
// be alike. It is for a Board that is only looked at, as what they share lives as long.
func (b *Board) Remember() {
	b.Keep()
	b.ahead = &ahead{kept: map[string]*kept{}}
}

// of returns what is kept of a board with this track and these stations, to which it has come
// by a change.
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
