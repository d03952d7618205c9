package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// spokenMap is the map in words: the hexes of a window, first the requested one with its neighbours, then those
// with something on them, then the others.
func spokenMap(s *tycoon.State, title engine.Message, w window, asked tycoon.Spot) []engine.Block {
	b := engine.Block{Head: title, Lines: []engine.Message{howLine(s)}}
	var first []tycoon.Spot
	if asked != tycoon.NoSpot {
		first = append(first, asked)
		for _, e := range tycoon.SidesRound {
			if n := s.Book().Hexes[asked].Next[e]; n != tycoon.NoSpot && usable(&s.Book().Hexes[n]) {
				first = append(first, n)
			}
		}
		b.Lines = append(b.Lines, nearestLine(s, asked))
	}
	say := func(at tycoon.Spot) {
		b.Add(key.SheetInWords, inWords(s, "hex", at))
	}
	for _, at := range first {
		say(at)
	}
	bare := map[tycoon.Terrain][]engine.Arg{}
	for i := range s.Book().Hexes {
		at, h := tycoon.Spot(i), &s.Book().Hexes[i]
		switch {
		case !w.has(h.At) || h.Terrain == tycoon.Unusable || slices.Contains(first, at):
		case len(facts(s, at)) > 1 || h.City != tycoon.NoCity:
			say(at)
		default:
			bare[h.Terrain] = append(bare[h.Terrain], s.HexArg("", at))
		}
	}
	for _, terrain := range []tycoon.Terrain{tycoon.Open, tycoon.Hill, tycoon.West} {
		if hexes := bare[terrain]; len(hexes) > 0 {
			b.Add(key.SheetSpokenBare, engine.Term("ground", key.SheetGroundOf+string(terrain)), engine.Several("hexes", hexes...))
		}
	}
	blocks := []engine.Block{b}
	if cities := citiesIn(s, w); len(cities) > 0 {
		t := sidesTable(s, cities)
		t.Head = engine.Msg(key.HeadMapCities)
		blocks = append(blocks, t)
	}
	return blocks
}

// howLine tells the cost of track, and explains the arrangement of the hexes by an example.
func howLine(s *tycoon.State) engine.Message {
	at := s.Book().Cities[exampleCity(s)].Spot
	here := s.Book().Hexes[at].At
	beside := engine.SeveralOf("sides", tycoon.SidesRound[:], func(_ string, e hex.Edge) engine.Arg {
		return say(engine.Msg(key.SheetSideTo, tycoon.SideArg("side", e), engine.Text("place", here.Neighbour(e).String())))
	})
	return engine.Msg(key.SheetSpokenHow, engine.Int("ridge", tycoon.RidgeCost), s.HexArg("hex", at), beside, engine.Order("region", regionOf(s.Book(), here)))
}

// spokenOverview is the overview in words: the cities of each region, the track of each
// player, the ground of each row.
func spokenOverview(s *tycoon.State) []engine.Block {
	b := s.Book()
	board, ground := engine.Block{Head: engine.Msg(key.HeadMap), Lines: []engine.Message{howLine(s)}}, engine.Block{Head: engine.Msg(key.HeadSpokenGround)}
	for _, r := range regions(b) {
		if list := citiesIn(s, r.window); len(list) > 0 {
			board.Lines = append(board.Lines, engine.Msg(key.SheetSpokenRegion, engine.Order("region", r.name), engine.SeveralOf("cities", list, func(_ string, at tycoon.City) engine.Arg {
				town := &s.Cities[at]
				return say(engine.Msg(key.SheetSpokenCity, spotSay(s, "city", b.Cities[at].Spot), tycoon.ColourArg("colour", town.Colour), engine.Int("n", town.Cubes.Total())))
			})))
		}
	}
	for seat := range engine.Seat(s.Seats) {
		if hexes := trackOf(s, seat); len(hexes) > 0 {
			board.Add(key.SheetSpokenTrack, engine.Player("player", seat), engine.Several("hexes", hexes...))
		}
	}
	w := bounds(b)
	for y := w.north; y <= w.south; y++ {
		ground.Lines = append(ground.Lines, rowLine(b, y))
	}
	return []engine.Block{board, ground}
}

// trackOf returns the hexes with track of a player.
func trackOf(s *tycoon.State, seat engine.Seat) (hexes []engine.Arg) {
	for i := range s.Book().Hexes {
		if slices.ContainsFunc(s.Pieces(tycoon.Spot(i)), func(p tycoon.Piece) bool { return p.Owner == seat }) {
			hexes = append(hexes, s.HexArg("", tycoon.Spot(i)))
		}
	}
	return hexes
}

// rowLine gives the first and last hex of a row, and the hexes that are not open ground.
func rowLine(b *tycoon.Book, y int) engine.Message {
	var row []*tycoon.Hex
	of := map[tycoon.Terrain][]engine.Arg{}
	for i := range b.Hexes {
		if h := &b.Hexes[i]; h.At.Y == y && h.Terrain != tycoon.Unusable {
			row = append(row, h)
			of[h.Terrain] = append(of[h.Terrain], engine.Text("", h.At.String()))
		}
	}
	slices.SortFunc(row, func(p, q *tycoon.Hex) int { return p.At.X - q.At.X })
	var runs []engine.Arg
	for from := 0; from < len(row); {
		to := from
		for to+1 < len(row) && row[to+1].At.X == row[to].At.X+2 {
			to++
		}
		run := row[from].At.String()
		if to > from {
			run += "-" + row[to].At.String()
		}
		runs = append(runs, engine.Text("", run))
		from = to + 1
	}
	hills, west := of[tycoon.Hill], of[tycoon.West]
	return engine.Msg(key.SheetSpokenRow, engine.Several("runs", runs...), engine.Int("n", len(hills)), engine.Several("hills", hills...), engine.Int("western", len(west)), engine.Several("west", west...))
}
