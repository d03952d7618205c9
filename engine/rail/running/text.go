package running

import (
	"strings"

	"railpost/engine/rail/route"
)

// texts returns routes as orders name them. If the company has several trains, each
// route says which one runs it.
func (n *Network) texts(lines []route.Route) (texts []string) {
	for i := range lines {
		text := n.Text(&lines[i])
		if len(n.Runner.Trains) > 1 {
			text = n.Runner.Trains[lines[i].Train].Name + ": " + text
		}
		texts = append(texts, text)
	}
	return texts
}

// Text names a route by its stops, and by the hexes on the way where other track
// leads from stop to stop too.
func (n *Network) Text(r *route.Route) string {
	parts := []string{n.stopName(r.Stops[0])}
	for i, l := range r.Links {
		if n.ambiguous(l) {
			for _, h := range n.Between(l, r.Stops[i]) {
				parts = append(parts, n.Hex(h))
			}
		}
		parts = append(parts, n.stopName(r.Stops[i+1]))
	}
	return strings.Join(parts, "-")
}

// stopName names a stop of the network.
func (n *Network) stopName(stop int) string { return n.City(n.Graph.Stops[stop]) }
