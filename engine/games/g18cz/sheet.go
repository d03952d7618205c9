package g18cz

import (
	"fmt"
	"strings"

	"railpost/engine"
	"railpost/engine/sheet"
)

// Parts are the blocks of a letter, then those that only answer their word.
func (title) Parts() []engine.Part {
	part := func(name, arg string, inLetter bool) engine.Part {
		return engine.Part{Name: name, Arg: arg, Gloss: "18cz.part." + name, InLetter: inLetter}
	}
	return []engine.Part{
		part("own", "", true), part("table", "", true), part("near", "COMPANY", true),
		part("map", "HEX", false), part("market", "", false), part("trains", "", false), part("phases", "", false),
		part("railways", "", false), part("tiles", "TILE", false), part("company", "COMPANY", false), part("player", "PLAYER", false),
	}
}

// Sheet shows a part of a position as facts. arg is the name of a hex for "map",
// the number of a tile for "tiles", a corporation for "company" and "near", the
// number of a seat from 1 for "player"; "" for all, or for the present one.
func (title) Sheet(view engine.Position, seat engine.Seat, part string, arg string) ([]engine.Block, error) {
	s, ok := view.(*State)
	if !ok {
		return nil, fmt.Errorf("18cz: a sheet of a %T", view)
	}
	arg = strings.Trim(arg, " .?!")
	switch part {
	case "own":
		return s.ownSheet(seat), nil
	case "table":
		return s.tableSheet(), nil
	case "near":
		return s.nearSheet(arg)
	case "map":
		return s.board().Map(arg)
	case "tiles":
		return s.board().Tiles(arg, line("supply-how"))
	case "market":
		return s.marketSheet(), nil
	case "trains":
		return s.trainSheet(), nil
	case "phases":
		return s.phaseSheet(), nil
	case "railways":
		return s.localSheet(), nil
	case "company":
		return s.companySheet(arg)
	case "player":
		return s.playerSheet(seat, arg)
	}
	return nil, sheet.NoPart(part)
}

// Sheets are said with the words of the title; package sheet has what is alike in
// all titles.
const own = sheet.Words("18cz")

func line(key string, args ...engine.Arg) engine.Message { return own.Line(key, args...) }

func head(key string, args ...engine.Arg) engine.Message { return own.Head(key, args...) }

// headings are the heads of a table's columns.
func headings(names ...string) []engine.Message { return own.Headings(names...) }

// byNumber are some numbers as a list.
func byNumber(name string, numbers []int) engine.Arg {
	return engine.SeveralOf(name, numbers, engine.Int)
}

// companyAsked reads a corporation of this game, by its letters or its name.
func (s *State) companyAsked(arg string) (Company, error) {
	return sheet.Company(arg, s.inPlay(), func(c Company) []string { return []string{companies[c].id, companies[c].name} })
}

// inPlay are the corporations of this game, those that are gone with them.
func (s *State) inPlay() []Company {
	var list []Company
	for c := range Company(len(s.Companies)) {
		if s.Companies[c].In {
			list = append(list, c)
		}
	}
	return list
}

// ofSize are the corporations of a size that are not gone: in operating order,
// behind them those that are not active.
func (s *State) ofSize(size Size) (list []Company) {
	for _, c := range s.active() {
		if companies[c].size == size {
			list = append(list, c)
		}
	}
	for _, c := range s.inPlay() {
		if it := &s.Companies[c]; companies[c].size == size && !it.Gone && !it.Active {
			list = append(list, c)
		}
	}
	return list
}
