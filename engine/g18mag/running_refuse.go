package g18mag

import (
	"errors"
	"slices"

	"railpost/engine"
	"railpost/engine/route"
	"railpost/engine/track"
)

// at puts a refusal there.
func (w spot) at(r *engine.Refusal) *engine.Refusal {
	r.Column, r.Length = w.column, w.length
	return r
}

func unread(rule string, w spot, key string, args ...engine.Arg) *engine.Refusal {
	return w.at(&engine.Refusal{Kind: engine.NotUnderstood, Rule: rule, Why: engine.Msg(key, args...)})
}

func noRoute(column int) *engine.Refusal {
	r := unread("VI.3.6", spot{column: column}, "18mag.no.run-what")
	r.Expected = []string{bestWord}
	return r
}

func noHex(name spelt) *engine.Refusal {
	return unread("III.1", name.spot, "18mag.no.no-hex", engine.Text("hex", name.text))
}

// noCity refuses "E12.3" where there are two cities.
func (s *State) noCity(name spelt) *engine.Refusal {
	r := unread("VI.3.6", name.spot, "18mag.no.run-which", engine.Text("word", name.text), engine.Int("n", len(s.Board.Stops(s.world(), name.hex))))
	r.Expected = s.stopNames(name)
	return r
}

func (s *State) stopNames(name spelt) (names []string) {
	for i := range s.Board.Stops(s.world(), name.hex) {
		names = append(names, s.stopName(track.Place{Hex: name.hex, Stop: i}))
	}
	return names
}

// noTrack says how far the track leads on which a route was to run: the first
// name is no stop of the network, or from one stop there is no way to the next.
func (s *State) noTrack(f *reader) *engine.Refusal {
	if f.far < 0 {
		name := f.names[0]
		if len(s.stopNames(name)) == 0 {
			return name.at(engine.Forbid("VI.2", "18mag.no.run-no-stop", engine.Text("hex", name.text)))
		}
		return name.at(engine.Forbid("VI.2", "18mag.no.run-not-reached", companySay("company", f.n.company), engine.Text("stop", name.text), s.networkNames("reached", f.n)))
	}
	from := engine.Text("from", s.stopName(f.n.Graph.Stops[f.at]))
	if f.far == len(f.names)-1 {
		return f.names[f.far].at(engine.Forbid("VI.2", "18mag.no.run-one-stop", from, f.nextNames(s)))
	}
	stop := &f.n.Problem.Stops[f.at]
	switch {
	case f.far > 0 && stop.Class == route.Area:
		return f.names[f.far].at(engine.Forbid("VI.2", "18mag.no.run-area", s.stopArg(f.n, f.at)))
	case f.far > 0 && stop.Ends:
		return f.names[f.far].at(engine.Forbid("VI.2", "18mag.no.run-blocked", s.stopArg(f.n, f.at)))
	}
	next := f.names[f.far+1]
	return next.at(engine.Forbid("VI.2", "18mag.no.run-no-track", from, engine.Text("to", next.text), f.nextNames(s)))
}

func (s *State) stopArg(n *network, stop int) engine.Arg {
	return engine.Text("stop", s.stopName(n.Graph.Stops[stop]))
}

// nextNames are the stops to which track leads from the stop that was reached.
func (f *reader) nextNames(s *State) engine.Arg {
	var names []string
	for i := range f.n.Graph.Links {
		if l := &f.n.Graph.Links[i]; l.A == f.at || l.B == f.at {
			if name := s.stopName(f.n.Graph.Stops[l.A+l.B-f.at]); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return textList("next", names)
}

func (s *State) networkNames(arg string, n *network) engine.Arg {
	var names []string
	for _, p := range n.Graph.Stops {
		names = append(names, s.stopName(p))
	}
	return textList(arg, names)
}

func (s *State) noSuchTrain(c Company, r spelling) *engine.Refusal {
	return r.at(engine.Forbid("VI.3.6", "18mag.no.run-no-train", companySay("company", c), engine.Int("n", r.size), s.sizes("trains", c)))
}

// sizes lists the trains of a minor.
func (s *State) sizes(name string, c Company) engine.Arg {
	parts := make([]engine.Arg, len(s.Minors[c].Trains))
	for i, size := range s.Minors[c].Trains {
		parts[i] = engine.Int("", size)
	}
	return engine.Several(name, parts...)
}

// routeFault tells what package route found wrong with the routes of an order.
func (s *State) routeFault(n *network, c Company, services []Company, routes []spelling, lines []route.Route, err error) *engine.Refusal {
	var f *route.Fault
	if !errors.As(err, &f) {
		return engine.Forbid("VI.3.6", "18mag.no.run-wrong")
	}
	if f.Why == route.WagonLeft {
		return engine.Forbid("R-06", "18mag.no.run-idle-service", companySay("company", c), serviceSay(services[f.Wagon]))
	}
	whole, line := routes[f.Route].spot, &lines[f.Route]
	text := engine.Text("route", s.text(n, line))
	stop := s.stopArg(n, f.Stop)
	at := routes[f.Route].find(n, f.Stop)
	switch f.Why {
	case route.TooMany:
		return whole.at(engine.Forbid("VI.3.6", "18mag.no.run-too-many", companySay("company", c), engine.Int("n", len(n.Trains)), s.sizes("trains", c)))
	case route.TooLong:
		return whole.at(engine.Forbid("VI.3.6", "18mag.no.run-too-long", text, engine.Int("n", n.locations(line)), s.sizes("trains", c)))
	case route.TooShort:
		return whole.at(engine.Forbid("VI.2", "18mag.no.run-too-short", text))
	case route.NoStation:
		return whole.at(engine.Forbid("VI.2", "18mag.no.run-no-station", text, companySay("company", c), s.ownStops(n)))
	case route.StopTwice:
		return at.at(engine.Forbid("VI.3.6", "18mag.no.run-stop-twice", stop))
	case route.TrackTwice:
		l := &n.Graph.Links[f.Link]
		from, to := s.stopName(n.Graph.Stops[l.A]), s.stopName(n.Graph.Stops[l.B])
		return routes[f.Route].find(n, l.B).at(engine.Forbid("VI.2", "18mag.no.run-track-twice", engine.Text("from", from), engine.Text("to", to)))
	case route.ExtraShut:
		return at.at(engine.Forbid("VI.3.7", "18mag.no.run-mine", stop))
	case route.WagonTwice:
		return whole.at(engine.Forbid("VI.3.7", "18mag.no.run-service-twice", text, serviceSay(services[f.Wagon])))
	case route.Blocked:
		return at.at(engine.Forbid("VI.2", "18mag.no.run-blocked", stop))
	case route.AreaPassed:
		return at.at(engine.Forbid("VI.2", "18mag.no.run-area", stop))
	}
	return whole.at(engine.Forbid("VI.3.6", "18mag.no.run-wrong"))
}

// find is where the order names a stop the last time; the whole route when it
// does not.
func (r *spelling) find(n *network, stop int) spot {
	for i := len(r.names) - 1; i >= 0; i-- {
		p := n.Graph.Stops[stop]
		if r.names[i].hex == p.Hex && (r.names[i].city < 0 || r.names[i].city == p.Stop) {
			return r.names[i].spot
		}
	}
	return r.spot
}

// locations counts the revenue locations of a route: mines are none (VI.3.7).
func (n *network) locations(r *route.Route) (count int) {
	for _, s := range r.Stops {
		if n.Problem.Stops[s].Class != route.Extra {
			count++
		}
	}
	return count
}

// ownStops are the stops where the minor has its stations.
func (s *State) ownStops(n *network) engine.Arg {
	var names []string
	for i, p := range n.Graph.Stops {
		if n.Problem.Stops[i].Own {
			names = append(names, s.stopName(p))
		}
	}
	return textList("stations", names)
}
