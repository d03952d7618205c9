package sheet

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/key"
	"railpost/engine/rail/track"
)

// Change is a board before and after an order, for remarks.
type Change struct{ Was, Is *Board }

// Laid is the hex of the order's tile.
func (c Change) Laid() (track.HexID, bool) {
	for h, l := range c.Is.Board.Laid {
		if l != c.Was.Board.Laid[h] {
			return track.HexID(h), true
		}
	}
	return track.NoHex, false
}

// Reach describes the effect of an order on the network of an owner, the most important first: where new track
// ends, the places it newly reaches, the value of an upgraded stop, and the places that new track leads
// towards.
func (c Change) Reach(o track.Owner) []engine.Message {
	had := map[track.HexID]bool{}
	for _, p := range c.Was.Reached(o, true) {
		had[p.Hex] = true
	}
	var places []engine.Arg
	for _, p := range c.Is.Reached(o, true) {
		if !had[p.Hex] {
			had[p.Hex] = true
			places = append(places, Text(c.Is.PlaceWord(p.Hex)))
		}
	}
	var list, towards engine.Lines
	h, lay := c.Laid()
	if lay {
		list, towards = c.leads(o, h, had)
	}
	list.AddList(key.RemarkReaches, "places", places)
	if !lay {
		return list
	}
	if old, now := c.Was.best(h), c.Is.best(h); now != old && old > 0 {
		list.Add(key.RemarkValue, engine.Text("place", c.Is.PlaceWord(h)), engine.Int("n", now), engine.Int("old", old))
	}
	return append(list, towards...)
}

// fresh are the exits that a tile adds to a hex.
func (c Change) fresh(h track.HexID) uint8 {
	return c.Is.Board.Shape(c.Is.World, h).Exits &^ c.Was.Board.Shape(c.Was.World, h).Exits
}

// DeadEnds are the neighbours without track there towards which a tile has new exits: those that no tile of the
// present phase opens, and of these those that none ever opens. On open ground a tile can be laid.
func (c Change) DeadEnds(h track.HexID) (now, ever []track.HexID) {
	fresh := c.fresh(h)
	for e, n := range c.Is.World.Map.Hexes[h].Neighbour {
		if fresh&(1<<e) == 0 || n == track.NoHex || c.Is.open(n) {
			continue
		}
		if side := hex.Edge(e).Opposite(); !c.Is.opens(n, side, c.Is.Colours) {
			now = append(now, n)
			if !c.Is.opens(n, side, c.Is.Palette) {
				ever = append(ever, n)
			}
		}
	}
	return now, ever
}

// DeadEnds counts the exits of an owner's network that end at a hex which no tile of the
// present phase opens there.
func (b *Board) DeadEnds(o track.Owner) int {
	n := 0
	for h, edges := range b.Board.Reach(b.World, o).Edges {
		edges &= b.Board.Shape(b.World, track.HexID(h)).Exits // all sides of a station's hex belong to the reach
		for e, next := range b.World.Map.Hexes[h].Neighbour {
			if edges&(1<<e) == 0 || next == track.NoHex {
				continue
			}
			if !b.open(next) && !b.opens(next, hex.Edge(e).Opposite(), b.Colours) {
				n++
			}
		}
	}
	return n
}

// open reports whether a hex is open ground without a tile.
func (b *Board) open(h track.HexID) bool {
	_, laid := b.Board.Laid[h].ID()
	return !laid && !b.hexAt(h).Fixed && len(b.Board.Stops(b.World, h)) == 0
}

// leads names the ends of a tile's new exits, and the nearer and farther places they lead towards. had are
// hexes that are reached already.
func (c Change) leads(o track.Owner, h track.HexID, had map[track.HexID]bool) (ends, towards engine.Lines) {
	joined := c.Was.Board.Reach(c.Was.World, o).Edges
	fresh := c.fresh(h)
	now, ever := c.DeadEnds(h)
	var beside, dead, later []engine.Arg
	var ahead engine.Lines
	var named []track.HexID
	for e, n := range c.Is.World.Map.Hexes[h].Neighbour {
		switch {
		case fresh&(1<<e) == 0 || n == track.NoHex:
		case slices.Contains(ever, n):
			dead = append(dead, Text(c.Is.hexAt(n).Name))
		case slices.Contains(now, n):
			later = append(later, Text(c.Is.hexAt(n).Name))
		case had[n], joined[n] != 0: // the track comes from there
		case len(c.Is.Board.Stops(c.Is.World, n)) > 0:
			beside = append(beside, Text(c.Is.PlaceWord(n)))
		default:
			if place, tiles, ok := c.ahead(h, n, had); ok && !slices.Contains(named, place) {
				named = append(named, place)
				ahead.Add(key.RemarkAhead, engine.Text("place", c.Is.PlaceWord(place)), engine.Int("n", tiles))
			}
		}
	}
	if len(dead) > 0 {
		ends.Add(key.RemarkDeadEnd, engine.Int("n", len(dead)), engine.Several("hexes", dead...))
	}
	ends.AddList(key.RemarkDeadEndNow, "hexes", later)
	towards.AddList(key.RemarkTowards, "places", beside)
	return ends, append(towards, ahead...)
}

// farAhead limits the tiles between new track and a place that it is said to lead towards.
const farAhead = 3

// ahead is the nearest unreached place with a name beyond the neighbour n of h, and the number of tiles between.
func (c Change) ahead(h, n track.HexID, had map[track.HexID]bool) (place track.HexID, tiles int, ok bool) {
	hexes := c.Is.World.Map.Hexes
	tiles = farAhead + 1
	for i := range hexes {
		id := track.HexID(i)
		if hexes[i].Place == "" || had[id] || len(c.Is.Board.Stops(c.Is.World, id)) == 0 {
			continue
		}
		if far := hexes[n].At.Distance(hexes[i].At); far < tiles && far < hexes[h].At.Distance(hexes[i].At) {
			place, tiles, ok = id, far, true
		}
	}
	return place, tiles, ok
}

// opens says whether a hex has an exit on a side, or gets one with a tile of some colours.
func (b *Board) opens(h track.HexID, e hex.Edge, colours []string) bool {
	if b.Board.Shape(b.World, h).Exits&(1<<e) != 0 {
		return true
	}
	if b.hexAt(h).Fixed {
		return false
	}
	for _, u := range b.Board.Upgrades(b.World, h) {
		for turn := range hex.Edges {
			l := track.Lay{Hex: h, Tile: u.To, Turn: turn}
			if b.World.Exits(l)&(1<<e) != 0 && b.Board.Fits(b.World, colours, l).Why == track.Legal {
				return true
			}
		}
	}
	return false
}

// best is the highest value of the stops of a hex.
func (b *Board) best(h track.HexID) int {
	most := 0
	for i := range b.Board.Stops(b.World, h) {
		most = max(most, b.Worth(track.Place{Hex: h, Stop: i}))
	}
	return most
}
