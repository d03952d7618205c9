package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
)

// Heads names the turn of the company that a seat operates.
func (View) Heads(p engine.Position, seat engine.Seat) []string {
	s := p.(*g18mag.State)
	c := s.Company()
	if c == g18mag.NoCompany || s.OwnerOf(c) != seat {
		return nil
	}
	return []string{g18mag.Companies[c].Word}
}

// Turns are those of the companies.
func (View) Turns() (list []string) {
	for _, c := range g18mag.Companies {
		list = append(list, c.Word)
	}
	return list
}

// Declined reports whether a sale between minors was refused.
func (View) Declined(reports []engine.Report) bool {
	return slices.ContainsFunc(reports, func(r engine.Report) bool { return r.Key == key.ReportRefused })
}
