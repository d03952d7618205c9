package track

import "sync"

// kept are the results computed from a board: shared by all clones with the same track and stations.
type kept struct {
	mu       sync.Mutex
	networks []*network // by Owner

	// The board before, if that is remembered, see ahead.
	before *kept
	change change
}

// change is the difference between a board and the one before.
type change struct {
	at    HexID
	gains Owner // has an additional station there; nobody: stations and track were there before
}

const nobody Owner = -1

// network is the results computed for an owner.
type network struct {
	reach *Reach
	once  sync.Once
	links *Graph
}

// Keep prepares a decoded board for goroutines that read it concurrently.
func (b *Board) Keep() {
	if b.kept == nil {
		b.kept = new(kept)
	}
}

// Reach returns the network of an owner. The caller must not change it.
func (b *Board) Reach(w *World, owner Owner) *Reach { return b.network(w, owner).reach }

// Links returns the links of an owner's network. The caller must not change them.
func (b *Board) Links(w *World, owner Owner) *Graph {
	n := b.network(w, owner)
	n.once.Do(func() { n.links = b.link(w, n.reach) })
	return n.links
}

func (b *Board) network(w *World, owner Owner) *network {
	b.Keep()
	b.kept.mu.Lock()
	defer b.kept.mu.Unlock()
	if n := b.kept.known(owner); n != nil {
		return n
	}
	n := &network{reach: b.explore(w, owner)}
	w.Rebuilt.Add(1)
	*kin(&b.kept.networks, owner) = n
	return n
}

// known returns the network of an owner, which is that of the board before if it does not touch the changed
// hex; nil if it must be computed. The caller holds the lock.
func (k *kept) known(owner Owner) *network {
	place := kin(&k.networks, owner)
	if *place != nil || k.before == nil || k.change.gains == owner {
		return *place
	}
	k.before.mu.Lock()
	defer k.before.mu.Unlock()
	if n := k.before.known(owner); n != nil && n.reach.Edges[k.change.at]|n.reach.Stops[k.change.at] == 0 {
		*place = n
	}
	return *place
}

// kin is the place of an owner in a list that grows as needed.
func kin[T any](list *[]*T, owner Owner) **T {
	if more := int(owner) + 1 - len(*list); more > 0 {
		*list = append(*list, make([]*T, more)...)
	}
	return &(*list)[owner]
}

// memos are results that a title has computed from a Graph.
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
