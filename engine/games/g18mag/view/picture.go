package view

import (
	"slices"

	"railpost/engine"
	facts "railpost/engine/board"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// unowned is the colour of a minor without an owner.
const unowned = "#c3c6ca"

// Picture is the map with the run that was last, and the price chart.
func (View) Picture(view engine.Position, _ engine.Seat) *facts.Board {
	s := view.(*g18mag.State)
	on := board(s)
	prices := chart(s)
	b := &facts.Board{
		Owners: sheet.Companies(len(g18mag.Companies), on.Mark, func(o track.Owner) string { return g18mag.Companies[o].Name }),
		Map:    on.Facts(),
		Chart:  prices.Facts(func(c stock.Company) int { return int(g18mag.FirstMajor) + int(c) }),
	}
	for i := range b.Owners {
		b.Owners[i].Word = g18mag.Companies[i].Word
		b.Owners[i].Seat = int(s.OwnerOf(g18mag.Company(i)))
		b.Owners[i].Colour = liveries[engine.Fold(b.Owners[i].Word)]
		if b.Owners[i].Colour == "" { // a minor has its owner's
			b.Owners[i].Style = max(b.Owners[i].Seat, 0)
			if b.Owners[i].Seat < 0 {
				b.Owners[i].Colour = unowned
			}
		}
	}
	if c := lastRun(s); c != g18mag.NoCompany {
		if run, ok := sheet.RunFacts(s.RunnerNow(c), s.LastRun(c), s.RunOf(c).Revenue); ok {
			b.Map.Runs = append(b.Map.Runs, run)
		}
	}
	return b
}

// lastRun returns the minor that ran last; NoCompany if none has run in the rounds of this
// set.
func lastRun(s *g18mag.State) g18mag.Company {
	at := min(s.At, len(s.Order)-1)
	if c := s.Company(); c != g18mag.NoCompany && s.Turn.Step != g18mag.StepTrains {
		at--
	}
	for _, c := range slices.Backward(s.Order[:at+1]) {
		if c.Minor() && s.RunOf(c) != nil {
			return c
		}
	}
	return g18mag.NoCompany
}
