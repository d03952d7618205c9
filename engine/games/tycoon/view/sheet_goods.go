package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// nearSheet lists the goods in the cities that the reader's links reach; before the first link, the cubes that
// may be drawn from the bag.
func nearSheet(s *tycoon.State, seat engine.Seat) []engine.Block {
	reached := cities(s, func(at tycoon.City) bool { return s.Network(seat).From(at) > 0 })
	if len(reached) == 0 {
		return []engine.Block{{Head: engine.Msg(key.HeadBag), Lines: []engine.Message{bagLine(s)}}}
	}
	b := nearTable(s, reached)
	b.Head = engine.Msg(key.HeadNear)
	return []engine.Block{b}
}

// cities returns the cities for which is returns true, in the order of the map file.
func cities(s *tycoon.State, is func(tycoon.City) bool) (list []tycoon.City) {
	for at := range tycoon.City(len(s.Cities)) {
		if is(at) {
			list = append(list, at)
		}
	}
	return list
}

// goodsSheet lists the goods of all cities, of one city, one colour or one region.
func goodsSheet(s *tycoon.State, arg string) ([]engine.Block, error) {
	if arg == "" {
		b := goodsTable(s, cities(s, func(tycoon.City) bool { return true }))
		b.Head = engine.Msg(key.HeadGoods)
		b.Lines = []engine.Message{bagLine(s)}
		return []engine.Block{b}, nil
	}
	if w, name, ok := regionAsked(s, arg); ok {
		b := goodsTable(s, citiesIn(s, w))
		b.Head = engine.Msg(key.HeadGoodsRegion, engine.Order("region", name))
		return []engine.Block{b}, nil
	}
	if c, err := wholeOf[tycoon.Colour](tycoon.ColourDomain(nil), arg); err == nil {
		b := goodsTable(s, cities(s, func(at tycoon.City) bool { return s.Cities[at].Cubes.Of(c) > 0 }))
		b.Head = engine.Msg(key.HeadGoodsColour, tycoon.ColourArg("colour", c))
		b.Lines = []engine.Message{wantedLine(s, c)}
		return []engine.Block{b}, nil
	}
	at, err := spotAsked(s, arg)
	if err != nil {
		return nil, err
	}
	if c := s.Book().Hexes[at].City; c != tycoon.NoCity {
		return []engine.Block{cityBlock(s, c)}, nil
	}
	return nil, badAsk(key.NoSheetNoCity, s.HexArg("hex", at))
}

// wantedLine names the cities that take cubes of a colour.
func wantedLine(s *tycoon.State, c tycoon.Colour) engine.Message {
	list := coloured(s, c)
	if len(list) == 0 {
		return engine.Msg(key.SheetWantedNone, tycoon.ColourArg("colour", c))
	}
	return engine.Msg(key.SheetWanted, tycoon.ColourArg("colour", c), s.Book().CitiesSay("cities", list))
}

func coloured(s *tycoon.State, c tycoon.Colour) []tycoon.City {
	return cities(s, func(at tycoon.City) bool { return s.Cities[at].Colour == c })
}

// goodsTable lists cities with their colours and cubes, empty markers and hotels.
func goodsTable(s *tycoon.State, cities []tycoon.City) engine.Block {
	b := engine.Block{Columns: append(engine.Headings(key.ColumnCity, key.ColumnHex, key.ColumnColour, key.ColumnRed, key.ColumnYellow, key.ColumnBlue, key.ColumnBlack, key.ColumnPurple), engine.Message{})}
	for _, at := range cities {
		b.Rows = append(b.Rows, append(goodsRow(s, at), notesCell(s, at)))
	}
	return b
}

// nearTable lists cities with their colours and cubes in 40 columns; those without cubes are
// one line for each colour that takes some.
func nearTable(s *tycoon.State, cities []tycoon.City) engine.Block {
	b := engine.Block{Columns: engine.Headings(key.ColumnCity, key.ColumnTakes, key.ColumnRe, key.ColumnYe, key.ColumnBu, key.ColumnBk, key.ColumnPu)}
	var bare []engine.Arg
	for _, at := range cities {
		town := &s.Cities[at]
		if town.Cubes.Total() == 0 {
			bare = append(bare, colouredArg(s, at))
			continue
		}
		takes := cell(key.CellColour, tycoon.ColourArg("colour", town.Colour))
		if town.Colour == tycoon.Gray {
			takes = engine.Cell{}
		}
		b.Rows = append(b.Rows, slices.Concat([]engine.Cell{textCell(s.Book().Cities[at].Name), takes}, cubeCells(s, at)))
	}
	if len(b.Rows) == 0 {
		b.Columns = nil
	}
	b.AddList(key.SheetNearBare, "cities", bare)
	return b
}

// colouredArg names a city with the colour that it takes: "Detroit (black)".
func colouredArg(s *tycoon.State, at tycoon.City) engine.Arg {
	if s.Cities[at].Colour == tycoon.Gray {
		return s.PlaceArg("", at)
	}
	return say(engine.Msg(key.SheetColoured, s.CityArg(at), tycoon.ColourArg("colour", s.Cities[at].Colour)))
}

// sidesTable is goodsTable with the sides that are free for track. Since it fills the
// width of a letter, empty markers and hotels are separate lines.
func sidesTable(s *tycoon.State, cities []tycoon.City) engine.Block {
	b := engine.Block{Columns: engine.Headings(key.ColumnCity, key.ColumnHex, key.ColumnColour, key.ColumnRed, key.ColumnYel, key.ColumnBlue, key.ColumnBlk, key.ColumnPur, key.ColumnFree)}
	var empty []tycoon.City
	var hotels []engine.Arg
	for _, at := range cities {
		b.Rows = append(b.Rows, append(goodsRow(s, at), freeCell(s, at)))
		if s.Cities[at].Empty {
			empty = append(empty, at)
		}
		if owner, _ := s.HotelOf(at); owner != engine.Nobody {
			hotels = append(hotels, say(engine.Msg(key.SheetHotel, s.CityArg(at), engine.Player("player", owner))))
		}
	}
	if len(empty) > 0 {
		b.Add(key.SheetNearEmpty, s.Book().CitiesSay("cities", empty))
	}
	b.AddList(key.SheetNearHotels, "hotels", hotels)
	return b
}

// goodsRow is a city with its colour and cubes.
func goodsRow(s *tycoon.State, at tycoon.City) []engine.Cell {
	town := &s.Cities[at]
	return append([]engine.Cell{textCell(s.Book().Cities[at].Name), textCell(s.Book().HexName(s.Book().Cities[at].Spot)), cell(key.CellColour, tycoon.ColourArg("colour", town.Colour))}, cubeCells(s, at)...)
}

// cubeCells are the cubes of a city by colour.
func cubeCells(s *tycoon.State, at tycoon.City) (row []engine.Cell) {
	for c := tycoon.Red; c <= tycoon.Colours; c++ {
		row = append(row, countCell(s.Cities[at].Cubes.Of(c)))
	}
	return row
}

// freeCell lists the sides of a city that are free for track: "SW W NW".
func freeCell(s *tycoon.State, at tycoon.City) engine.Cell {
	free := tycoon.SidesWith(func(e hex.Edge) bool {
		return s.MayLeave(at, e) && s.Book().Hexes[s.Book().Cities[at].Spot].Next[e] != tycoon.NoSpot
	})
	if len(free) == hex.Edges {
		return cell(key.CellAll)
	}
	if len(free) == 0 {
		return textCell("")
	}
	var all engine.Message
	for i, side := range slices.Backward(free) {
		side.Name = "side"
		if i == len(free)-1 {
			all = engine.Msg(key.CellSide, side)
			continue
		}
		all = engine.Msg(key.CellSides, side, engine.Say("more", all))
	}
	return engine.Cell{Say: all}
}

// exampleCity returns a city of the board for hints: the first of those that begin with
// the most cubes.
func exampleCity(s *tycoon.State) (at tycoon.City) {
	for i := range s.Book().Cities {
		if s.Book().Cities[i].Cubes > s.Book().Cities[at].Cubes {
			at = tycoon.City(i)
		}
	}
	return at
}

// exampleArgs returns a city of the board, its hex and its region, for hints.
func exampleArgs(s *tycoon.State) []engine.Arg {
	at := exampleCity(s)
	spot := s.Book().Cities[at].Spot
	return []engine.Arg{s.CityArg(at), s.HexArg("hex", spot), engine.Order("region", regionOf(s.Book(), s.Book().Hexes[spot].At))}
}

// notesCell lists further facts about a city: its empty marker, its hotel.
func notesCell(s *tycoon.State, at tycoon.City) engine.Cell {
	owner, _ := s.HotelOf(at)
	switch empty := s.Cities[at].Empty; {
	case empty && owner != engine.Nobody:
		return cell(key.CellEmptyHotel, engine.Player("player", owner))
	case empty:
		return cell(key.CellEmpty)
	case owner != engine.Nobody:
		return cell(key.CellHotel, engine.Player("player", owner))
	}
	return engine.Cell{}
}

// cityBlock is everything about a city.
func cityBlock(s *tycoon.State, at tycoon.City) engine.Block {
	town, spot := &s.Cities[at], s.Book().Cities[at].Spot
	b := engine.Block{Head: engine.Msg(key.HeadCity, spotSay(s, "city", spot), tycoon.ColourArg("colour", town.Colour))}
	switch {
	case town.Cubes.Total() > 0:
		b.Add(key.SheetCityGoods, tycoon.CubesArg("cubes", town.Cubes))
	case town.Empty:
		b.Add(key.SheetCityEmpty)
	default:
		b.Add(key.SheetCityNoGoods)
	}
	for c := tycoon.Red; c <= tycoon.Colours; c++ {
		if town.Cubes.Of(c) > 0 {
			b.Lines = append(b.Lines, wantedLine(s, c))
		}
	}
	if town.New {
		b.Add(key.SheetCityNew)
	}
	if owner, _ := s.HotelOf(at); owner != engine.Nobody {
		b.Add(key.SheetCityHotel, engine.Player("player", owner))
	}
	if w, ok := s.WesternAt(at); ok {
		b.Add(key.SheetCityWestern, engine.Player("player", w.Owner))
	} else if slices.Contains(s.Book().Gateways, at) && !s.Rules.Novice {
		b.Add(key.SheetCityGateway, engine.Int("cost", tycoon.WesternCost))
	}
	for i := range s.Links {
		if l := &s.Links[i]; l.From == at || l.To == at {
			b.Add(key.SheetCityLink, engine.Player("player", l.Owner), s.PlaceArg("to", other(l, at)), engine.Text("hexes", s.Book().HexNames(l)))
		}
	}
	if free := sidesTo(s, spot, func(e hex.Edge) bool { return s.MayLeave(at, e) }); len(free) > 0 {
		b.Add(key.SheetCityFree, engine.Several("free", free...))
	}
	return b
}

// other returns the city at the other end of a complete link.
func other(l *tycoon.Link, at tycoon.City) tycoon.City {
	if l.From == at {
		return l.To
	}
	return l.From
}

// citiesSheet lists the cities by colour.
func citiesSheet(s *tycoon.State) []engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadCities)}
	for c := tycoon.Red; c <= tycoon.Colours+1; c++ {
		colour := c % (tycoon.Colours + 1) // gray is the last
		list := engine.Each(coloured(s, colour), func(at tycoon.City) engine.Arg {
			return spotSay(s, "", s.Book().Cities[at].Spot)
		})
		if len(list) > 0 {
			b.Add(key.SheetCities, tycoon.ColourArg("colour", colour), engine.Several("cities", list...), engine.Int("n", len(list)))
		}
	}
	return []engine.Block{b}
}
