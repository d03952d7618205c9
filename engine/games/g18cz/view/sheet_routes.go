package view

import (
	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/stock"
)

// routesSheet is the best runs of a corporation, the operating one if arg is empty; between
// turns the best of each corporation that the seat directs.
func routesSheet(s *g18cz.State, r engine.Request) ([]engine.Block, error) {
	c, err := companyAsked(s, r.Arg)
	switch {
	case err != nil:
		return nil, err
	case c != g18cz.NoCompany:
		return []engine.Block{bestRuns(s, c, sheet.RunsListed)}, nil
	}
	var blocks []engine.Block
	for _, c := range s.InPlay() {
		if s.Shares.Director[c.Stock()] == stock.Holder(r.Seat) && !s.Companies[c].Gone && s.OwnTrains(c) > 0 {
			blocks = append(blocks, bestRuns(s, c, 1))
		}
	}
	if blocks == nil {
		return nil, engine.Forbid("", key.NoSheetRoutesWhose)
	}
	return blocks, nil
}

func bestRuns(s *g18cz.State, c g18cz.Company, n int) engine.Block {
	return sheet.Runs(g18cz.CompanySay("company", c), s.Runner(c), n)
}
