package running

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/route"
	"railpost/engine/rail/track"
)

// Network is the company's network for its trains: its links, and the same as a problem for package route.
// Stops and links have the same numbers in both.
type Network struct {
	*Runner
	*track.Graph
	route.Problem
}

// Network builds the network.
func (r *Runner) Network() *Network {
	n := &Network{Runner: r, Graph: r.graph()}
	stations := make(map[track.Place][]track.Owner, len(r.Board.Stations))
	for _, st := range r.Board.Stations {
		stations[st.Place()] = append(stations[st.Place()], st.Owner)
	}
	n.Problem.Stops = make([]route.Stop, len(n.Graph.Stops))
	for i, p := range n.Graph.Stops {
		n.Problem.Stops[i] = r.stop(p, slices.Contains(stations[p], r.Owner))
	}
	n.Problem.Links = make([]route.Link, len(n.Graph.Links))
	for i := range n.Graph.Links {
		l := &n.Graph.Links[i]
		n.Problem.Links[i] = route.Link{A: l.A, B: l.B, Uses: l.Uses}
	}
	for i := range r.Trains {
		n.Problem.Trains = append(n.Problem.Trains, r.Trains[i].Train)
	}
	for i := range r.Services {
		n.Problem.Services = append(n.Problem.Services, r.Services[i].Service)
	}
	return n
}

func (r *Runner) graph() *track.Graph { return r.Board.Links(r.World, r.Owner) }

// stop is a stop as the trains of the company count it. A city whose every circle
// holds a station of others is not passed, an area ends every route; towns and
// extra stops never block.
func (r *Runner) stop(p track.Place, own bool) route.Stop {
	stop := &r.Board.Stops(r.World, p.Hex)[p.Stop]
	out := route.Stop{Value: stop.Worth(r.Colour), Own: own, Group: stop.Group}
	switch stop.Kind {
	case track.Town:
		out.Class = route.Town
	case track.Area:
		out.Class, out.Ends = route.Area, true
	case track.Mine:
		out.Class = route.Extra
	case track.City:
		out.Ends = stop.Slots > 0 && !own && r.Board.Free(r.World, p) == 0
	}
	if r.Bonus != nil {
		out.Value += r.Bonus(p)
	}
	return out
}

// Between lists the hexes along a link, from one of its stops.
func (n *Network) Between(link, from int) []track.HexID {
	l := &n.Graph.Links[link]
	hexes := slices.Clone(l.Hexes[1 : len(l.Hexes)-1])
	if from == l.B {
		slices.Reverse(hexes)
	}
	return hexes
}

// ambiguous reports whether another link joins the same stops.
func (n *Network) ambiguous(link int) bool {
	l := &n.Graph.Links[link]
	for i := range n.Graph.Links {
		if m := &n.Graph.Links[i]; i != link && m.A == l.A && m.B == l.B {
			return true
		}
	}
	return false
}

// locations counts the stops of a route that count for its train.
func (n *Network) locations(r *route.Route) int {
	return engine.Count(r.Stops, func(s int) bool { return n.Problem.Stops[s].Class != route.Extra })
}
