package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/board"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
)

// Picture is the map with the run that was last, and the price chart.
func (View) Picture(view engine.Position, _ engine.Seat) *board.Board {
	s := view.(*g18cz.State)
	on := Board(s)
	b := &board.Board{
		Owners: sheet.Companies(len(s.Companies), on.Mark, func(o track.Owner) string { return g18cz.Book.Companies[o].Name }),
		Map:    on.Facts(),
	}
	prices := chart(s)
	b.Chart = prices.Facts(func(c stock.Company) int { return int(c) })
	for i := range b.Owners {
		b.Owners[i].Word = g18cz.Company(i).ID()
		b.Owners[i].Seat = int(s.DirectorOf(g18cz.Company(i)))
		b.Owners[i].Colour = liveries[engine.Fold(b.Owners[i].Word)]
	}
	for h := range b.Map.Hexes {
		if c := redOf(s, track.HexID(h)); c != g18cz.NoCompany {
			b.Map.Hexes[h].For = []int{int(c)}
		}
	}
	if c := lastRun(s); c != g18cz.NoCompany {
		if run, ok := sheet.RunFacts(s.Runner(c), s.RunOf(c).Routes, s.RunOf(c).Revenue); ok {
			b.Map.Runs = append(b.Map.Runs, run)
		}
	}
	return b
}

// lastRun returns the corporation that ran last; NoCompany if none has run in the rounds
// of this set.
func lastRun(s *g18cz.State) g18cz.Company {
	at := min(s.At, len(s.Order)-1)
	if s.Company() != g18cz.NoCompany && slices.Index(g18cz.TurnSteps, s.Turn.Step) <= slices.Index(g18cz.TurnSteps, g18cz.StepRun) {
		at--
	}
	for _, c := range slices.Backward(s.Order[:at+1]) {
		if !s.Companies[c].Gone && s.RunOf(c) != nil {
			return c
		}
	}
	return g18cz.NoCompany
}
