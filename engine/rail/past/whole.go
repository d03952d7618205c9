package past

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/key"
	"railpost/engine/rail/sheet"
)

// Run is the revenue of a company's trains in one turn.
type Run struct {
	Round   string
	Company string
	Routes  []string // nil if reports do not have them
	N       int
}

// Ran notes a run.
func (c *Course) Ran(company string, routes []string, n int) {
	if k := len(c.Rounds); k > 0 {
		c.Runs = append(c.Runs, Run{c.Rounds[k-1].Name, company, routes, n})
	}
}

// Table is who is at a table.
type Table struct {
	Listed  []Company // companies with a price
	Runners []Company // companies that run trains
	Seats   int
	Open    bool // the last operating round is not over: what is paid is charted after it
}

// Whole is the dividends and price of each company and the income of each player, round by round, and the runs
// that paid most.
func (c *Course) Whole(t Table) []engine.Block {
	paid := engine.Block{Head: engine.Msg(key.HeadPaid)}
	prices := engine.Block{Head: engine.Msg(key.HeadPrices), Chart: engine.ChartPrices}
	earned := engine.Block{Head: engine.Msg(key.HeadEarned), Chart: engine.ChartIncome}
	for _, b := range []*engine.Block{&paid, &prices, &earned} {
		b.Columns = engine.Headings(key.ColumnRound)
	}
	for _, company := range t.Listed {
		word := sheet.Word(company.Word).Say
		paid.Columns, prices.Columns = append(paid.Columns, word), append(prices.Columns, word)
	}
	for seat := range engine.Seat(t.Seats) {
		earned.Columns = append(earned.Columns, engine.Msg(key.CellPlayer, engine.Player("seat", seat)))
	}
	for i, r := range c.Rounds {
		name := engine.Cell{Say: engine.Msg(key.CellStockRound, engine.Text("round", r.Name))}
		if r.Operating {
			name = sheet.Word(r.Name)
			paid.Rows = append(paid.Rows, row(name, t.Listed, r.Paid))
			if !t.Open || i < len(c.Rounds)-1 {
				earned.Rows = append(earned.Rows, earnings(name, t.Seats, r.Earned))
			}
		}
		prices.Rows = append(prices.Rows, row(name, t.Listed, r.Prices))
	}
	if !slices.ContainsFunc(c.Rounds, func(r Round) bool { return len(r.Earned) > 0 }) {
		earned.Rows = nil
	}
	return slices.DeleteFunc([]engine.Block{paid, prices, earned, c.best(t.Runners)}, func(b engine.Block) bool { return len(b.Rows) == 0 })
}

func earnings(name engine.Cell, seats int, of map[int]int) []engine.Cell {
	cells := []engine.Cell{name}
	for seat := range seats {
		cells = append(cells, sheet.Number(of[seat]))
	}
	return cells
}

// bestShown is the number of best runs that are shown.
const bestShown = 10

// best is the runs that paid most; of equal ones the earlier first.
func (c *Course) best(runners []Company) engine.Block {
	list := slices.Clone(c.Runs)
	slices.SortStableFunc(list, func(a, b Run) int { return b.N - a.N })
	list = list[:min(len(list), bestShown)]
	routes := slices.ContainsFunc(list, func(r Run) bool { return len(r.Routes) > 0 })
	b := engine.Block{Head: engine.Msg(key.HeadBestRuns), Columns: engine.Headings(key.ColumnRound, key.ColumnRunner, key.ColumnRevenue), Chart: engine.ChartRuns}
	if routes {
		b.Columns = append(b.Columns, engine.Msg(key.ColumnRoutes))
	}
	for _, r := range list {
		i := slices.IndexFunc(runners, func(k Company) bool { return k.Key == r.Company })
		if i < 0 {
			continue
		}
		row := []engine.Cell{sheet.Word(r.Round), sheet.Word(runners[i].Word), sheet.Number(r.N)}
		if routes {
			row = append(row, sheet.Word(strings.Join(r.Routes, ", ")))
		}
		b.Rows = append(b.Rows, row)
	}
	return b
}

// Figures are each player's worth and cash.
func Figures(seats int, worth, cash func(engine.Seat) int) []engine.Figure {
	list := []engine.Figure{{Kind: engine.ChartWorth, Head: engine.Msg(key.HeadWorth)}, {Kind: engine.ChartCash, Head: engine.Msg(key.HeadCash)}}
	for seat := range engine.Seat(seats) {
		list[0].Of, list[1].Of = append(list[0].Of, worth(seat)), append(list[1].Of, cash(seat))
	}
	return list
}
