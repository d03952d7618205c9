package view

import (
	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/sheet"
)

// byNumber returns numbers as a list.
func byNumber(name string, numbers []int) engine.Arg {
	return engine.SeveralOf(name, numbers, engine.Int)
}

// companyAsked reads a corporation of this game, by its letters or its name; the operating one if arg is empty,
// and NoCompany if there is none.
func companyAsked(s *g18cz.State, arg string) (g18cz.Company, error) {
	if arg == "" {
		return s.Company(), nil
	}
	return sheet.Company(arg, s.InPlay(), func(c g18cz.Company) []string { return []string{c.ID(), g18cz.Book.Companies[c].Name} })
}
