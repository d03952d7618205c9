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
	drawn := b.Draw(engine.Message{}, hexes)
	drawn = drawn[:len(drawn)-1] // the whole board has the legend
	drawn[0].Head, drawn[0].Lines = engine.Msg(key.HeadNear, b.Company("company", o)), b.reachLines(o, network, hexes)
	return drawn
}

// nearMost is how many hexes around an owner are drawn in a row, so that the
// drawing is one strip.
const nearMost = (Columns/5 - 1) / 2

// nearFirst is how many hexes the track of an owner touches in its first turns, in which
// its stations are drawn with more around them.
const nearFirst = 4

// around are the hexes near an owner: those its network touches and their
// neighbours, within as many half-columns as fit one strip around its home.
func (b *Board) around(o track.Owner, network bool) []track.HexID {
	near := make([]bool, len(b.World.Map.Hexes))
	home, far := track.NoHex, max(1, b.Far)
	if network {
		touched := 0
		for h, edges := range b.Board.Reach(b.World, o).Edges {
			if edges != 0 {
				touched++
				b.note(near, track.HexID(h), 1)
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

// note marks a hex and those that are at most so far from it.
func (b *Board) note(near []bool, h track.HexID, far int) {
	near[h] = true
	if far == 0 {
		return
	}
	for _, n := range b.World.Map.Neighbours(h, 1<<hex.Edges-1) {
		b.note(near, n, far-1)
	}
}

// nearRows is how many rows of hexes are drawn at most.
const nearRows = 7

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

// wordsMost is how many stops are told in words; if more are reached only those outside
// the drawing and those whose value changes, which it does not show.
const wordsMost = 8

// reachLines are the stops that an owner reaches, in words: the lines of areas
// and mines are the title's. drawn are the hexes that the drawing shows.
func (b *Board) reachLines(o track.Owner, network bool, drawn []track.HexID) []engine.Message {
	var groups [4][]engine.Arg
	reached := b.Reached(o, network)
	for _, p := range reached {
		if len(reached) > wordsMost && len(b.Later(p)) == 0 && slices.Contains(drawn, p.Hex) {
			continue
		}
		args := []engine.Arg{engine.Text("place", b.Named(p)), engine.Int("n", b.Worth(p))}
		kind, m := b.Stop(p).Kind, engine.Msg(key.SheetNearStop, args...)
		switch later := b.Later(p); {
		case kind == track.City:
			m = b.cityLine(o, p, args)
		case len(later) > 0:
			m = engine.Msg(key.SheetNearLater, append(args, engine.Several("later", later...))...)
		}
		groups[kind] = append(groups[kind], Say(m))
	}
	var list []engine.Message
	own := b.Title + ".sheet."
	for kind, near := range [4]string{track.City: key.SheetNearCities, track.Town: key.SheetNearTowns, track.Area: own + "near-areas", track.Mine: own + "near-mines"} {
		if len(groups[kind]) > 0 {
			list = append(list, engine.Msg(near, engine.Several("places", groups[kind]...)))
		}
	}
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

// cityLine is a city with its value, stations and the circles that are free for
// an owner.
func (b *Board) cityLine(o track.Owner, p track.Place, args []engine.Arg) engine.Message {
	var here []engine.Arg
	for _, st := range b.Board.In(p) {
		here = append(here, Text(b.Word(st.Owner)))
	}
	free := b.Board.Slots(b.World, p) - len(here) - len(b.kept(p))
	args = append(args, engine.Several("stations", here...), engine.Int("free", free))
	_, own := b.Board.Own(o, p.Hex)
	switch {
	case len(here) == 0:
		return engine.Msg(key.SheetNearCityFree, args...)
	case free == 0 && own:
		return engine.Msg(key.SheetNearCityOwn, args...)
	case free == 0:
		return engine.Msg(key.SheetNearCityFull, args...)
	}
	return engine.Msg(key.SheetNearCity, args...)
}
