package track_test

import (
	"fmt"
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/track"
)

// oracle walks every trail of an owner, one by one, by the words of the rules
// (18CZ VIII.5): no side twice, no stop twice, not through a blocked city or an area.
type oracle struct {
	w     *track.World
	b     *track.Board
	owner track.Owner
	steps int // remaining; below 0: there are too many trails

	edges, stops []uint8
	runs         bool
	segments     map[string]bool

	used    map[track.Side]bool
	visited map[track.Place]bool
	first   track.Place
	last    track.Place
	since   []track.HexID // hexes since the last stop
}

func walk(w *track.World, b *track.Board, owner track.Owner, steps int) *oracle {
	n := len(w.Map.Hexes)
	o := &oracle{w: w, b: b, owner: owner, steps: steps, edges: make([]uint8, n), stops: make([]uint8, n),
		segments: map[string]bool{}, used: map[track.Side]bool{}, visited: map[track.Place]bool{}}
	for _, s := range b.Stations {
		if s.Owner != owner {
			continue
		}
		o.first = s.Place()
		o.stops[s.Hex] |= 1 << s.Stop
		o.pass(s.Place())
		for e := range hex.Edges {
			if w.Map.Hexes[s.Hex].Neighbour[e] != track.NoHex {
				o.edges[s.Hex] |= 1 << e
			}
		}
	}
	return o
}

// pass continues from a stop.
func (o *oracle) pass(p track.Place) {
	last, since := o.last, o.since
	o.visited[p], o.last, o.since = true, p, []track.HexID{p.Hex}
	for e := range hex.Edge(hex.Edges) {
		if o.b.Shape(o.w, p.Hex).Stops[e]&(1<<p.Stop) != 0 {
			o.cross(p.Hex, e)
		}
	}
	delete(o.visited, p)
	o.last, o.since = last, since
}

// cross leaves a hex.
func (o *oracle) cross(h track.HexID, e hex.Edge) {
	to, back := o.w.Map.Hexes[h].Neighbour[e], e.Opposite()
	side, other := track.Side{Hex: h, Edge: e}, track.Side{Hex: to, Edge: back}
	if o.steps--; o.steps < 0 || o.used[side] || o.used[other] {
		return
	}
	o.edges[h] |= 1 << e
	o.edges[to] |= 1 << back
	o.used[side] = true
	o.since = append(o.since, to)
	shape := o.b.Shape(o.w, to)
	for i := range o.b.Stops(o.w, to) {
		if shape.Stops[back]&(1<<i) != 0 {
			o.meet(track.Place{Hex: to, Stop: i})
		}
	}
	for f := range hex.Edge(hex.Edges) {
		if shape.Plain[back]&(1<<f) != 0 {
			o.cross(to, f)
		}
	}
	o.since = o.since[:len(o.since)-1]
	delete(o.used, side)
}

func (o *oracle) meet(p track.Place) {
	if o.visited[p] {
		return
	}
	o.stops[p.Hex] |= 1 << p.Stop
	o.runs = o.runs || p != o.first
	o.segments[segment(o.last, p, o.since)] = true
	stop, in := o.b.Stops(o.w, p.Hex)[p.Stop], o.b.In(p)
	own := slices.ContainsFunc(in, func(s track.Station) bool { return s.Owner == o.owner })
	if stop.Kind != track.Area && (stop.Kind != track.City || own || len(in) < stop.Slots) {
		o.pass(p)
	}
}

// segment names a link, the same from both ends.
func segment(a, b track.Place, hexes []track.HexID) string {
	if a.Hex > b.Hex || a.Hex == b.Hex && a.Stop > b.Stop {
		a, b, hexes = b, a, slices.Clone(hexes)
		slices.Reverse(hexes)
	}
	return fmt.Sprint(a, b, hexes)
}

// TestReachExact compares networks and links with all trails, on boards of any
// number of tiles up to those that have too many trails to walk.
func TestReachExact(t *testing.T) {
	level.Sequential(t)
	same, given := 0, 0
	for seed := range uint64(40) {
		g := newGame(t, seed+100, 3)
		for range 70 {
			g.step()
			if g.rng.IntN(6) != 0 {
				continue
			}
			for owner := range track.Owner(g.owners) {
				if compareTrails(t, g, owner) {
					same++
				} else {
					given++
				}
				if t.Failed() {
					t.Fatalf("seed %d", seed)
				}
			}
		}
	}
	t.Logf("%d networks compared, %d had too many trails", same, given)
	if same < 1000 || given > same/4 {
		t.Error("that is too little")
	}
}

// compareTrails answers false when there are too many trails.
func compareTrails(t *testing.T, g *game, owner track.Owner) bool {
	o := walk(g.w, &g.board, owner, 30_000)
	if o.steps < 0 {
		return false
	}
	r, links := g.board.Reach(g.w, owner), g.board.Links(g.w, owner)
	for h := range g.w.Map.Hexes {
		if r.Edges[h] != o.edges[h] || r.Stops[h] != o.stops[h] {
			t.Errorf("owner %d at %s: edges %06b, stops %b; by trails %06b, %b", owner, g.w.Map.Hexes[h].Name, r.Edges[h], r.Stops[h], o.edges[h], o.stops[h])
		}
	}
	expect.Same(t, owner, r.Runs, o.runs)
	found := map[string]bool{}
	for _, l := range links.Links {
		found[segment(links.Stops[l.A], links.Stops[l.B], l.Hexes)] = true
	}
	for s := range o.segments {
		expect.True(t, found[s], "owner %d: there is no link for %s", owner, s)
	}
	return true
}

// TestLinks: every link follows track, and uses the sides that it crosses.
func TestLinks(t *testing.T) {
	links := 0
	for seed := range uint64(20) {
		g := newGame(t, seed+300, 3)
		for range 100 {
			g.step()
		}
		for owner := range track.Owner(g.owners) {
			graph := g.board.Links(g.w, owner)
			links += len(graph.Links)
			checkGraph(t, g, graph)
		}
	}
	if links < 500 {
		t.Errorf("only %d links", links)
	}
}

func checkGraph(t *testing.T, g *game, graph *track.Graph) {
	used := make([]bool, len(graph.Sides))
	seen := map[string]bool{}
	for _, l := range graph.Links {
		name := segment(graph.Stops[l.A], graph.Stops[l.B], l.Hexes)
		if seen[name] || l.A >= l.B || len(l.Uses) != len(l.Hexes)-1 {
			t.Fatalf("link %s: %+v", name, l)
		}
		seen[name] = true
		checkLink(t, g, graph, &l, used)
	}
	expect.True(t, !slices.Contains(used, false), "a side is numbered that no link uses")
	for i, p := range graph.Stops {
		if at, ok := graph.Find(p); !ok || at != i {
			t.Errorf("stop %d is found at %d, %t", i, at, ok)
		}
	}
	if _, ok := graph.Find(track.Place{Hex: 0, Stop: 7}); ok {
		t.Error("a stop is found that is not there")
	}
}

// checkLink walks a link hex by hex.
func checkLink(t *testing.T, g *game, graph *track.Graph, l *track.Link, used []bool) {
	a, b := graph.Stops[l.A], graph.Stops[l.B]
	from := g.board.Shape(g.w, a.Hex).Edges[a.Stop]
	for i, use := range l.Uses {
		h, next := l.Hexes[i], l.Hexes[i+1]
		e, ok := g.w.Map.Hexes[h].At.Toward(g.w.Map.Hexes[next].At)
		back := track.Side{Hex: next, Edge: e.Opposite()}
		if side := graph.Sides[use]; !ok || side != (track.Side{Hex: h, Edge: e}) && side != back {
			t.Fatalf("from %d to %d over side %+v", h, next, side)
		}
		used[use] = true
		if from&(1<<e) == 0 {
			t.Fatalf("no track leads from hex %d over edge %d", h, e)
		}
		from = g.board.Shape(g.w, next).Plain[back.Edge]
		if i == len(l.Uses)-1 && (next != b.Hex || g.board.Shape(g.w, next).Stops[back.Edge]&(1<<b.Stop) == 0) {
			t.Fatalf("the link ends at hex %d edge %d, not at %+v", next, back.Edge, b)
		}
	}
}
