package tycoon

import (
	"maps"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// rivers reads the chains of hexes and checks river_sides against them: a river crosses
// the common side of each pair, and inside a hex it runs from side to side. Only hexes
// that take track keep their sides, since a city has no river cost (Build track).
func (r *reader) rivers() {
	crossed := map[Spot]Sides{}
	for _, d := range r.Map.Rivers {
		r.river(d, "rivers: "+d.Name, crossed)
	}
	for spot, sides := range crossed {
		if h := &r.b.Hexes[spot]; h.Track() {
			h.River = sides
		}
	}
	if r.Map.Sides != nil { // otherwise they follow from the rivers
		r.riverSides()
	}
}

func (r *reader) river(d riverData, entry string, crossed map[Spot]Sides) {
	if len(d.Path) == 0 {
		r.fault(mapFile, entry, key.BoardRiverShort)
		return
	}
	before := NoSpot
	for i, name := range d.Path {
		at := r.hexNamed(mapFile, entry, name)
		if before != NoSpot && at != NoSpot {
			from, to := &r.b.Hexes[before], &r.b.Hexes[at]
			if e, near := from.At.Toward(to.At); near {
				crossed[before] = crossed[before].With(e)
				crossed[at] = crossed[at].With(e.Opposite())
			} else {
				r.fault(mapFile, entry, key.BoardRiverGap, engine.Text("from", d.Path[i-1]), engine.Text("to", name))
			}
		}
		before = at
	}
	r.mouth(d.Enters, d.Path[0], entry, crossed)
	r.mouth(d.Leaves, d.Path[len(d.Path)-1], entry, crossed)
}

// mouth adds the side by which a river enters the map or leaves it.
func (r *reader) mouth(name, at, entry string, crossed map[Spot]Sides) {
	if name == "" {
		return
	}
	e, ok := side(name)
	if !ok {
		r.fault(mapFile, entry, key.BoardSide, engine.Text("side", name))
		return
	}
	c, err := hex.Parse(at)
	spot := r.b.spotAt(c)
	switch {
	case err != nil || spot == NoSpot: // reported already
	case r.b.Hexes[spot].Next[e] != NoSpot && r.b.Hexes[r.b.Hexes[spot].Next[e]].Terrain != Unusable:
		r.fault(mapFile, entry, key.BoardRiverOff, engine.Text("side", name), engine.Text("hex", at))
	default:
		crossed[spot] = crossed[spot].With(e)
	}
}

func (r *reader) riverSides() {
	for _, name := range slices.Sorted(maps.Keys(r.Map.Sides)) {
		entry := "river_sides: " + name
		spot := r.hexNamed(mapFile, entry, name)
		if spot == NoSpot {
			continue
		}
		if h := &r.b.Hexes[spot]; !h.Track() {
			r.fault(mapFile, entry, key.BoardRiverGround, engine.Text("hex", name))
		} else if got, fine := r.sides(r.Map.Sides[name], entry); fine && got != h.River {
			r.fault(mapFile, entry, key.BoardRiverSides, engine.Text("hex", name), engine.Text("given", sidesText(got)), engine.Text("want", sidesText(h.River)))
		}
	}
	for i := range r.b.Hexes {
		h := &r.b.Hexes[i]
		if _, given := r.Map.Sides[h.At.String()]; h.River != 0 && !given {
			r.fault(mapFile, "river_sides: "+h.At.String(), key.BoardRiverSides, engine.Text("hex", h.At.String()), engine.Text("given", sidesText(0)), engine.Text("want", sidesText(h.River)))
		}
	}
}

// sides reads names of sides; fine is false if any of them was a fault.
func (r *reader) sides(names Labels, entry string) (sides Sides, fine bool) {
	fine = true
	for _, name := range names {
		e, ok := side(name)
		if !ok {
			r.fault(mapFile, entry, key.BoardSide, engine.Text("side", name))
			fine = false
			continue
		}
		sides = sides.With(e)
	}
	return sides, fine
}

// sidesText returns a set of sides as "SW, NE"; "-" for none.
func sidesText(s Sides) string {
	var list []string
	for e, name := range sideNames {
		if s.Has(hex.Edge(e)) {
			list = append(list, name)
		}
	}
	if list == nil {
		return "-"
	}
	return strings.Join(list, ", ")
}

// ridges reads the pairs of neighbours that share a side with a ridge.
func (r *reader) ridges() {
	for _, pair := range r.Map.Ridges {
		entry := "ridges: " + strings.Join(pair, " ")
		if len(pair) != 2 {
			r.fault(mapFile, entry, key.BoardRidgePair)
			continue
		}
		a, b := r.hexNamed(mapFile, entry, pair[0]), r.hexNamed(mapFile, entry, pair[1])
		if a == NoSpot || b == NoSpot {
			continue
		}
		from, to := &r.b.Hexes[a], &r.b.Hexes[b]
		e, near := from.At.Toward(to.At)
		switch {
		case !near:
			r.fault(mapFile, entry, key.BoardRidgeFar, engine.Text("from", pair[0]), engine.Text("to", pair[1]))
		case from.Ridge.Has(e):
			r.fault(mapFile, entry, key.BoardRidgeTwice)
		default:
			from.Ridge, to.Ridge = from.Ridge.With(e), to.Ridge.With(e.Opposite())
		}
	}
}

// western reads the gateways: the western link hex of each is west of it.
func (r *reader) western() {
	used := map[Spot]bool{}
	for _, d := range r.Map.Cities { // in the order of the cities, so that the book is always the same
		name, gateway := r.Map.Western.Gateways[d.Name]
		if d.West != "" && d.West != name {
			r.fault(mapFile, "cities: "+d.Name, key.BoardWesternTwo, engine.Text("hex", d.West), engine.Text("city", d.Name))
		}
		if !gateway {
			continue
		}
		entry := "western_link: " + d.Name
		c := r.cities[d.Name]
		r.b.Gateways = append(r.b.Gateways, c)
		spot := r.hexNamed(mapFile, entry, name)
		if spot == NoSpot {
			continue
		}
		used[spot] = true
		if r.b.Hexes[spot].Terrain != West {
			r.fault(mapFile, entry, key.BoardWesternGround, engine.Text("hex", name))
		}
		const west = hex.Edge(1)
		if home := r.b.Cities[c].Spot; home != NoSpot && r.b.Hexes[home].Next[west] != spot {
			r.fault(mapFile, entry, key.BoardWesternPlace, engine.Text("hex", name), engine.Text("city", d.Name), engine.Text("west", r.b.Hexes[home].At.Neighbour(west).String()))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Map.Western.Gateways)) {
		r.gatewayKnown(name)
	}
	if len(r.b.Gateways) > 0 || r.Map.Western.Market != "" {
		r.b.Market = r.cityNamed(mapFile, "western_link: market", r.Map.Western.Market)
	}
	for i := range r.b.Hexes {
		if h := &r.b.Hexes[i]; h.Terrain == West && !used[Spot(i)] && !r.noWest {
			r.fault(mapFile, rowEntry(h.At.Y), key.BoardWesternNone, engine.Text("hex", h.At.String()))
		}
	}
}

func (r *reader) gatewayKnown(name string) {
	if _, known := r.cities[name]; !known {
		r.noWest = true
		r.cityNamed(mapFile, "western_link: gateways", name)
	}
}
