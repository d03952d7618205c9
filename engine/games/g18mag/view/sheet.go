package view

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/sheet"
)

// Parts lists the blocks of a letter, then those that are only shown on request.
func (View) Parts() []engine.Part {
	part := func(name, arg string, inLetter bool) engine.Part {
		return engine.Part{Name: name, Arg: arg, Gloss: key.PartOf + name, InLetter: inLetter}
	}
	return []engine.Part{
		part("own", "", true), part("table", "", true), part("near", "COMPANY", true), part("istvan", "", true),
		part("map", "HEX", false), part("market", "", false), part("trains", "", false), part("phases", "", false), part("tiles", "TILE", false),
		part("company", "COMPANY", false), part("routes", "COMPANY", false), part("player", "PLAYER", false),
	}
}

// Sheet shows a part of a position as facts. arg is the name of a hex for "map", the
// number of a tile for "tiles", a company for "company" and "near", the number of a
// seat from 1 for "player"; "" for all, or for the present one.
func (View) Sheet(view engine.Position, seat engine.Seat, part string, arg string) ([]engine.Block, error) {
	return show(view.(*g18mag.State), seat, part, arg, false)
}

// Speak is Sheet with words in place of drawings.
func (View) Speak(view engine.Position, seat engine.Seat, part string, arg string) ([]engine.Block, error) {
	return show(view.(*g18mag.State), seat, part, arg, true)
}

func show(s *g18mag.State, seat engine.Seat, part, arg string, spoken bool) ([]engine.Block, error) {
	s = placed(s)
	arg = strings.Trim(arg, " .?!")
	on := board(s)
	on.Spoken = spoken
	switch part {
	case "own":
		return ownSheet(s, seat), nil
	case "table":
		return tableSheet(s, seat), nil
	case "near":
		return nearSheet(s, on, arg)
	case "istvan":
		return istvanSheet(s), nil
	case "map":
		return on.Map(arg)
	case "tiles":
		return on.Tiles(arg, engine.Msg(key.SheetSupplyHow))
	case "market":
		return marketSheet(s, spoken), nil
	case "trains":
		return trainSheet(s), nil
	case "phases":
		return []engine.Block{phaseBlock(s)}, nil
	case "company":
		return companySheet(s, arg)
	case "routes":
		return routesSheet(s, seat, arg)
	case "player":
		return playerSheet(s, seat, arg)
	}
	return nil, sheet.NoPart(part)
}

// companyNamed returns the company in play that orders name so.
func companyNamed(s *g18mag.State, arg string) (g18mag.Company, error) {
	return sheet.Company(arg, inPlay(s), func(c g18mag.Company) []string {
		return []string{g18mag.Companies[c].Word, g18mag.Companies[c].SiteID, "minor " + g18mag.Companies[c].Word}
	})
}

// inPlay returns the companies of this game, minors first.
func inPlay(s *g18mag.State) []g18mag.Company {
	list := slices.DeleteFunc(slices.Clone(s.Edition().Minors), func(c g18mag.Company) bool { return !s.Minors[c].In })
	return append(list, s.Edition().Majors...)
}

// placed returns a position as sheets show it: at the end the players are in the order of their places.
func placed(s *g18mag.State) *g18mag.State {
	if !s.Over() {
		return s
	}
	c := *s
	c.Table = engine.ByPlace((g18mag.Rules{}).Scores(s))
	return &c
}
