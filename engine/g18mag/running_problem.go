package g18mag

import (
	"slices"

	"railpost/engine/route"
	"railpost/engine/track"
)

// network is what the trains of a minor run on: the links of its network, and
// the same as a problem for package route. Stops and links have the same numbers
// in both.
type network struct {
	company Company
	*track.Graph
	route.Problem
}

// networkOf is the network of a minor with its trains and some services.
func (s *State) networkOf(c Company, services []Company) *network {
	n := &network{company: c, Graph: s.Board.Links(s.world(), owner(c))}
	stations := make(map[track.Place][]Company, len(s.Board.Stations))
	for _, st := range s.Board.Stations {
		stations[st.Place()] = append(stations[st.Place()], Company(st.Owner))
	}
	n.Problem.Stops = make([]route.Stop, len(n.Graph.Stops))
	for i, p := range n.Graph.Stops {
		n.Problem.Stops[i] = s.routeStop(c, p, stations[p])
	}
	n.Problem.Links = make([]route.Link, len(n.Graph.Links))
	for i := range n.Graph.Links {
		l := &n.Graph.Links[i]
		n.Problem.Links[i] = route.Link{A: l.A, B: l.B, Uses: l.Uses}
	}
	for _, size := range s.Minors[c].Trains {
		n.Trains = append(n.Trains, route.Train{Range: size}) // VI.3.6: at most so many locations
	}
	for _, seller := range services {
		n.Wagons = append(n.Wagons, s.wagon(seller))
	}
	return n
}

// routeStop is a stop as the trains of a minor count it (VI.3.7).
func (s *State) routeStop(c Company, p track.Place, stations []Company) route.Stop {
	stop := &s.Board.Stops(s.world(), p.Hex)[p.Stop]
	out := route.Stop{Value: stop.Worth(s.phaseColour()), Own: slices.Contains(stations, c)}
	switch stop.Kind {
	case track.Town:
		out.Class = route.Town
	case track.Area:
		out.Class, out.Ends = route.Area, true // VI.2: always a route end
	case track.Mine:
		out.Class = route.Extra // one, anywhere in a route
	case track.City:
		// VI.2: a city whose every circle holds a station of others is not passed.
		out.Ends = stop.Slots > 0 && !out.Own && s.Board.Free(s.world(), p) == 0
		for _, other := range stations {
			if !other.minor() {
				out.Value += majorStation
			}
		}
	}
	return out
}

// majorStation is what a major's station adds to its city (VI.3.7).
const majorStation = 10

// wagon is what a service allows one train (VI.3.7). What was bought must be used
//
func (s *State) wagon(seller Company) route.Wagon {
	w := route.Wagon{Must: !s.Rules.IdleServices}
	switch seller {
	case raba:
		w.Bonus = s.goods().bonus[s.phaseColour()]
		w.Longer = len(s.goods().services) == 1 // X: the bonus or the plus train
	case ganz:
		w.Longer = true
	case snw:
		w.Extra = true
	}
	return w
}
