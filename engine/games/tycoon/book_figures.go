package tycoon

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// fixed records a fault if a figure of a board differs from the rules: the program does not read it from the data.
func (r *reader) fixed(file, entry string, given, want int) {
	if given != want {
		r.fault(file, entry, key.BoardFixed, engine.Int("given", given), engine.Int("want", want))
	}
}

// engines reads the cost of each level (Upgrade engine, R33).
func (r *reader) engines() {
	d := r.Engines
	r.fixed(enginesFile, "start_level", d.Start, 1)
	r.fixed(enginesFile, "levels_per_action", d.PerAction, 1)
	if d.Max < 2 {
		r.fault(enginesFile, "max_level", key.BoardEngineMost, engine.Int("n", d.Max))
		return
	}
	r.b.Engines = make([]int, 2, len(d.Costs)+2)
	for level := 2; level <= d.Max && level < len(d.Costs)+2; level++ {
		cost, given := d.Costs[strconv.Itoa(level)]
		if !given || cost < 0 {
			r.fault(enginesFile, "upgrade_cost: "+strconv.Itoa(level), key.BoardEngineCost, engine.Int("n", level))
		}
		r.b.Engines = append(r.b.Engines, cost)
	}
	if len(d.Costs) != d.Max-1 {
		r.fault(enginesFile, "upgrade_cost", key.BoardEngineCosts, engine.Int("n", len(d.Costs)), engine.Int("most", d.Max))
	}
}

// topIncome is the last position on the income track (R9).
const topIncome = 100

// income reads the income track (Income).
func (r *reader) income() {
	d := r.Income
	r.b.Income = d.Income
	if len(d.Income) != topIncome+1 {
		r.fault(incomeFile, "income_by_position", key.BoardIncome, engine.Int("n", len(d.Income)), engine.Int("want", topIncome+1))
	}
	for p, n := range d.Income {
		if n < 0 {
			r.fault(incomeFile, "income_by_position: "+strconv.Itoa(p), key.BoardIncomeLow, engine.Int("n", n))
		}
	}
	if d.Above != "wrap" {
		r.fault(incomeFile, "above_100", key.BoardIncomeAbove, engine.Text("given", d.Above))
	}
	r.fixed(incomeFile, "above_100_alternative: flat", d.Alternative.Flat, flatIncome)
}

// flatIncome is the income of positions above 100 under the option (R9).
const flatIncome = 9

// setup reads the bag and the markers that end the game (Set-up).
func (r *reader) setup() {
	d := r.Setup
	for _, f := range []struct {
		entry       string
		given, want int
	}{
		{"players: min", d.Players.Min, seatsLeast}, {"players: max", d.Players.Max, seatsMost},
		{"start: money", d.Start.Money, 0}, {"start: income_position", d.Start.Position, 0},
		{"start: engine", d.Start.Engine, 1}, {"start: shares", d.Start.Shares, 0},
		{"share: pays", d.Share.Pays, SharePays}, {"share: dividend_per_turn", d.Share.Dividend, ShareDividend}, {"share: end_points", d.Share.Points, SharePoints},
		{"action_rounds_per_turn", d.Rounds, Rounds},
		{"auction: minimum_bid", d.Auction.Minimum, 1}, {"auction: step", d.Auction.Step, 1},
	} {
		r.fixed(setupFile, f.entry, f.given, f.want)
	}
	r.b.Bag = r.cubes(setupFile, "bag", d.Bag)
	r.b.Markers = make([]int, seatsMost+1)
	for n := seatsLeast; n <= seatsMost; n++ {
		r.b.Markers[n] = d.Markers[strconv.Itoa(n)]
		if r.b.Markers[n] < 1 || r.b.Markers[n] > len(r.b.Cities) {
			r.fault(setupFile, "empty_city_markers_to_end: "+strconv.Itoa(n), key.BoardMarkers, engine.Int("n", r.b.Markers[n]), engine.Int("cities", len(r.b.Cities)))
		}
	}
}

// cubesMost caps the cubes or tiles of a colour on a board.
const cubesMost = 999

// cubes reads a number for each colour of cubes.
func (r *reader) cubes(file, entry string, given map[string]int) (cubes Cubes) {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		c, known := colourNamed(name)
		switch {
		case !known || c == Gray:
			r.fault(file, entry, key.BoardColour, engine.Text("colour", name))
		case given[name] < 0 || given[name] > cubesMost:
			r.fault(file, entry+": "+name, key.BoardCubesNumber, engine.Int("n", given[name]), engine.Int("most", cubesMost))
		default:
			cubes.Add(c, given[name])
		}
	}
	return cubes
}

// tiles reads the new city tiles, and checks the costs against the rules (Player
// actions).
func (r *reader) tiles() {
	d := r.Tiles
	for _, f := range []struct {
		entry       string
		given, want int
	}{
		{"track: cost: open", d.Track.Cost.Open, openCost}, {"track: cost: hill", d.Track.Cost.Hill, hillCost},
		{"track: cost: river_crossing_surcharge", d.Track.Cost.River, riverCost}, {"track: cost: ridge_surcharge", d.Track.Cost.Ridge, RidgeCost},
		{"track: tiles_per_action", d.Track.Most, BuildTracks},
		{"new_city: cost", d.City.Cost, UrbanizeCost}, {"new_city: cubes_added", d.City.Cubes, urbanizeCubes},
		{"western_link: cost", d.Western.Cost, WesternCost}, {"western_link: cubes_added: count", d.Western.Cubes.Count, WesternRed},
		{"western_link: cubes_per_delivery", d.Western.Delivered, MarketCubes},
	} {
		r.fixed(tilesFile, f.entry, f.given, f.want)
	}
	r.b.Tiles = r.cubes(tilesFile, "new_city: counts", d.City.Counts)
	if !r.noWest {
		r.fixed(tilesFile, "western_link: count", d.Western.Count, len(r.b.Gateways))
	}
	if d.Western.Cubes.Colour != Red.String() {
		r.fault(tilesFile, "western_link: cubes_added: color", key.BoardWesternColour, engine.Text("given", d.Western.Cubes.Colour))
	}
	if d.Western.Market != r.Map.Western.Market {
		r.fault(tilesFile, "western_link: market", key.BoardWesternMarket, engine.Text("given", d.Western.Market), engine.Text("want", r.Map.Western.Market))
	}
	for _, name := range d.Western.Gateways {
		if r.Map.Western.Gateways[name] == "" && !r.noWest {
			r.fault(tilesFile, "western_link: gateways", key.BoardWesternGateway, engine.Text("city", name))
		}
	}
}

// supply checks the cubes printed in the cities against those in the bag (Set-up).
func (r *reader) supply() {
	sum := 0
	for _, c := range r.b.Cities {
		sum += c.Cubes
	}
	if bag := r.b.Bag.Total(); sum > bag {
		r.fault(setupFile, "bag", key.BoardBag, engine.Int("n", bag), engine.Int("want", sum))
	}
}

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
