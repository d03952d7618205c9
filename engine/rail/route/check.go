package route

import "fmt"

// Why is a kind of fault in a set of routes.
type Why int

// Kinds of faults.
const (
	Broken       Why = iota + 1 // links and stops do not form a line: Route, Stop
	StopTwice                   // Route visits Stop again
	GroupTwice                  // Route visits Stop and another of its Group
	Blocked                     // Route passes the blocked city Stop
	AreaPassed                  // Route passes the area Stop
	TooShort                    // Route has fewer than two stops that count
	NoStation                   // Route has no own station
	TrackTwice                  // Route and Other (may be the same) both need an element of Link, which belongs to Route
	NoSuch                      // Route names a train or a service that does not exist
	TrainTwice                  // Route and Other have the same train
	TooMany                     // more routes than trains
	TooLong                     // Route is too long for its train, or for any that is free
	ExtraShut                   // Route visits Stop, an Extra, without a service for it
	ServiceTwice                // Route and Other use Service
	ServiceIdle                 // Route has Service and cannot use it
	ServiceLeft                 // no route uses Service, which must be used
)

// Fault is the first fault of a set of routes, and its place. Only the fields that Why names have a meaning.
type Fault struct {
	Why          Why
	Route, Other int // indexes of routes
	Stop         int // index in Problem.Stops
	Link         int // index in Problem.Links
	Service      int // index in Problem.Services
}

func (f *Fault) Error() string {
	return fmt.Sprintf("route: route %d is not allowed (why %d, other route %d, stop %d, link %d, service %d)",
		f.Route, f.Why, f.Other, f.Stop, f.Link, f.Service)
}

// checkLines checks the routes without regard to their trains.
func checkLines(p *Problem, routes []Route) error {
	for i := range routes {
		if f := p.checkLine(&routes[i]); f != nil {
			f.Route = i
			return f
		}
	}
	users := map[int]int{} // element -> route
	for i := range routes {
		for _, l := range routes[i].Links {
			for _, e := range p.Links[l].Uses {
				if j, used := users[e]; used {
					return &Fault{Why: TrackTwice, Route: i, Other: j, Link: l}
				}
			}
			for _, e := range p.Links[l].Uses { // a link may name an element twice
				users[e] = i
			}
		}
	}
	return nil
}

// checkLine checks one route alone.
func (p *Problem) checkLine(r *Route) *Fault {
	if len(r.Stops) == 0 || len(r.Links) != len(r.Stops)-1 {
		return &Fault{Why: Broken}
	}
	counted, own := 0, false
	for i, s := range r.Stops {
		if s < 0 || s >= len(p.Stops) {
			return &Fault{Why: Broken}
		}
		if i > 0 && !p.joins(r.Links[i-1], r.Stops[i-1], s) {
			return &Fault{Why: Broken, Stop: s}
		}
		if f := p.checkStop(r.Stops, i); f != nil {
			return f
		}
		if p.Stops[s].Class != Extra {
			counted++
		}
		own = own || p.Stops[s].Own
	}
	if counted < 2 {
		return &Fault{Why: TooShort}
	}
	if !own {
		return &Fault{Why: NoStation}
	}
	return nil
}

func (p *Problem) joins(link, a, b int) bool {
	if link < 0 || link >= len(p.Links) {
		return false
	}
	l := p.Links[link]
	return l.A == a && l.B == b || l.A == b && l.B == a
}

// checkStop checks stop i of a route against the earlier ones.
func (p *Problem) checkStop(stops []int, i int) *Fault {
	s := &p.Stops[stops[i]]
	for _, b := range stops[:i] {
		if b == stops[i] {
			return &Fault{Why: StopTwice, Stop: b}
		}
		if s.Group > 0 && p.Stops[b].Group == s.Group {
			return &Fault{Why: GroupTwice, Stop: stops[i]}
		}
	}
	if s.Ends && i > 0 && i < len(stops)-1 {
		if s.Class == Area {
			return &Fault{Why: AreaPassed, Stop: stops[i]}
		}
		return &Fault{Why: Blocked, Stop: stops[i]}
	}
	return nil
}
