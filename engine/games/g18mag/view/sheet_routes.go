package view

import (
	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/sheet"
)

// routesSheet is the best runs of a minor, the operating one if arg is empty; between turns
// the best of each minor of the seat.
func routesSheet(s *g18mag.State, r engine.Request) ([]engine.Block, error) {
	c := s.Company()
	if r.Arg != "" {
		var err error
		if c, err = companyNamed(s, r.Arg); err != nil {
			return nil, err
		}
		if !c.Minor() {
			return nil, engine.Forbid("", key.NoSheetMajorRuns, g18mag.CompanySay("company", c))
		}
	}
	if c != g18mag.NoCompany && c.Minor() {
		return []engine.Block{bestRuns(s, c, sheet.RunsListed)}, nil
	}
	var blocks []engine.Block
	for _, c := range s.Edition().Minors {
		if m := &s.Minors[c]; m.Owner == r.Seat && len(m.Trains) > 0 {
			blocks = append(blocks, bestRuns(s, c, 1))
		}
	}
	if blocks == nil {
		return nil, engine.Forbid("", key.NoSheetRoutesWhose)
	}
	return blocks, nil
}

func bestRuns(s *g18mag.State, c g18mag.Company, n int) engine.Block {
	return sheet.Runs(g18mag.CompanySay("company", c), s.RunnerNow(c), n)
}
