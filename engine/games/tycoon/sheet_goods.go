package tycoon

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/hex"
)

// nearSheet are the goods in the cities that the reader's links reach; before he has
// any, the regions of the board with their cities.
func (s *State) nearSheet(seat engine.Seat) []engine.Block {
	cities := s.reachedBy(seat)
	if len(cities) == 0 {
		b := s.regionsBlock()
		b.Lines = append(b.Lines, s.howLine("map-how"))
		return []engine.Block{b}
	}
	b := s.sidesTable(cities)
	b.Head = head("near")
	return []engine.Block{b, {Lines: []engine.Message{s.howLine("near-how")}}}
}

// howLine names what can be asked for; novices have neither cards nor barons (13).
func (s *State) howLine(key string) engine.Message {
	if s.Rules.Novice {
		key += "-novice"
	}
	return line(key, s.exampleArgs()...)
}

// reachedBy are the cities where complete links of a player end, in the order of the
// map.
func (s *State) reachedBy(seat engine.Seat) (list []City) {
	for at := range City(len(s.Cities)) {
		if s.linksFrom(seat, at) > 0 {
			list = append(list, at)
		}
	}
	return list
}

// goodsSheet are the goods of all cities, of one city, one colour or one region.
func (s *State) goodsSheet(arg string) ([]engine.Block, error) {
	all := func(keep func(City) bool) (list []City) {
		for at := range City(len(s.Cities)) {
			if keep(at) {
				list = append(list, at)
			}
		}
		return list
	}
	if arg == "" {
		b := s.goodsTable(all(func(City) bool { return true }))
		b.Head = head("goods")
		return []engine.Block{b}, nil
	}
	if w, name, ok := s.regionAsked(arg); ok {
		b := s.goodsTable(s.citiesIn(w))
		b.Head = head("goods-region", engine.Text("region", name))
		return []engine.Block{b}, nil
	}
	if c, err := wholeOf[Colour](colourDomain(nil), arg); err == nil {
		b := s.goodsTable(all(func(at City) bool { return s.Cities[at].Cubes.Of(c) > 0 }))
		b.Head = head("goods-colour", colourArg("colour", c))
		b.Lines = []engine.Message{s.wantedLine(c)}
		return []engine.Block{b}, nil
	}
	at, err := s.spotAsked(arg)
	if err != nil {
		return nil, err
	}
	if c := s.book.Hexes[at].City; c != NoCity {
		return []engine.Block{s.cityBlock(c)}, nil
	}
	return nil, badAsk("no-city", s.hexArg("hex", at))
}

// wantedLine are the cities that take cubes of a colour.
func (s *State) wantedLine(c Colour) engine.Message {
	list := s.coloured(c)
	if len(list) == 0 {
		return line("wanted-none", colourArg("colour", c))
	}
	return line("wanted", colourArg("colour", c), s.book.citiesSay("cities", list))
}

func (s *State) coloured(c Colour) (list []City) {
	for at := range s.Cities {
		if s.Cities[at].Colour == c {
			list = append(list, City(at))
		}
	}
	return list
}

// goodsTable are cities with their colours and cubes, empty markers and hotels.
func (s *State) goodsTable(cities []City) engine.Block {
	b := engine.Block{Columns: append(headings("city", "hex", "colour", "red", "yellow", "blue", "black", "purple"), engine.Message{})}
	for _, at := range cities {
		b.Rows = append(b.Rows, append(s.goodsRow(at), s.notesCell(at)))
	}
	return b
}

// sidesTable is goodsTable with the sides that are free for track. That is as wide
// as a letter: empty markers and hotels stand in lines.
func (s *State) sidesTable(cities []City) engine.Block {
	b := engine.Block{Columns: headings("city", "hex", "colour", "red", "yel", "blue", "blk", "pur", "free")}
	var empty []City
	var hotels []engine.Arg
	for _, at := range cities {
		b.Rows = append(b.Rows, append(s.goodsRow(at), s.freeCell(at)))
		if s.Cities[at].Empty {
			empty = append(empty, at)
		}
		if owner, _ := s.hotelOf(at); owner != engine.Nobody {
			hotels = append(hotels, say(line("hotel", s.cityArg(at), engine.Player("player", owner))))
		}
	}
	if len(empty) > 0 {
		b.Lines = append(b.Lines, line("near-empty", s.book.citiesSay("cities", empty)))
	}
	if len(hotels) > 0 {
		b.Lines = append(b.Lines, line("near-hotels", engine.Several("hotels", hotels...)))
	}
	return b
}

// goodsRow is a city with its colour and cubes.
func (s *State) goodsRow(at City) []engine.Cell {
	town := &s.Cities[at]
	row := []engine.Cell{textCell(s.book.Cities[at].Name), textCell(s.hexName(s.book.Cities[at].Spot)), cell("colour", colourArg("colour", town.Colour))}
	for c := Red; c <= Colours; c++ {
		row = append(row, countCell(town.Cubes.Of(c)))
	}
	return row
}

// freeCell are the sides of a city that are free for track: "SW W NW".
func (s *State) freeCell(at City) engine.Cell {
	spot := s.book.Cities[at].Spot
	var names []string
	for _, e := range sidesRound {
		if to := s.book.Hexes[spot].Next[e]; s.mayLeave(at, e) && to != NoSpot {
			names = append(names, strings.ToUpper(directions[e]))
		}
	}
	if len(names) == hex.Edges {
		return cell("all")
	}
	return textCell(strings.Join(names, " "))
}

// exampleCity is a city of the board, for hints: the first of those that begin with
// the most cubes.
func (s *State) exampleCity() (at City) {
	for i := range s.book.Cities {
		if s.book.Cities[i].Cubes > s.book.Cities[at].Cubes {
			at = City(i)
		}
	}
	return at
}

// exampleArgs are a city of the board, its hex and its region, for hints.
func (s *State) exampleArgs() []engine.Arg {
	at := s.exampleCity()
	spot := s.book.Cities[at].Spot
	return []engine.Arg{s.cityArg(at), s.hexArg("hex", spot), engine.Text("region", s.book.regionOf(s.book.Hexes[spot].At))}
}

// notesCell is what else a table says of a city: its empty marker, its hotel.
func (s *State) notesCell(at City) engine.Cell {
	owner, _ := s.hotelOf(at)
	switch empty := s.Cities[at].Empty; {
	case empty && owner != engine.Nobody:
		return cell("empty-hotel", engine.Player("player", owner))
	case empty:
		return cell("empty")
	case owner != engine.Nobody:
		return cell("hotel", engine.Player("player", owner))
	}
	return engine.Cell{}
}

// cityBlock is everything about a city.
func (s *State) cityBlock(at City) engine.Block {
	town, spot := &s.Cities[at], s.book.Cities[at].Spot
	b := engine.Block{Head: head("city", s.spotSay("city", spot), colourArg("colour", town.Colour))}
	add := func(key string, args ...engine.Arg) { b.Lines = append(b.Lines, line(key, args...)) }
	switch {
	case town.Cubes.Total() > 0:
		add("city-goods", cubesArg("cubes", town.Cubes))
	case town.Empty:
		add("city-empty")
	default:
		add("city-no-goods")
	}
	for c := Red; c <= Colours; c++ {
		if town.Cubes.Of(c) > 0 {
			b.Lines = append(b.Lines, s.wantedLine(c))
		}
	}
	if town.New {
		add("city-new")
	}
	if owner, _ := s.hotelOf(at); owner != engine.Nobody {
		add("city-hotel", engine.Player("player", owner))
	}
	if w, ok := s.westernAt(at); ok {
		add("city-western", engine.Player("player", w.Owner))
	} else if slices.Contains(s.book.Gateways, at) && !s.Rules.Novice {
		add("city-gateway", engine.Int("cost", westernCost))
	}
	for i := range s.Links {
		if l := &s.Links[i]; l.From == at || l.To == at {
			add("city-link", engine.Player("player", l.Owner), s.placeArg("to", l.other(at)), engine.Text("hexes", s.hexNames(l)))
		}
	}
	if free := s.sidesTo(spot, func(e hex.Edge) bool { return s.mayLeave(at, e) }); len(free) > 0 {
		add("city-free", engine.Several("free", free...))
	}
	return b
}

// other is the city at the other end of a complete link.
func (l *Link) other(at City) City {
	if l.From == at {
		return l.To
	}
	return l.From
}

// citiesSheet are the cities by colour.
func (s *State) citiesSheet() []engine.Block {
	b := engine.Block{Head: head("cities")}
	for c := Red; c <= Colours+1; c++ {
		colour := c % (Colours + 1) // gray is the last
		var list []engine.Arg
		for _, at := range s.coloured(colour) {
			list = append(list, s.spotSay("", s.book.Cities[at].Spot))
		}
		if len(list) > 0 {
			b.Lines = append(b.Lines, line("cities", colourArg("colour", colour), engine.Several("cities", list...), engine.Int("n", len(list))))
		}
	}
	return []engine.Block{b}
}
