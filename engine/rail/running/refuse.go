package running

import (
	"errors"
	"slices"

	"railpost/engine"
	"railpost/engine/rail/route"
	"railpost/engine/rail/track"
)

// at gives a refusal this place.
func (w spot) at(r *engine.Refusal) *engine.Refusal {
	r.Column, r.Length = w.column, w.length
	return r
}

func (r *Runner) forbid(rule, key string, args ...engine.Arg) *engine.Refusal {
	return engine.Forbid(rule, r.Title+".no."+key, args...)
}

func (r *Runner) unread(rule string, w spot, key string, args ...engine.Arg) *engine.Refusal {
	return w.at(&engine.Refusal{Kind: engine.NotUnderstood, Rule: rule, Why: engine.Msg(r.Title+".no."+key, args...)})
}

func (r *Runner) company() engine.Arg { return r.Company("company", r.Owner) }

func (r *Runner) noRoute(column int) *engine.Refusal {
	no := r.unread(r.Chapters.Run, spot{column: column}, "run-what")
	no.Expected = []string{bestWord}
	return no
}

func (r *Runner) noHex(name spelt) *engine.Refusal {
	return r.unread(r.Sections.Map, name.spot, "no-hex", engine.Text("hex", name.text))
}

// noCity refuses "E12.3" on a hex with two cities.
func (r *Runner) noCity(name spelt) *engine.Refusal {
	names := r.stopNames(name.hex)
	no := r.unread(r.Chapters.Run, name.spot, "run-which", engine.Text("word", name.text), engine.Int("n", len(names)))
	no.Expected = names
	return no
}

func (r *Runner) stopNames(h track.HexID) (names []string) {
	for i := range r.Board.Stops(r.World, h) {
		names = append(names, r.City(track.Place{Hex: h, Stop: i}))
	}
	return names
}

// noTrack says how far a route can go along its names: the first one is no stop of the
// network, or there is no way from one stop to the next.
func (f *reader) noTrack() *engine.Refusal {
	n, rule := f.n, f.n.Chapters.Route
	if f.far < 0 {
		name := f.names[0]
		if len(n.stopNames(name.hex)) == 0 {
			return name.at(n.forbid(rule, "run-no-stop", engine.Text("hex", name.text)))
		}
		return name.at(n.forbid(rule, "run-not-reached", n.company(), engine.Text("stop", name.text), n.Reached("reached", n.Owner)))
	}
	from := engine.Text("from", n.stopName(f.at))
	if f.far == len(f.names)-1 {
		return f.names[f.far].at(n.forbid(rule, "run-one-stop", from, f.nextNames()))
	}
	stop := &n.Problem.Stops[f.at]
	switch {
	case f.far > 0 && stop.Class == route.Area:
		return f.names[f.far].at(n.forbid(rule, "run-area", n.stopArg(f.at)))
	case f.far > 0 && stop.Ends:
		return f.names[f.far].at(n.forbid(rule, "run-blocked", n.stopArg(f.at)))
	}
	next := f.names[f.far+1]
	return next.at(n.forbid(rule, "run-no-track", from, engine.Text("to", next.text), f.nextNames()))
}

func (n *Network) stopArg(stop int) engine.Arg { return engine.Text("stop", n.stopName(stop)) }

// nextNames lists the stops to which track leads from the stop that was reached.
func (f *reader) nextNames() engine.Arg {
	var names []string
	for i := range f.n.Graph.Links {
		if l := &f.n.Graph.Links[i]; l.A == f.at || l.B == f.at {
			if name := f.n.stopName(l.A + l.B - f.at); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return engine.SeveralOf("next", names, engine.Text)
}

func (n *Network) noSuchTrain(r spelling) *engine.Refusal {
	return r.at(n.forbid(n.Chapters.Run, "run-no-train", n.company(), engine.Text("train", r.train.text), n.trains()))
}

// trains names the trains of the company.
func (n *Network) trains() engine.Arg {
	var names []string
	for i := range n.Runner.Trains {
		names = append(names, n.Runner.Trains[i].Name)
	}
	return engine.SeveralOf("trains", names, engine.Text)
}

// routeFault turns a fault found by package route into a refusal.
func (n *Network) routeFault(routes []spelling, lines []route.Route, err error) *engine.Refusal {
	f, ok := errors.AsType[*route.Fault](err)
	if !ok {
		return n.forbid(n.Chapters.Run, "run-wrong")
	}
	if f.Why == route.ServiceLeft {
		return n.forbid(n.Chapters.Must, "run-idle-service", n.company(), n.Runner.Services[f.Service].Name)
	}
	whole, line := routes[f.Route].spot, &lines[f.Route]
	text := engine.Text("route", n.Text(line))
	switch f.Why {
	case route.TooMany:
		return whole.at(n.forbid(n.Chapters.Run, "run-too-many", n.company(), engine.Int("n", len(n.Runner.Trains)), n.trains()))
	case route.TooLong:
		return whole.at(n.forbid(n.Chapters.Run, "run-too-long", text, engine.Int("n", n.locations(line)), n.trains()))
	case route.TooShort:
		return whole.at(n.forbid(n.Chapters.Route, "run-too-short", text))
	case route.NoStation:
		return whole.at(n.forbid(n.Chapters.Route, "run-no-station", text, n.company(), n.ownStops()))
	case route.ServiceTwice:
		return whole.at(n.forbid(n.Chapters.Extra, "run-service-twice", text, n.Runner.Services[f.Service].Name))
	}
	return n.stopFault(&routes[f.Route], f)
}

// stopFault refuses one stop of a route.
func (n *Network) stopFault(r *spelling, f *route.Fault) *engine.Refusal {
	at, stop := r.find(n, f.Stop), n.stopArg(f.Stop)
	switch f.Why {
	case route.StopTwice:
		return at.at(n.forbid(n.Chapters.Run, "run-stop-twice", stop))
	case route.GroupTwice:
		return at.at(n.forbid(n.Chapters.Route, "run-group", stop))
	case route.TrackTwice:
		l := &n.Graph.Links[f.Link]
		from, to := engine.Text("from", n.stopName(l.A)), engine.Text("to", n.stopName(l.B))
		return r.find(n, l.B).at(n.forbid(n.Chapters.Route, "run-track-twice", from, to))
	case route.ExtraShut:
		return at.at(n.forbid(n.Chapters.Extra, "run-mine", stop))
	case route.Blocked:
		return at.at(n.forbid(n.Chapters.Route, "run-blocked", stop))
	case route.AreaPassed:
		return at.at(n.forbid(n.Chapters.Route, "run-area", stop))
	}
	return r.at(n.forbid(n.Chapters.Run, "run-wrong"))
}

// find returns where the order last names a stop; the whole route if it does not.
func (r *spelling) find(n *Network, stop int) spot {
	p := n.Graph.Stops[stop]
	for i := len(r.names) - 1; i >= 0; i-- {
		if r.names[i].hex == p.Hex && (r.names[i].city < 0 || r.names[i].city == p.Stop) {
			return r.names[i].spot
		}
	}
	return r.spot
}

// ownStops lists the stops where the company has its stations.
func (n *Network) ownStops() engine.Arg {
	var names []string
	for i := range n.Graph.Stops {
		if n.Problem.Stops[i].Own {
			names = append(names, n.stopName(i))
		}
	}
	return engine.SeveralOf("stations", names, engine.Text)
}
