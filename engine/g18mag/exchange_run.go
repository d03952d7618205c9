package g18mag

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/log18xx"
	"railpost/engine/route"
	"railpost/engine/running"
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
		if !ok || len(r.Nodes) == 0 && !turned && s.visitsTwice(chain) {
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

// visitsTwice says whether a route comes twice to a hex with one stop: then two
// pieces between the same hexes are to be read the other way round.
func (s *State) visitsTwice(chain [][]string) bool {
	seen := map[string]bool{chain[0][0]: true}
	for _, piece := range chain {
		to := piece[len(piece)-1]
		if id, ok := s.world().Map.Find(to); ok && seen[to] && len(s.Board.Stops(s.world(), id)) == 1 {
			return true
		}
		seen[to] = true
	}
	return false
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
// pieces, as they were written, mention them, each stop once.
func (s *State) nodeStops(chain [][]string, flips []bool, nodes []string) ([]string, bool) {
	stops := make([]string, len(chain)+1)
	used := 0
	name := func(i int, hex string) bool {
		if stops[i] != "" {
			return true
		}
		if len(nodes) == 0 { // old logs: a hex with one city needs none
			stops[i] = hex
			return true
		}
		if used < len(nodes) {
			if stops[i] = s.nodeStop(nodes[used], hex); stops[i] != "" {
				used++
				return true
			}
		}
		for _, node := range nodes[:used] { // a stop that the route visits again, against the rules
			if stops[i] = s.nodeStop(node, hex); stops[i] != "" {
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
func (s *State) nodeStop(node, hex string) string {
	at, number := cutPiece(node)
	index, err := strconv.Atoi(number)
	id, ok := s.world().Map.Find(hex)
	if at != hex || err != nil || !ok {
		return ""
	}
	return s.stopName(track.Place{Hex: id, Stop: index})
}

// run tells the routes of an order as the site does, all in travel order.
func (s *spoken) run() ([]*log18xx.Action, error) {
	a := &log18xx.Action{Type: "run_routes"}
	line := strings.Join(s.words, " ")
	if line == nothingRun {
		return one(a)
	}
	c, services := s.before.company(), s.before.Turn.Services
	runner := s.before.runner(c, services)
	v, err := runner.Routes().Read(engine.Tokenize(strings.TrimPrefix(line, "run ")))
	if err != nil {
		return nil, err
	}
	p, n := v.(running.Plan), runner.Network()
	if p.Fault != nil {
		return nil, p.Fault
	}
	bonus := p.Revenue
	for i := range p.Lines {
		r := s.route(c, n, &p.Lines[i])
		bonus -= r.Revenue
		a.Routes = append(a.Routes, r)
	}
	for i := range p.Lines { // the first route with a red area has it (actions.md 4)
		if bonus > 0 && meetsArea(n, &p.Lines[i]) {
			a.Routes[i].Revenue += bonus
			a.Routes[i].RevenueText += " (" + companies[raba].logID + ")"
			break
		}
	}
	return one(a)
}

func meetsArea(n *running.Network, r *route.Route) bool {
	return slices.ContainsFunc(r.Stops, func(stop int) bool { return n.Problem.Stops[stop].Class == route.Area })
}

// route tells a route without the bonus of a red area.
func (s *spoken) route(c Company, n *running.Network, r *route.Route) log18xx.Route {
	out := log18xx.Route{Train: s.pieces.trains.owned[c][r.Train], Subsidy: r.Extra}
	for i, stop := range r.Stops {
		p := n.Graph.Stops[stop]
		if n.Problem.Stops[stop].Class != route.Extra {
			out.Revenue += n.Problem.Stops[stop].Value
		}
		hex := s.before.hexName(p.Hex)
		out.Hexes = append(out.Hexes, hex)
		out.Nodes = append(out.Nodes, fmt.Sprintf("%s-%d", hex, p.Stop))
		if i == len(r.Links) {
			continue
		}
		piece := []string{hex}
		for _, between := range n.Between(r.Links[i], stop) {
			piece = append(piece, s.before.hexName(between))
		}
		piece = append(piece, s.before.hexName(n.Graph.Stops[r.Stops[i+1]].Hex))
		out.Connections = append(out.Connections, piece)
	}
	out.RevenueText = strings.Join(out.Hexes, "-")
	return out
}
