package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
)

// Heads names the turn of the corporation that a seat operates.
func (View) Heads(p engine.Position, seat engine.Seat) []string {
	s := p.(*g18cz.State)
	c := s.Company()
	if c == g18cz.NoCompany || s.Decides(c) != seat {
		return nil
	}
	return []string{g18cz.Book.Companies[c].ID}
}

// Turns are those of the corporations.
func (View) Turns() []string {
	return engine.Each(g18cz.Book.Companies[:], func(c g18cz.Charter) string { return c.ID })
}

// Declined reports whether an offer was refused.
func (View) Declined(reports []engine.Report) bool {
	return slices.ContainsFunc(reports, func(r engine.Report) bool { return r.Key == key.ReportRefused })
}
