package log18xx

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"railpost/engine/rail/route"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// Routes of the site are lists of hexes from stop to stop, either way round, and
// nodes, which number the stops of a hex; old logs have no nodes.

// Way names the stops of a route and all hexes between them, in travel order, as
// orders do: "E10", "D11", "D9.2". *NoOrder: its pieces do not join.
func Way(g *trackword.Ground, r Route) ([]string, error) {
	for _, turned := range []bool{false, true} {
		chain, flips, ok := chained(r.Connections, turned)
		if !ok {
			continue
		}
		stops, ok := nodeStops(g, chain, flips, r.Nodes)
		if !ok || len(r.Nodes) == 0 && !turned && visitsTwice(g, chain) {
			continue
		}
		way := []string{stops[0]}
		for i, piece := range chain {
			way = append(way, piece[1:len(piece)-1]...)
			way = append(way, stops[i+1])
		}
		return way, nil
	}
	return nil, CannotSay("pieces of track that do not form a route")
}

// Visits are the hexes of the stops of a route in travel order; nil where its
// pieces do not join.
func (r *Route) Visits() []string {
	for _, turned := range []bool{false, true} {
		if chain, _, ok := chained(r.Connections, turned); ok {
			list := []string{chain[0][0]}
			for _, piece := range chain {
				list = append(list, piece[len(piece)-1])
			}
			return list
		}
	}
	return nil
}

// visitsTwice reports whether a route comes twice to a hex with one stop: then two pieces between the same
// hexes must be read in the other direction.
func visitsTwice(g *trackword.Ground, chain [][]string) bool {
	seen := map[string]bool{chain[0][0]: true}
	for _, piece := range chain {
		to := piece[len(piece)-1]
		if id, ok := g.World.Map.Find(to); ok && seen[to] && len(g.Board.Stops(g.World, id)) == 1 {
			return true
		}
		seen[to] = true
	}
	return false
}

// chained puts pieces of track in travel order: each begins where the one before ended. With turned, the first
// one is reversed; flips marks the reversed ones.
func chained(pieces [][]string, turned bool) (chain [][]string, flips []bool, ok bool) {
	at := ""
	for i, piece := range pieces {
		if len(piece) < 2 {
			return nil, nil, false
		}
		flip := turned
		if i > 0 {
			flip = piece[0] != at
		}
		piece = slices.Clone(piece)
		if flip {
			slices.Reverse(piece)
		}
		if i > 0 && piece[0] != at {
			return nil, nil, false
		}
		at = piece[len(piece)-1]
		chain, flips = append(chain, piece), append(flips, flip)
	}
	return chain, flips, len(chain) > 0
}

// nodeStops names the stops of a route: nodes list them in the order in which the written pieces mention them,
// each stop once.
func nodeStops(g *trackword.Ground, chain [][]string, flips []bool, nodes []string) ([]string, bool) {
	stops := make([]string, len(chain)+1)
	used := 0
	name := func(i int, hex string) bool {
		if stops[i] != "" {
			return true
		}
		if len(nodes) == 0 { // in old logs a hex with one city has none
			stops[i] = hex
			return true
		}
		if used < len(nodes) {
			if stops[i] = nodeStop(g, nodes[used], hex); stops[i] != "" {
				used++
				return true
			}
		}
		for _, node := range nodes[:used] { // a stop that the route visits again, against the rules
			if stops[i] = nodeStop(g, node, hex); stops[i] != "" {
				return true
			}
		}
		return false
	}
	for i, piece := range chain {
		first, second := i, i+1
		if flips[i] {
			first, second = second, first
		}
		ends := map[int]string{i: piece[0], i + 1: piece[len(piece)-1]}
		if !name(first, ends[first]) || !name(second, ends[second]) {
			return nil, false
		}
	}
	return stops, used == len(nodes)
}

// nodeStop names the stop that a node like "E12-1" is, if that is on a hex; "".
func nodeStop(g *trackword.Ground, node, hex string) string {
	at, number := CutPiece(node)
	index, err := strconv.Atoi(number)
	id, ok := g.World.Map.Find(hex)
	if at != hex || err != nil || !ok {
		return ""
	}
	return g.City(track.Place{Hex: id, Stop: index})
}

// Tell writes a route as the site does, in travel order; the title sets train and revenue.
func Tell(w *track.World, g *track.Graph, r *route.Route) Route {
	out := Route{}
	name := func(h track.HexID) string { return w.Map.Hexes[h].Name }
	for i, stop := range r.Stops {
		p := g.Stops[stop]
		out.Hexes = append(out.Hexes, name(p.Hex))
		out.Nodes = append(out.Nodes, fmt.Sprintf("%s-%d", name(p.Hex), p.Stop))
		if i == len(r.Links) {
			continue
		}
		link := &g.Links[r.Links[i]]
		piece := make([]string, 0, len(link.Hexes))
		for _, h := range link.Hexes {
			piece = append(piece, name(h))
		}
		if link.A != stop {
			slices.Reverse(piece)
		}
		out.Connections = append(out.Connections, piece)
	}
	out.RevenueText = strings.Join(out.Hexes, "-")
	return out
}
