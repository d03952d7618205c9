package g18cz

import (
	"railpost/engine"
	"railpost/engine/rail/stock"
	"railpost/engine/sheet"
)

// marketSheet is the price chart, the corporations on it, and how they move (6).
func (s *State) marketSheet() []engine.Block {
	chart := s.chart()
	b := chart.Block()
	for i, c := range chart.Markers() {
		b.Lines = append(b.Lines, line("on-chart", engine.Int("order", i+1), companySay("company", Company(c)), engine.Int("n", s.priceOf(Company(c)))))
	}
	moves := engine.Block{Head: head("moves"), Lines: []engine.Message{line("chart-rows"), line("moves-paid"), line("moves-held"), line("moves-sold"), line("moves-end")}}
	starts := engine.Block{Head: head("starts")}
	for size := range Size(len(sizeNames)) {
		starts.Lines = append(starts.Lines, s.startLine(size))
	}
	return []engine.Block{b, moves, starts}
}

func (s *State) chart() sheet.Chart {
	return sheet.Chart{Prices: book.chart, Market: &s.Market, Zigzag: true, Mark: func(c stock.Company) string { return mark(Company(c)) }}
}

// startLine is the start prices of a size, and from when on it may be started.
func (s *State) startLine(size Size) engine.Message {
	rule := &book.sizes[size]
	args := []engine.Arg{sizeSay("size", size), byNumber("prices", rule.starts), engine.Int("n", rule.capital), phaseSay(book.opens[size])}
	if s.unlocked(size) {
		return line("start-prices", args...)
	}
	return line("start-later", args...)
}
