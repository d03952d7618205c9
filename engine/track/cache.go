package track

import "sync"

// kept is what was computed from a board: one for all clones with the same track
// and stations.
type kept struct {
	mu     sync.Mutex
	reach  []*Reach // by Owner
	graphs []*Graph // by Owner
}

// Keep prepares a decoded board for goroutines that read it at once.
func (b *Board) Keep() {
	if b.kept == nil {
		b.kept = new(kept)
	}
}

// Reach is the network of an owner. Nobody may change it.
func (b *Board) Reach(w *World, owner Owner) *Reach {
	b.Keep()
	b.kept.mu.Lock()
	defer b.kept.mu.Unlock()
	return b.reach(w, owner)
}

// reach is Reach for who holds the lock.
func (b *Board) reach(w *World, owner Owner) *Reach {
	if r := kin(&b.kept.reach, owner); *r == nil {
		*r = b.explore(w, owner)
		w.Rebuilt.Add(1)
	}
	return b.kept.reach[owner]
}

// Links are the links of an owner's network. Nobody may change them.
func (b *Board) Links(w *World, owner Owner) *Graph {
	b.Keep()
	b.kept.mu.Lock()
	defer b.kept.mu.Unlock()
	g := kin(&b.kept.graphs, owner)
	if *g == nil {
		*g = b.link(w, b.reach(w, owner))
	}
	return *g
}

// kin is the place of an owner in a list that grows as needed.
func kin[T any](list *[]*T, owner Owner) **T {
	for len(*list) <= int(owner) {
		*list = append(*list, nil)
	}
	return &(*list)[owner]
}
