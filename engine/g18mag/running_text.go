package g18mag

import (
	"fmt"
	"strings"

	"railpost/engine/route"
)

// texts are routes as orders name them. Where a minor has several trains each
// route says which one runs it.
func (s *State) texts(n *network, lines []route.Route) (texts []string) {
	for i := range lines {
		text := s.text(n, &lines[i])
		if len(n.Trains) > 1 {
			text = fmt.Sprintf("%d: %s", n.Trains[lines[i].Train].Range, text)
		}
		texts = append(texts, text)
	}
	return texts
}

// text names a route by its stops, and by the hexes on the way where other track
// leads from stop to stop too.
func (s *State) text(n *network, r *route.Route) string {
	parts := []string{s.stopName(n.Graph.Stops[r.Stops[0]])}
	for i, l := range r.Links {
		if n.ambiguous(l) {
			for _, h := range n.between(l, r.Stops[i]) {
				parts = append(parts, s.hexName(h))
			}
		}
		parts = append(parts, s.stopName(n.Graph.Stops[r.Stops[i+1]]))
	}
	return strings.Join(parts, "-")
}

// ambiguous says whether another link joins the same stops.
func (n *network) ambiguous(link int) bool {
	l := &n.Graph.Links[link]
	for i := range n.Graph.Links {
		if m := &n.Graph.Links[i]; i != link && m.A == l.A && m.B == l.B {
			return true
		}
	}
	return false
}
