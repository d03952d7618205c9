package view

import (
	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/sheet"
)

// headings returns the heads of a table's columns.
func headings(columns ...string) (list []engine.Message) {
	for _, c := range columns {
		list = append(list, engine.Msg(c))
	}
	return list
}

// byNumber returns numbers as a list.
func byNumber(name string, numbers []int) engine.Arg {
	return engine.SeveralOf(name, numbers, engine.Int)
}

// companyAsked reads a corporation of this game, by its letters or its name.
func companyAsked(s *g18cz.State, arg string) (g18cz.Company, error) {
	return sheet.Company(arg, s.InPlay(), func(c g18cz.Company) []string { return []string{c.ID(), g18cz.Book.Companies[c].Name} })
}

// ofSize returns the corporations of a size that are still in the game: in operating
// order, then those that are not active.
func ofSize(s *g18cz.State, size g18cz.Size) (list []g18cz.Company) {
	for _, c := range s.Active() {
		if c.Size() == size {
			list = append(list, c)
		}
	}
	for _, c := range s.InPlay() {
		if it := &s.Companies[c]; c.Size() == size && !it.Gone && !it.Active {
			list = append(list, c)
		}
	}
	return list
}
