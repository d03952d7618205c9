// Package past tells what the companies of an 18xx title paid and cost in the rounds so far,
// from the reports of a game's records. A title says which of its reports mean what.
package past

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/key"
	"railpost/engine/rail/sheet"
)

// Course is the rounds of a game so far.
type Course struct {
	Rounds []Round
	prices map[string]int
}

// Round is a stock round or an operating round.
type Round struct {
	Name      string // "2", "2.1"
	Operating bool
	Paid      map[string]int // by company: what it paid a share
	Prices    map[string]int // at its end
}

// Begin begins a round.
func (c *Course) Begin(name string, operating bool) {
	c.Rounds = append(c.Rounds, Round{Name: name, Operating: operating, Paid: map[string]int{}, Prices: map[string]int{}})
	for company, price := range c.prices {
		c.Price(company, price)
	}
}

// Paid notes what a company pays a share.
func (c *Course) Paid(company string, share int) {
	if n := len(c.Rounds); n > 0 {
		c.Rounds[n-1].Paid[company] += share
	}
}

// Price notes a new price.
func (c *Course) Price(company string, price int) {
	if c.prices == nil {
		c.prices = map[string]int{}
	}
	c.prices[company] = price
	if n := len(c.Rounds); n > 0 {
		c.Rounds[n-1].Prices[company] = price
	}
}

// Operated returns the last operating rounds that are over, at most so many.
func (c *Course) Operated(most int) (list []Round) {
	for _, r := range c.Rounds {
		if r.Operating {
			list = append(list, r)
		}
	}
	return list[max(0, len(list)-most):]
}

// Company is a company in a table.
type Company struct {
	Key, Word string
	Price     int // now
}

// shown is how many operating rounds a letter shows.
const shown = 3

// Yields is what a share paid in the last operating rounds, the yield of the last at today's
// price, and the price after each; nothing before the first.
func (c *Course) Yields(companies []Company) []engine.Block {
	rounds := c.Operated(shown)
	if len(rounds) == 0 || len(companies) == 0 {
		return nil
	}
	last := rounds[len(rounds)-1]
	b := engine.Block{Head: engine.Msg(key.HeadYields, engine.Text("round", last.Name)), Columns: engine.Headings(key.ColumnCompany, key.ColumnPrice)}
	for _, r := range rounds {
		b.Columns = append(b.Columns, sheet.Word(r.Name).Say)
	}
	b.Columns = append(b.Columns, engine.Msg(key.ColumnYield), engine.Msg(key.ColumnCourse))
	for _, company := range companies {
		row := []engine.Cell{sheet.Word(company.Word), sheet.Number(company.Price)}
		var course []string
		for _, r := range rounds {
			row = append(row, right(sheet.Nonzero(r.Paid[company.Key])))
			if price := r.Prices[company.Key]; price > 0 {
				course = append(course, strconv.Itoa(price))
			}
		}
		yield := ""
		if paid := last.Paid[company.Key]; paid > 0 && company.Price > 0 {
			yield = strconv.Itoa((100*paid+company.Price/2)/company.Price) + "%"
		}
		b.Rows = append(b.Rows, append(row, right(yield), sheet.Word(strings.Join(course, " "))))
	}
	return []engine.Block{b}
}

// Whole is what each company paid a share and cost, round by round.
func (c *Course) Whole(companies []Company) []engine.Block {
	paid, prices := engine.Block{Head: engine.Msg(key.HeadPaid)}, engine.Block{Head: engine.Msg(key.HeadPrices)}
	for _, b := range []*engine.Block{&paid, &prices} {
		b.Columns = engine.Headings(key.ColumnRound)
		for _, company := range companies {
			b.Columns = append(b.Columns, sheet.Word(company.Word).Say)
		}
	}
	for _, r := range c.Rounds {
		name := engine.Cell{Say: engine.Msg(key.CellStockRound, engine.Text("round", r.Name))}
		if r.Operating {
			name = sheet.Word(r.Name)
			paid.Rows = append(paid.Rows, row(name, companies, r.Paid))
		}
		prices.Rows = append(prices.Rows, row(name, companies, r.Prices))
	}
	return slices.DeleteFunc([]engine.Block{paid, prices}, func(b engine.Block) bool { return len(b.Rows) == 0 })
}

func row(name engine.Cell, companies []Company, of map[string]int) []engine.Cell {
	cells := []engine.Cell{name}
	for _, company := range companies {
		cells = append(cells, right(sheet.Nonzero(of[company.Key])))
	}
	return cells
}

func right(word string) engine.Cell {
	cell := sheet.Word(word)
	cell.Right = true
	return cell
}

// Shares says what a share of a company paid in the last operating rounds, from the first in
// which it paid.
func (c *Course) Shares(company string) []engine.Message {
	var paid []engine.Arg
	for _, r := range c.Operated(shown) {
		if n := r.Paid[company]; n > 0 || len(paid) > 0 {
			paid = append(paid, engine.Int("", n))
		}
	}
	if len(paid) == 0 {
		return nil
	}
	return []engine.Message{engine.Msg(key.RemarkSharePaid, engine.Several("paid", paid...), engine.Int("n", len(paid)))}
}
