package view

import (
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18cz"
)

// Explain tells what a corporation, a phase, a local railway or a train is.
func (View) Explain(view engine.Position, _ engine.Seat, word string) []engine.Block {
	s := view.(*g18cz.State)
	if strings.HasPrefix(engine.Fold(word), "phase") {
		return phaseSheet(s)
	}
	if ware, ok := engine.ReadWord(g18cz.BuyWares, word); ok {
		if g18cz.LocalNamed(ware) != g18cz.NoLocal {
			return localSheet(s)
		}
		return trainSheet(s)
	}
	if c, ok := engine.ReadWord(g18cz.Book.CompanyWords, word); ok {
		if blocks, err := companySheet(s, c.ID()); err == nil {
			return blocks
		}
		return phaseSheet(s) // it comes with a later phase
	}
	return nil
}
