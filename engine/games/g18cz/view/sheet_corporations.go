package view

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/stock"
)

// sizeBlock is the corporations of a size: a table of started ones, in operating order; then those that can be
// started, or when.
func sizeBlock(s *g18cz.State, size g18cz.Size) engine.Block {
	b := companyTable(s, func(c g18cz.Company) bool { return c.Size() == size })
	b.Head = engine.Msg(key.HeadCorporationsOf+g18cz.SizeNames[size], engine.Int("n", s.PhaseRules().Limit[size]))
	var open []engine.Arg
	for _, c := range s.InPlay() {
		if c.Size() == size && !s.Companies[c].Gone && !s.Started(c) {
			open = append(open, sheet.Text(c.ID()))
		}
	}
	if len(open) == 0 {
		return b
	}
	can := engine.If(!s.Unlocked(size), key.SheetCannotStart, key.SheetCanStart)
	b.Add(can, engine.Several("companies", open...), byNumber("prices", g18cz.Book.Sizes[size].Starts), g18cz.PhaseSay(g18cz.Book.Opens[size]))
	return b
}

// corporationTable is a turn letter's table of started corporations: in operating order while that is the order
// of turns; in a stock round by size and without prices, so that it stays the same.
func corporationTable(s *g18cz.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadCompanies)}
	list := inOrder(s, turnOrder(s))
	operating := s.Stage == g18cz.Operating
	if c := s.Company(); operating && c != g18cz.NoCompany {
		b.Head = engine.Msg(key.HeadCompaniesOrder, g18cz.CompanySay("company", c))
	}
	if s.Stage == g18cz.Stocks {
		slices.Sort(list)
	}
	for _, c := range list {
		if s.Merging.PaidOff(c) {
			continue
		}
		row := []engine.Cell{sheet.Word(c.ID()), {Say: engine.Msg(key.SizeOf + g18cz.SizeNames[c.Size()])}}
		if operating {
			row = append(row, directorCell(s, c), sheet.Number(s.PriceOf(c)))
		}
		b.Rows = append(b.Rows, append(row, sheet.Number(s.Treasury(c)), rightWord(lastRevenue(s, c)), sheet.Word(cardWords(s.Companies[c].Trains))))
	}
	b.Columns = engine.Headings(key.ColumnCompany, key.ColumnSize, key.ColumnDirector, key.ColumnPrice, key.ColumnTreasury, key.ColumnLastRun, key.ColumnTrains)
	if !operating {
		b.Columns = slices.Delete(b.Columns, 2, 4)
	}
	return b
}

// companyTable has one row for each started corporation, in the operating order of its
// numbers.
func companyTable(s *g18cz.State, of func(g18cz.Company) bool) engine.Block {
	b := engine.Block{Columns: engine.Headings(key.ColumnOrder, key.ColumnCompany, key.ColumnPrice, key.ColumnTreasury, key.ColumnDirector, key.ColumnTrains, key.ColumnNextStation, key.ColumnLastRun)}
	order := turnOrder(s)
	for _, c := range inOrder(s, order) {
		if !of(c) || s.Merging.PaidOff(c) {
			continue
		}
		row := []engine.Cell{
			rightWord(slices.Index(order, c) + 1), sheet.Word(c.ID()), sheet.Number(s.PriceOf(c)), sheet.Number(s.Treasury(c)),
			directorCell(s, c), sheet.Word(cardWords(s.Companies[c].Trains)),
			rightWord(nextStation(s, c)), rightWord(lastRevenue(s, c)),
		}
		b.Rows = append(b.Rows, row)
	}
	if len(b.Rows) == 0 {
		b.Columns = nil
	}
	return b
}

// turnOrder returns the corporations in operating order: that of a round stays as it
// was when the round began (VIII.1).
func turnOrder(s *g18cz.State) []g18cz.Company {
	if s.Stage == g18cz.Operating {
		return s.Order
	}
	return s.Active()
}

// inOrder returns the corporations on the chart: those of an operating order first,
// then the others, the more expensive first.
func inOrder(s *g18cz.State, order []g18cz.Company) []g18cz.Company {
	list := slices.DeleteFunc(slices.Clone(order), func(c g18cz.Company) bool { return !s.Started(c) })
	chart := chart(s)
	for _, c := range chart.Markers() {
		if !slices.Contains(list, g18cz.Company(c)) {
			list = append(list, g18cz.Company(c))
		}
	}
	return list
}

func directorCell(s *g18cz.State, c g18cz.Company) engine.Cell {
	if s.Companies[c].Neutral {
		return engine.Cell{Say: engine.Msg(key.Neutral)}
	}
	return sheet.Player(s.DirectorOf(c))
}

// cardWords returns trains as "2a 2+2b".
func cardWords(cards []g18cz.Card) string {
	return strings.Join(engine.Each(cards, func(c g18cz.Card) string { return g18cz.Face(c).Name }), " ")
}

// charter returns the prices of the stations that a corporation can still place,
// without the home station.
func charter(s *g18cz.State, c g18cz.Company) []int {
	it := &s.Companies[c]
	if !it.Home && len(it.TokenCosts) > 0 {
		return it.TokenCosts[1:]
	}
	return it.TokenCosts
}

// nextStation returns the price of the next station; 0 if there is none left.
func nextStation(s *g18cz.State, c g18cz.Company) int {
	if left := charter(s, c); len(left) > 0 {
		return left[0]
	}
	return 0
}

func lastRevenue(s *g18cz.State, c g18cz.Company) int {
	if r := s.RunOf(c); r != nil {
		return r.Revenue
	}
	return 0
}

// byNumber returns numbers as a list.
func byNumber(name string, numbers []int) engine.Arg {
	return engine.SeveralOf(name, numbers, engine.Int)
}

// companyAsked reads a corporation of this game, by its letters or its name; the operating one if arg is empty,
// and NoCompany if there is none.
func companyAsked(s *g18cz.State, arg string) (g18cz.Company, error) {
	if arg == "" {
		return s.Company(), nil
	}
	return sheet.Company(arg, s.InPlay(), func(c g18cz.Company) []string { return []string{c.ID(), g18cz.Book.Companies[c].Name} })
}

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
