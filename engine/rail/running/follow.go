package running

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/route"
	"railpost/engine/rail/track"
)

// readingsMost bounds the readings of one route.
const readingsMost = 64

// reader finds the ways in which the hexes of an order can be a route: each
// names a stop, or a hex on the way from one stop to the next.
type reader struct {
	n     *Network
	names []spelt
	// strict: where several links join two stops, all hexes between them are named, as in the log.
	strict bool
	found  []route.Route
	line   route.Route
	far    int // the last name that was reached as a stop
	at     int // at that stop
	dead   map[here]bool
}

// here is a name read as a stop: the continuation depends on nothing else.
type here struct{ name, stop int }

// Line returns the route that a text of the log names; ok is false if it no longer
// exists.
func (n *Network) Line(text string) (line route.Route, ok bool) {
	spelt, err := n.spell(engine.Tokenize(text))
	if err != nil || len(spelt) != 1 {
		return line, false
	}
	readings, fault := n.readings(spelt[0], true)
	if fault != nil {
		return line, false
	}
	return readings[0], true
}

// readings finds the possible routes of an order, strictly or not. If there are none, the refusal says how far
// the track leads.
func (n *Network) readings(r spelling, strict bool) ([]route.Route, *engine.Refusal) {
	f := reader{n: n, names: r.names, strict: strict, line: route.Route{Train: route.Idle}, far: -1, dead: map[here]bool{}}
	for stop := range n.Graph.Stops {
		if f.means(0, stop) {
			f.line.Stops = []int{stop}
			f.follow(0, stop)
		}
	}
	if len(f.found) == 0 {
		return nil, f.noTrack()
	}
	// Hexes that are not named are not on the way, if that is possible.
	slices.SortStableFunc(f.found, func(a, b route.Route) int { return n.way(&a) - n.way(&b) })
	return f.found, nil
}

// way counts the hexes between the stops of a route.
func (n *Network) way(r *route.Route) (hexes int) {
	for _, l := range r.Links {
		hexes += len(n.Graph.Links[l].Hexes) - 2
	}
	return hexes + len(r.Stops)
}

// means reports whether name i means a stop.
func (f *reader) means(i, stop int) bool {
	p := f.n.Graph.Stops[stop]
	return f.names[i].hex == p.Hex && (f.names[i].city < 0 || f.names[i].city == p.Stop)
}

// follow continues from name i, read as the stop at, unless that is known to lead nowhere: otherwise a long
// line that goes to and fro over parallel links would take forever.
func (f *reader) follow(i, at int) {
	if f.dead[here{i, at}] {
		return
	}
	found := len(f.found)
	f.goOn(i, at)
	if len(f.found) == found {
		f.dead[here{i, at}] = true
	}
}

func (f *reader) goOn(i, at int) {
	if i > f.far {
		f.far, f.at = i, at
	}
	if i == len(f.names)-1 {
		if i > 0 {
			f.found = append(f.found, route.Route{Train: route.Idle, Links: slices.Clone(f.line.Links), Stops: slices.Clone(f.line.Stops)})
		}
		return
	}
	if i > 0 && f.n.Problem.Stops[at].Ends {
		return
	}
	for l := range f.n.Graph.Links {
		link := &f.n.Graph.Links[l]
		if link.A != at && link.B != at {
			continue
		}
		f.cross(i, l, link.A+link.B-at, f.n.Between(l, at))
	}
}

// cross takes a link to a stop; hexes are those between.
func (f *reader) cross(i, link, to int, hexes []track.HexID) {
	left, named := hexes, 0
	for j := i + 1; j < len(f.names) && len(f.found) < readingsMost; j++ {
		exact := !f.strict || named == len(hexes) || named == 0 && !f.n.ambiguous(link)
		if exact && f.means(j, to) {
			f.line.Links, f.line.Stops = append(f.line.Links, link), append(f.line.Stops, to)
			f.follow(j, to)
			f.line.Links, f.line.Stops = f.line.Links[:len(f.line.Links)-1], f.line.Stops[:len(f.line.Stops)-1]
		}
		k := slices.Index(left, f.names[j].hex)
		if k < 0 || f.names[j].city >= 0 {
			return
		}
		left = left[k+1:]
		named++
	}
}
