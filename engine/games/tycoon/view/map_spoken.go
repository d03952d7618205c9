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

// hexSheet describes a hex and its neighbours in words.
func hexSheet(s *tycoon.State, arg string) ([]engine.Block, error) {
	if arg == "" {
		return []engine.Block{{Lines: []engine.Message{engine.Msg(key.SheetWhichHex, exampleArgs(s)...)}}}, nil
	}
	at, err := spotAsked(s, arg)
	if err != nil {
		return nil, err
	}
	b := engine.Block{Head: engine.Msg(key.HeadHex, spotSay(s, "hex", at)), Lines: hexLines(s, at)}
	for _, e := range tycoon.SidesRound {
		if n := s.Book().Hexes[at].Next[e]; n != tycoon.NoSpot && s.Book().Hexes[n].Terrain != tycoon.Unusable {
			b.Add(key.SheetNeighbour, tycoon.SideArg("side", e), inWords(s, "hex", n))
		}
	}
	b.Lines = append(b.Lines, nearestLine(s, at))
	return []engine.Block{b}, nil
}

// wordsBlock describes hexes, each in a sentence.
func wordsBlock(s *tycoon.State, spots []tycoon.Spot) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadMapWords)}
	for _, at := range spots {
		b.Add(key.SheetInWords, inWords(s, "hex", at))
	}
	b.Lines = append(b.Lines, nearestLine(s, spots[0]))
	return b
}

// nearestLine names the cities near a hex.
func nearestLine(s *tycoon.State, at tycoon.Spot) engine.Message {
	return engine.Msg(key.SheetNearest, engine.Several("cities", nearestArgs(s, at)...))
}

// nearestShown is the number of cities named near a place.
const nearestShown = 5

// nearestArgs returns the cities nearest to a hex, with the distance in hexes as the
// crow flies and the direction: "Toledo (3, E)".
func nearestArgs(s *tycoon.State, at tycoon.Spot) (list []engine.Arg) {
	here := s.Book().Hexes[at].At
	near := cities(s, func(c tycoon.City) bool { return s.Book().Cities[c].Spot != at })
	far := func(c tycoon.City) int { return here.Distance(s.Book().Hexes[s.Book().Cities[c].Spot].At) }
	slices.SortStableFunc(near, func(a, b tycoon.City) int { return far(a) - far(b) })
	for _, c := range near[:min(nearestShown, len(near))] {
		there := s.Book().Hexes[s.Book().Cities[c].Spot].At
		list = append(list, say(engine.Msg(key.SheetNearCity, s.CityArg(c), engine.Int("n", far(c)-1), tycoon.SideArg("side", towards(here, there)))))
	}
	return list
}

// towards returns the side of a hex that faces another: the neighbour there is nearest
// to it.
func towards(from, to hex.Coord) hex.Edge {
	best, least := hex.Edge(0), -1
	for _, e := range tycoon.SidesRound {
		next := from.Neighbour(e)
		dx, dy := to.X-next.X, to.Y-next.Y
		// Columns are half as wide as a hex, rows are sqrt(3)/2 of it apart.
		if d := dx*dx + 3*dy*dy; least < 0 || d < least {
			best, least = e, d
		}
	}
	return best
}

// spotSay names a hex, a city with its name: "Chicago (N16)".
func spotSay(s *tycoon.State, name string, at tycoon.Spot) engine.Arg {
	if c := s.Book().Hexes[at].City; c != tycoon.NoCity {
		return engine.Say(name, engine.Msg(key.SheetCityAt, s.CityArg(c), s.HexArg("hex", at)))
	}
	return s.HexArg(name, at)
}

// inWords describes a hex and all its contents in one sentence.
func inWords(s *tycoon.State, name string, at tycoon.Spot) engine.Arg {
	parts := engine.Each(facts(s, at), say)
	return engine.Say(name, engine.Msg(key.SheetHexIs, spotSay(s, "hex", at), engine.Say("facts", chained(parts))))
}

// hexLines are the facts of a hex, one per line.
func hexLines(s *tycoon.State, at tycoon.Spot) []engine.Message {
	return engine.Each(facts(s, at), func(m engine.Message) engine.Message {
		return engine.Msg(key.SheetFact, engine.Say("fact", m))
	})
}

// facts returns the ground and the contents of a hex.
func facts(s *tycoon.State, at tycoon.Spot) []engine.Message {
	h := &s.Book().Hexes[at]
	list := []engine.Message{groundFact(s, at)}
	if rivers := tycoon.SidesWith(func(e hex.Edge) bool { return h.River.Has(e) }); len(rivers) > 0 {
		text := key.SheetHexRiver
		switch {
		case len(rivers) == 1:
			text = key.SheetHexRiverEnd
		case len(rivers) > 2:
			text = key.SheetHexRiverJoin
		}
		list = append(list, engine.Msg(text, engine.Several("sides", rivers...)))
	}
	if ridges := sidesTo(s, at, func(e hex.Edge) bool { return h.Ridge.Has(e) }); len(ridges) > 0 {
		list = append(list, engine.Msg(key.SheetHexRidge, engine.Several("sides", ridges...), engine.Int("n", tycoon.RidgeCost)))
	}
	for _, p := range s.Pieces(at) {
		list = append(list, engine.Msg(key.SheetHexTrack, engine.Player("player", p.Owner), sideTo(s, "from", at, p.A), sideTo(s, "to", at, p.B)))
	}
	for i := range s.Open {
		if s.OpenAt(i) == at {
			list = append(list, engine.Msg(key.SheetHexOpenEnd, engine.Player("player", s.Open[i].Owner), sideTo(s, "to", at, s.Open[i].Way.Last())))
		}
	}
	return list
}

// groundFact describes the ground of a hex: its terrain, or a city with its colour and exits.
func groundFact(s *tycoon.State, at tycoon.Spot) engine.Message {
	h := &s.Book().Hexes[at]
	if h.City == tycoon.NoCity {
		return engine.Msg(key.SheetGroundOf + string(h.Terrain))
	}
	exits := s.Book().Cities[h.City].Exits
	free := sidesTo(s, at, func(e hex.Edge) bool { return s.MayLeave(h.City, e) })
	args := []engine.Arg{tycoon.ColourArg("colour", s.Cities[h.City].Colour), engine.Several("free", free...), engine.Int("n", exits.Count()-len(free))}
	return engine.Msg(engine.If(len(free) == 0, key.SheetGroundOf+"city-full", key.SheetGroundOf+"city"), args...)
}

// sidesTo returns the sides of a hex for which is returns true, with the hexes they
// lead to.
func sidesTo(s *tycoon.State, at tycoon.Spot, is func(hex.Edge) bool) (list []engine.Arg) {
	for _, e := range tycoon.SidesRound {
		if is(e) {
			list = append(list, sideTo(s, "", at, e))
		}
	}
	return list
}

// sideTo returns a side with the hex it leads to: "NE (M19)".
func sideTo(s *tycoon.State, name string, at tycoon.Spot, e hex.Edge) engine.Arg {
	to := s.Book().Hexes[at].Next[e]
	if to == tycoon.NoSpot {
		return tycoon.SideArg(name, e)
	}
	place := s.HexArg("place", to)
	if c := s.Book().Hexes[to].City; c != tycoon.NoCity {
		place = s.PlaceArg("place", c)
	}
	return engine.Say(name, engine.Msg(key.SheetSideTo, tycoon.SideArg("side", e), place))
}

// chained joins facts in a chain: "open; river from W to NE; track of Ana".
func chained(parts []engine.Arg) engine.Message {
	first := parts[0]
	for _, p := range parts[1:] {
		first = say(engine.Msg(key.SheetAndFact, renamed("first", first), renamed("next", p)))
	}
	return engine.Msg(key.SheetFact, renamed("fact", first))
}

// renamed returns an argument under another name.
func renamed(name string, a engine.Arg) engine.Arg {
	a.Name = name
	return a
}
