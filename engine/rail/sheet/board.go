package sheet

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// Board is the board of a view, with the rule values of its title.
type Board struct {
	trackword.Ground

	Palette []string                // all colours of tiles, in the order of the phases
	Colours []string                // of the tiles that may be laid now
	Value   string                  // the colour that gives the values of areas
	Legend  func() []engine.Message // explains the signs of the drawing
	Spoken  bool                    // in words instead of a drawing
	Far     int                     // range around its stations of the board near a company; 0: one hex

	Mark func(track.Owner) string // names a company in drawings: a number or two capitals
	Word func(track.Owner) string // as orders name it

	// Any of these may be nil: then nothing is special.
	Label    func(track.HexID) string                              // letters next to the value of a city
	Empty    func(track.HexID) string                              // the sign for a hex without tile or print
	Kept     func(track.Place) []track.Owner                       // owners whose home stations keep a circle free
	Special  func(*track.Tile) string                              // of tiles that no phase makes available: the ending of the title's keys "follow-" and "supply-"
	StopLine func(track.Place, *track.Stop) (engine.Message, bool) // a stop in the title's own words
	Extra    func(track.HexID) []engine.Message                    // further remarks on a hex
}

// own is a line of a sheet in the title's words, "TITLE.sheet.KEY".
func (b *Board) own(key string, args ...engine.Arg) engine.Message {
	return engine.Msg(b.Title+".sheet."+key, args...)
}

// money is an amount in the title's currency, "TITLE.money".
func (b *Board) money(n int) engine.Arg {
	return engine.Say("money", engine.Msg(b.Title+".money", engine.Int("n", n)))
}

func (b *Board) hexAt(h track.HexID) *track.Hex { return &b.World.Map.Hexes[h] }

func (b *Board) tile(t track.TileID) *track.Tile { return &b.World.Set.Tiles[t] }

// Stop is a stop of the board.
func (b *Board) Stop(p track.Place) *track.Stop { return &b.Board.Stops(b.World, p.Hex)[p.Stop] }

// Worth is the worth of a stop in this phase.
func (b *Board) Worth(p track.Place) int { return b.Stop(p).Worth(b.Value) }

// Named is a stop with the name of its place: "B17 Kassa".
func (b *Board) Named(p track.Place) string { return Join(b.City(p), b.hexAt(p.Hex).Place) }

// PlaceWord is the name of the place on a hex, or the hex if it has none.
func (b *Board) PlaceWord(h track.HexID) string {
	if place := b.hexAt(h).Place; place != "" {
		return place
	}
	return b.hexAt(h).Name
}

// findHex finds a hex by its name, or by the name of the place on it.
func (b *Board) findHex(arg string) (track.HexID, bool) {
	word, _, _ := strings.Cut(arg, ".")
	if h, ok := trackword.FindHex(b.World.Map, word); ok {
		return h, true
	}
	want, found, n := engine.Fold(arg), track.NoHex, 0
	for i := range b.World.Map.Hexes {
		switch place := engine.Fold(b.World.Map.Hexes[i].Place); {
		case place == want && want != "":
			return track.HexID(i), true
		case want != "" && strings.Contains(place, want):
			found, n = track.HexID(i), n+1
		}
	}
	return found, n == 1
}

// placesLike are the places with names nearest to a word.
func (b *Board) placesLike(arg string) []string {
	want := engine.Fold(arg)
	var list []string
	for i := range b.World.Map.Hexes {
		at := &b.World.Map.Hexes[i]
		place := engine.Fold(at.Place)
		if want != "" && place != "" && (strings.Contains(place, want) || engine.Distance(place, want) <= 1+len(want)/4) {
			list = append(list, Join(at.Name, at.Place))
		}
	}
	return list
}

// exitNames are the neighbours at some sides, in the order of the edges.
func (b *Board) exitNames(h track.HexID, exits uint8, between string) string {
	names := engine.Each(b.World.Map.Neighbours(h, exits), func(n track.HexID) string { return b.hexAt(n).Name })
	return strings.Join(names, between)
}

// plain are the exits that each piece of plain track of a hex joins.
func (b *Board) plain(h track.HexID) (pairs []uint8) {
	t, turn := b.Board.Face(b.World, h)
	for _, p := range t.Paths {
		_, one := p.A.Stop()
		_, other := p.B.Stop()
		if !one && !other {
			pairs = append(pairs, turned(1<<p.A|1<<p.B, turn))
		}
	}
	return pairs
}

// turned returns exits after this many turns of 60 degrees clockwise.
func turned(exits uint8, turn int) uint8 {
	twice := uint16(exits) << turn
	return uint8((twice | twice>>hex.Edges) & (1<<hex.Edges - 1))
}

// StationNames are the stops with stations of an owner, in the order they were placed.
func (b *Board) StationNames(o track.Owner) []string {
	var list []string
	for _, st := range b.Board.Stations {
		if st.Owner == o {
			list = append(list, b.City(st.Place()))
		}
	}
	return list
}

// StationsSay are the stops with stations of an owner, with their places.
func (b *Board) StationsSay(o track.Owner) []engine.Arg {
	var list []engine.Arg
	for _, st := range b.Board.Stations {
		if st.Owner == o {
			list = append(list, Text(b.Named(st.Place())))
		}
	}
	return list
}

// kept are the owners with a kept circle at a stop and no station there yet.
func (b *Board) kept(p track.Place) []track.Owner {
	if b.Kept == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(b.Kept(p)), func(o track.Owner) bool {
		return slices.ContainsFunc(b.Board.In(p), func(s track.Station) bool { return s.Owner == o })
	})
}
