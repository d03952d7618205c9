package g18mag

import (
	"fmt"
	"strings"

	"railpost/engine"
	"railpost/engine/sheet"
)

// Parts are the blocks of a letter, then those that only answer their word.
func (title) Parts() []engine.Part {
	part := func(name, arg string, inLetter bool) engine.Part {
		return engine.Part{Name: name, Arg: arg, Gloss: "18mag.part." + name, InLetter: inLetter}
	}
	return []engine.Part{
		part("own", "", true), part("table", "", true), part("near", "COMPANY", true),
		part("map", "HEX", false), part("market", "", false), part("trains", "", false), part("phases", "", false), part("tiles", "TILE", false),
		part("company", "COMPANY", false), part("player", "PLAYER", false),
	}
}

// Sheet shows a part of a position as facts. arg is the name of a hex for "map",
// the number of a tile for "tiles", a company for "company" and "near", the
// number of a seat from 1 for "player"; "" for all, or for the present one.
func (title) Sheet(view engine.Position, seat engine.Seat, part string, arg string) ([]engine.Block, error) {
	s, ok := view.(*State)
	if !ok {
		return nil, fmt.Errorf("18mag: a sheet of a %T", view)
	}
	arg = strings.Trim(arg, " .?!")
	switch part {
	case "own":
		return s.ownSheet(seat), nil
	case "table":
		return s.tableSheet(seat), nil
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
		return []engine.Block{s.phaseBlock()}, nil
	case "company":
		return s.companySheet(arg)
	case "player":
		return s.playerSheet(seat, arg)
	}
	return nil, sheet.NoPart(part)
}

// Sheets are said with the words of the title; package sheet has what is alike in
// all titles.
const own = sheet.Words("18mag")

func line(key string, args ...engine.Arg) engine.Message { return own.Line(key, args...) }

func head(key string, args ...engine.Arg) engine.Message { return own.Head(key, args...) }

// headings are the heads of a table's columns.
func headings(names ...string) []engine.Message { return own.Headings(names...) }

// companyNamed reads a company that plays, as orders name it.
func (s *State) companyNamed(arg string) (Company, error) {
	return sheet.Company(arg, s.inPlay(), func(c Company) []string {
		return []string{companies[c].word, companies[c].logID, "minor " + companies[c].word}
	})
}

// inPlay are the companies of this game, minors first.
func (s *State) inPlay() []Company {
	var list []Company
	for _, c := range s.edition().minors {
		if s.Minors[c].In {
			list = append(list, c)
		}
	}
	return append(list, s.edition().majors...)
}
