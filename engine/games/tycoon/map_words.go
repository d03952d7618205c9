package tycoon

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/hex"
)

// hexSheet is a hex in words, with its neighbours.
func (s *State) hexSheet(arg string) ([]engine.Block, error) {
	if arg == "" {
		return []engine.Block{{Lines: []engine.Message{line("which-hex", s.exampleArgs()...)}}}, nil
	}
	at, err := s.spotAsked(arg)
	if err != nil {
		return nil, err
	}
	b := engine.Block{Head: head("hex", s.spotSay("hex", at)), Lines: s.hexLines(at)}
	for _, e := range sidesRound {
		if n := s.book.Hexes[at].Next[e]; n != NoSpot && s.book.Hexes[n].Terrain != Unusable {
			b.Lines = append(b.Lines, line("neighbour", sideArg("side", e), s.inWords("hex", n)))
		}
	}
	b.Lines = append(b.Lines, s.nearestLine(at))
	return []engine.Block{b}, nil
}

// wordsBlock is some hexes, each in a sentence.
func (s *State) wordsBlock(spots []Spot) engine.Block {
	b := engine.Block{Head: head("map-words")}
	for _, at := range spots {
		b.Lines = append(b.Lines, line("in-words", s.inWords("hex", at)))
	}
	b.Lines = append(b.Lines, s.nearestLine(spots[0]))
	return b
}

// nearestLine names the cities near a hex.
func (s *State) nearestLine(at Spot) engine.Message {
	return line("nearest", engine.Several("cities", s.nearestArgs(at)...))
}

// nearestShown is how many cities are named near a place.
const nearestShown = 5

// nearestArgs are the cities nearest to a hex, with the hexes between as the crow
// flies and the side they lie towards: "Toledo (3, E)".
func (s *State) nearestArgs(at Spot) (list []engine.Arg) {
	here := s.book.Hexes[at].At
	var cities []City
	for c := range City(len(s.book.Cities)) {
		if s.book.Cities[c].Spot != at {
			cities = append(cities, c)
		}
	}
	far := func(c City) int { return here.Distance(s.book.Hexes[s.book.Cities[c].Spot].At) }
	slices.SortStableFunc(cities, func(a, b City) int { return far(a) - far(b) })
	for _, c := range cities[:min(nearestShown, len(cities))] {
		there := s.book.Hexes[s.book.Cities[c].Spot].At
		list = append(list, say(line("near-city", s.cityArg(c), engine.Int("n", far(c)-1), sideArg("side", towards(here, there)))))
	}
	return list
}

// towards is the side of a hex that looks to another: its neighbour there is the nearest
// to it.
func towards(from, to hex.Coord) hex.Edge {
	best, least := hex.Edge(0), -1
	for _, e := range sidesRound {
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
func (s *State) spotSay(name string, at Spot) engine.Arg {
	if c := s.book.Hexes[at].City; c != NoCity {
		return engine.Say(name, line("city-at", s.cityArg(c), s.hexArg("hex", at)))
	}
	return s.hexArg(name, at)
}

// inWords is a hex with all that lies in it, in one sentence.
func (s *State) inWords(name string, at Spot) engine.Arg {
	var parts []engine.Arg
	for _, m := range s.facts(at) {
		parts = append(parts, say(m))
	}
	return engine.Say(name, line("hex-is", s.spotSay("hex", at), engine.Say("facts", chained(parts))))
}

// hexLines are the facts of a hex, a line each.
func (s *State) hexLines(at Spot) []engine.Message {
	var list []engine.Message
	for _, m := range s.facts(at) {
		list = append(list, line("fact", engine.Say("fact", m)))
	}
	return list
}

// facts are what a hex is and what lies in it.
func (s *State) facts(at Spot) []engine.Message {
	h := &s.book.Hexes[at]
	list := []engine.Message{s.groundFact(at)}
	if rivers := s.sidesWith(func(e hex.Edge) bool { return h.River.Has(e) }); len(rivers) > 0 {
		key := "hex-river"
		switch {
		case len(rivers) == 1:
			key = "hex-river-end"
		case len(rivers) > 2:
			key = "hex-river-join"
		}
		list = append(list, line(key, engine.Several("sides", rivers...)))
	}
	if ridges := s.sidesTo(at, func(e hex.Edge) bool { return h.Ridge.Has(e) }); len(ridges) > 0 {
		list = append(list, line("hex-ridge", engine.Several("sides", ridges...), engine.Int("n", ridgeCost)))
	}
	for _, p := range s.pieces(at) {
		list = append(list, line("hex-track", engine.Player("player", p.Owner), s.sideTo("from", at, p.A), s.sideTo("to", at, p.B)))
	}
	for i := range s.Open {
		if s.openAt(i) == at {
			list = append(list, line("hex-open-end", engine.Player("player", s.Open[i].Owner), s.sideTo("to", at, s.Open[i].Way.Last())))
		}
	}
	return list
}

// groundFact is what a hex is: its terrain, a city with its colour and exits.
func (s *State) groundFact(at Spot) engine.Message {
	h := &s.book.Hexes[at]
	if h.City == NoCity {
		return line("ground-" + string(h.Terrain))
	}
	exits := s.book.Cities[h.City].Exits
	free := s.sidesTo(at, func(e hex.Edge) bool { return s.mayLeave(h.City, e) })
	args := []engine.Arg{colourArg("colour", s.Cities[h.City].Colour), engine.Several("free", free...), engine.Int("n", exits.Count()-len(free))}
	if len(free) == 0 {
		return line("ground-city-full", args...)
	}
	return line("ground-city", args...)
}

// sidesTo are the sides of a hex of which something is true, with the hexes they
// lead to.
func (s *State) sidesTo(at Spot, is func(hex.Edge) bool) (list []engine.Arg) {
	for _, e := range sidesRound {
		if is(e) {
			list = append(list, s.sideTo("", at, e))
		}
	}
	return list
}

// sideTo is a side with the hex it leads to: "NE (M19)".
func (s *State) sideTo(name string, at Spot, e hex.Edge) engine.Arg {
	to := s.book.Hexes[at].Next[e]
	if to == NoSpot {
		return sideArg(name, e)
	}
	place := s.hexArg("place", to)
	if c := s.book.Hexes[to].City; c != NoCity {
		place = s.placeArg("place", c)
	}
	return engine.Say(name, line("side-to", sideArg("side", e), place))
}

// chained joins facts to a chain: "open; river from W to NE; track of Ana".
func chained(parts []engine.Arg) engine.Message {
	first := parts[0]
	for _, p := range parts[1:] {
		first = say(line("and-fact", named("first", first), named("next", p)))
	}
	return line("fact", named("fact", first))
}

// named is an argument under another name.
func named(name string, a engine.Arg) engine.Arg {
	a.Name = name
	return a
}
