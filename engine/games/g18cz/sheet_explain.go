package g18cz

import (
	"strings"

	"railpost/engine"
)

// Explain shows what a corporation, a phase, a local railway or a train is.
func (title) Explain(view engine.Position, _ engine.Seat, word string) []engine.Block {
	s := view.(*State)
	if strings.HasPrefix(engine.Fold(word), "phase") {
		return s.phaseSheet()
	}
	if ware, ok := engine.ReadWord(buyWares, word); ok {
		if localNamed(ware) != noLocal {
			return s.localSheet()
		}
		return s.trainSheet()
	}
	if c, ok := engine.ReadWord(book.companyWords, word); ok {
		if blocks, err := s.companySheet(companies[c].id); err == nil {
			return blocks
		}
		return s.phaseSheet() // it comes with a later phase
	}
	return nil
}
