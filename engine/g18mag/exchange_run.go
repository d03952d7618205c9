package g18mag

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"railpost/engine/log18xx"
	"railpost/engine/track"
)

// Routes of the site (actions.md 4): lists of hexes from stop to stop, either
// way round, and nodes, which number the stops of a hex.

// nothingRun is the order that runs no train.
const nothingRun = "run nothing"

// runLine is a run of trains: "run 3: E10-D9-C8, 2: G14-G16". All hexes on the
// way are named, so that the track is clear.
func (s *State) runLine(a *log18xx.Action) (string, error) {
	if len(a.Routes) == 0 {
		return nothingRun, nil
	}
	var parts []string
	for _, r := range a.Routes {
		size, ok := sizeOf(r.Train)
		if !ok {
			return "", log18xx.CannotSay("a train that does not exist")
		}
		way, err := s.wayOf(r)
		if err != nil {
			return "", err
		}
		parts = append(parts, fmt.Sprintf("%d: %s", size, strings.Join(way, "-")))
	}
	return "run " + strings.Join(parts, ", "), nil
}

// wayOf names the stops of a route and the hexes between them, in travel order.
func (s *State) wayOf(r log18xx.Route) ([]string, error) {
	for _, turned := range []bool{false, true} {
		chain, flips, ok := chained(r.Connections, turned)
		if !ok {
			continue
		}
		stops, ok := s.nodeStops(chain, flips, r.Nodes)
		if !ok {
			continue
		}
		way := []string{stops[0]}
		for i, piece := range chain {
			way = append(way, piece[1:len(piece)-1]...)
			way = append(way, stops[i+1])
		}
		return way, nil
	}
	return nil, log18xx.CannotSay("pieces of track that do not join to a route")
}

// chained puts pieces of track in travel order: each begins where the one before
// ended. turned begins with the first one the other way round; flips tells which
// were turned.
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

// nodeStops names the stops of a route: nodes tell them in the order in which the
// pieces, as they were written, mention them.
func (s *State) nodeStops(chain [][]string, flips []bool, nodes []string) ([]string, bool) {
	stops := make([]string, len(chain)+1)
	next := 0
	name := func(i int, hex string) bool {
		if stops[i] != "" {
			return true
		}
		if len(nodes) == 0 { // old logs: a hex with one city needs none
			stops[i] = hex
			return true
		}
		if next >= len(nodes) {
			return false
		}
		at, number := cutPiece(nodes[next])
		index, err := strconv.Atoi(number)
		id, ok := s.world().Map.Find(hex)
		if at != hex || err != nil || !ok {
			return false
		}
		next++
		stops[i] = s.stopName(track.Place{Hex: id, Stop: index})
		return true
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
	return stops, next == len(nodes)
}

func (s *spoken) run() ([]*log18xx.Action, error) {
	return nil, fmt.Errorf("not written yet")
}
