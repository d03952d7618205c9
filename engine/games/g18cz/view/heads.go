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

// Head finds a corporation by its id.
func (View) Head(name string) (string, bool) {
	want := engine.Squeeze(name)
	i := slices.IndexFunc(g18cz.Book.Companies[:], func(c g18cz.Charter) bool { return engine.Squeeze(c.ID) == want })
	if i < 0 {
		return "", false
	}
	return g18cz.Book.Companies[i].ID, true
}

// Declined reports whether an offer was refused.
func (View) Declined(reports []engine.Report) bool {
	return slices.ContainsFunc(reports, func(r engine.Report) bool { return r.Key == key.ReportRefused })
}
