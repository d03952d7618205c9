package sheet

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/key"
	"railpost/engine/rail/track"
)

// Near is the board around the stations of an owner: its stops in words, then
// drawn. network: its track counts, not only its stations. The whole board where
// it has no station.
func (b *Board) Near(o track.Owner, network bool) []engine.Block {
	hexes := b.around(o, network)
	if len(hexes) == 0 {
		return b.Whole()
	}
	drawn := b.Draw(engine.Message{}, hexes) // the whole board has the legend
	drawn[0].Head, drawn[0].Lines = engine.Msg(key.HeadNear, b.Company("company", o)), append(b.reachLines(o, network, hexes), drawn[0].Lines...)
	return drawn
}

// nearMost limits the hexes in a row of the drawing around an owner, so that it is one strip.
const nearMost = (Columns/5 - 1) / 2

// nearFirst is the number of hexes up to which an owner's track counts as short: more of the map is then drawn around
// its stations.
const nearFirst = 4

// around are the hexes near an owner: those around its stations and those that its network
// touches, within as many half-columns as fit one strip around its home.
func (b *Board) around(o track.Owner, network bool) []track.HexID {
	near := make([]bool, len(b.World.Map.Hexes))
	home, far := track.NoHex, max(1, b.Far)
	if network {
		touched := 0
		for h, edges := range b.Board.Reach(b.World, o).Edges {
			if edges != 0 {
				near[h], touched = true, touched+1
			}
		}
		if touched > nearFirst {
			far = 1
		}
	}
	for _, st := range b.Board.Stations {
		if st.Owner != o {
			continue
		}
		if home == track.NoHex {
			home = st.Hex
		}
		b.note(near, st.Hex, far)
	}
	if home == track.NoHex {
		return nil
	}
	return b.window(near, home)
}

// note marks a hex and those within a distance.
func (b *Board) note(near []bool, h track.HexID, far int) {
	near[h] = true
	if far == 0 {
		return
	}
	for _, n := range b.World.Map.Neighbours(h, 1<<hex.Edges-1) {
		b.note(near, n, far-1)
	}
}

// nearRows limits the rows of hexes that are drawn.
const nearRows = 6

// window is the rectangle of hexes around those that are near, cut to one strip and
// to some rows with home in its middle as far as possible.
func (b *Board) window(near []bool, home track.HexID) []track.HexID {
	hexes := b.World.Map.Hexes
	at := hexes[home].At
	west, east, north, south := at.X, at.X, at.Y, at.Y
	for i, ok := range near {
		if ok {
			x, y := hexes[i].At.X, hexes[i].At.Y
			west, east, north, south = min(west, x), max(east, x), min(north, y), max(south, y)
		}
	}
	if wide := 2*nearMost - 1; east-west > wide {
		west = min(max(west, at.X-nearMost), east-wide)
		east = west + wide
	}
	if high := nearRows - 1; south-north > high {
		north = min(max(north, at.Y-high/2), south-high)
		south = north + high
	}
	var list []track.HexID
	for i := range hexes {
		if p := hexes[i].At; west <= p.X && p.X <= east && north <= p.Y && p.Y <= south {
			list = append(list, track.HexID(i))
		}
	}
	return list
}

// beyondMost limits the stops outside the drawing that are mentioned.
const beyondMost = 5

// reachLines are the stops that an owner reaches and that the drawing does not explain enough: outside of it
// the most valuable ones, and areas and mines whose value changes; the title provides the lines of those two.
// drawn are the hexes in the drawing.
func (b *Board) reachLines(o track.Owner, network bool, drawn []track.HexID) (list engine.Lines) {
	var beyond []track.Place
	later := map[track.Kind][]engine.Arg{}
	for _, p := range b.Reached(o, network) {
		values := b.Later(p)
		switch kind := b.Stop(p).Kind; {
		case len(values) > 0:
			later[kind] = append(later[kind], Say(engine.Msg(key.SheetNearLater, engine.Text("place", b.Named(p)), engine.Int("n", b.Worth(p)), engine.Several("later", values...))))
		case !slices.Contains(drawn, p.Hex) && b.Worth(p) > 0:
			beyond = append(beyond, p)
		}
	}
	slices.SortStableFunc(beyond, func(p, q track.Place) int { return b.Worth(q) - b.Worth(p) })
	if len(beyond) > 0 {
		shown := beyond[:min(len(beyond), beyondMost)]
		list.Add(key.SheetNearBeyond, engine.Int("n", len(beyond)-len(shown)), engine.SeveralOf("places", shown, func(_ string, p track.Place) engine.Arg {
			return Say(engine.Msg(key.SheetNearStop, engine.Text("place", b.Named(p)), engine.Int("n", b.Worth(p))))
		}))
	}
	list.AddList(b.Title+".sheet.near-areas", "places", later[track.Area])
	list.AddList(b.Title+".sheet.near-mines", "places", later[track.Mine])
	return list
}

// Later are the values of an area or a mine in the phases to come, where they differ from
// that of now.
func (b *Board) Later(p track.Place) (list []engine.Arg) {
	stop, now := b.Stop(p), slices.Index(b.Palette, b.Value)
	if now < 0 || stop.Kind != track.Area && stop.Kind != track.Mine {
		return nil
	}
	differs := false
	for _, colour := range b.Palette[now+1:] {
		n := stop.Worth(colour)
		list, differs = append(list, engine.Int("", n)), differs || n != b.Worth(p)
	}
	if !differs {
		return nil
	}
	return list
}

// Reached are the stops that an owner's network meets; without a network its
// stations.
func (b *Board) Reached(o track.Owner, network bool) []track.Place {
	if network {
		return b.Board.Reach(b.World, o).Places()
	}
	var list []track.Place
	for _, st := range b.Board.Stations {
		if st.Owner == o {
			list = append(list, st.Place())
		}
	}
	return list
}
