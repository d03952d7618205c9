package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/sheet"
)

// Parts lists the blocks of a letter, then those that are only shown on request.
func (View) Parts() []engine.Part { return parts }

var parts = engine.Parts(key.PartOf, placed, []engine.Sheet[*g18mag.State]{
	{Name: "own", InLetter: true, Of: ownSheet},
	{Name: "table", InLetter: true, Of: tableSheet},
	{Name: "near", Arg: "COMPANY", InLetter: true, Show: nearSheet},
	{Name: "istvan", InLetter: true, All: istvanSheet},
	{Name: "map", Arg: "HEX", Show: mapSheet},
	{Name: "market", Show: marketSheet},
	{Name: "trains", All: trainSheet},
	{Name: "phases", All: func(s *g18mag.State) []engine.Block { return []engine.Block{phaseBlock(s)} }},
	{Name: "tiles", Arg: "TILE", Find: tileSheet},
	{Name: "company", Arg: "COMPANY", Find: companySheet},
	{Name: "routes", Arg: "COMPANY", Show: routesSheet},
	{Name: "player", Arg: "PLAYER", Show: playerSheet},
}...)

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
	return engine.Placed(g18mag.Rules{}, s, func(s *g18mag.State) *[]engine.Seat { return &s.Table })
}
