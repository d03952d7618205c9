package track

import "sync"

// kept is what was computed from a board: one for all clones with the same track
// and stations.
type kept struct {
	mu     sync.Mutex
	reach  []*Reach // by Owner
	graphs []*Graph // by Owner
}

// Keep prepares a decoded board for goroutines that read it concurrently.
func (b *Board) Keep() {
	if b.kept == nil {
		b.kept = new(kept)
	}
}

// Reach returns the network of an owner. The caller must not change it.
func (b *Board) Reach(w *World, owner Owner) *Reach {
	b.Keep()
	b.kept.mu.Lock()
	defer b.kept.mu.Unlock()
	return b.reach(w, owner)
}

// reach is Reach for a caller that holds the lock.
func (b *Board) reach(w *World, owner Owner) *Reach {
	if r := kin(&b.kept.reach, owner); *r == nil {
		*r = b.explore(w, owner)
		w.Rebuilt.Add(1)
	}
	return b.kept.reach[owner]
}

// Links returns the links of an owner's network. The caller must not change them.
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
	if more := int(owner) + 1 - len(*list); more > 0 {
		*list = append(*list, make([]*T, more)...)
	}
	return &(*list)[owner]
}

// memos are what a title has computed from a Graph.
type memos struct {
	mu   sync.Mutex
	kept map[any]any
}

// Memo returns what compute returned for the key before: what a title works out from
// a network is kept with it, shared by clones, and forgotten when track or stations
// change. The key must contain all else that the result depends on. The caller must
// not change the result.
func (g *Graph) Memo(key any, compute func() any) any {
	g.memos.mu.Lock()
	v, ok := g.memos.kept[key]
	g.memos.mu.Unlock()
	if ok {
		return v
	}
	v = compute() // twice, if two ask at once
	g.memos.mu.Lock()
	defer g.memos.mu.Unlock()
	if g.memos.kept == nil {
		g.memos.kept = map[any]any{}
	}
	g.memos.kept[key] = v
	return v
}
