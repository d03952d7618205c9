package view

import (
	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/stock"
)

// marketSheet is the price chart, the corporations on it, and how they move (IX).
func marketSheet(s *g18cz.State, r engine.Request) ([]engine.Block, error) {
	chart := chart(s)
	b := chart.Block(r.Spoken)
	for i, c := range chart.Markers() {
		b.Add(key.SheetOnChart, engine.Int("order", i+1), g18cz.CompanySay("company", g18cz.Company(c)), engine.Int("n", s.PriceOf(g18cz.Company(c))))
	}
	moves := engine.Block{Head: engine.Msg(key.HeadMoves), Lines: []engine.Message{engine.Msg(key.SheetChartRows), engine.Msg(key.SheetMovesPaid), engine.Msg(key.SheetMovesHeld), engine.Msg(key.SheetMovesSold), engine.Msg(key.SheetMovesEnd)}}
	starts := engine.Block{Head: engine.Msg(key.HeadStarts)}
	for size := range g18cz.Size(len(g18cz.SizeNames)) {
		starts.Lines = append(starts.Lines, startLine(s, size))
	}
	return []engine.Block{b, moves, starts}, nil
}

func chart(s *g18cz.State) sheet.Chart {
	return sheet.Chart{Prices: g18cz.Book.Chart, Market: &s.Market, Zigzag: true, Mark: func(c stock.Company) string { return mark(g18cz.Company(c)) }}
}

// startLine gives the start prices of a size, and the phase from which it may be started.
func startLine(s *g18cz.State, size g18cz.Size) engine.Message {
	rule := &g18cz.Book.Sizes[size]
	args := []engine.Arg{g18cz.SizeSay("size", size), byNumber("prices", rule.Starts), engine.Int("n", rule.Capital), g18cz.PhaseSay(g18cz.Book.Opens[size])}
	return engine.Msg(engine.If(s.Unlocked(size), key.SheetStartPrices, key.SheetStartLater), args...)
}
