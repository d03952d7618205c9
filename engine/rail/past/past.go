// Package past tells the history of an 18xx game from the reports of its records: runs, dividends and prices of
// the companies by round, and the players' income from them. A title says which of its reports mean what.
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
	Runs   []Run
	prices map[string]int
}

// Round is a stock round or an operating round.
type Round struct {
	Name      string // "2", "2.1"
	Operating bool
	Paid      map[string]int // by company: dividend per share
	Prices    map[string]int // at the end of the round
	Earned    map[int]int    // by seat: income from companies
}

// Begin begins a round.
func (c *Course) Begin(name string, operating bool) {
	c.Rounds = append(c.Rounds, Round{Name: name, Operating: operating, Paid: map[string]int{}, Prices: map[string]int{}, Earned: map[int]int{}})
	for company, price := range c.prices {
		c.Price(company, price)
	}
}

// Paid notes a company's dividend for a share.
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

// Earned notes a player's income.
func (c *Course) Earned(seat, n int) {
	if k := len(c.Rounds); k > 0 && seat >= 0 {
		c.Rounds[k-1].Earned[seat] += n
	}
}

// Operated returns the last operating rounds that are over, at most so many.
func (c *Course) Operated(most int) (list []Round) {
	list = slices.DeleteFunc(slices.Clone(c.Rounds), func(r Round) bool { return !r.Operating })
	return list[max(0, len(list)-most):]
}

// Company is a company in a table.
type Company struct {
	Key, Word string
}

// shown is the number of operating rounds that a letter shows.
const shown = 3

// Yields is a share's dividends in the last operating rounds, the price after each and the yield of the last at
// that price; nothing before the first dividend. It stays the same in a stock round.
func (c *Course) Yields(companies []Company) []engine.Block {
	rounds := c.Operated(shown)
	if !slices.ContainsFunc(rounds, func(r Round) bool { return len(r.Paid) > 0 }) {
		return nil
	}
	last := rounds[len(rounds)-1]
	b := engine.Block{Head: engine.Msg(key.HeadYields, engine.Text("round", last.Name)), Columns: engine.Headings(key.ColumnCompany)}
	for _, r := range rounds {
		b.Columns = append(b.Columns, sheet.Word(r.Name).Say)
	}
	b.Columns = append(b.Columns, engine.Msg(key.ColumnYield), engine.Msg(key.ColumnCourse))
	for _, company := range companies {
		row := []engine.Cell{sheet.Word(company.Word)}
		var course []string
		for _, r := range rounds {
			row = append(row, right(sheet.Nonzero(r.Paid[company.Key])))
			if price := r.Prices[company.Key]; price > 0 {
				course = append(course, strconv.Itoa(price))
			}
		}
		if len(course) == 0 {
			continue // the company has started since
		}
		yield := sheet.Nonzero(yieldOf(last.Paid[company.Key], last.Prices[company.Key]))
		b.Rows = append(b.Rows, append(row, right(yield), sheet.Word(strings.Join(course, " "))))
	}
	if len(b.Rows) == 0 {
		return nil
	}
	return []engine.Block{b}
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

// yieldOf is the dividend of a share in percent of a price; 0 for none.
func yieldOf(paid, price int) int {
	if price == 0 {
		return 0
	}
	return (100*paid + price/2) / price
}

// Shares lists the dividends of a share of a company in the last operating rounds, from the first that was
// paid, and the last one's yield at today's price.
func (c *Course) Shares(company string, price int) []engine.Message {
	var paid []engine.Arg
	yield := 0
	for _, r := range c.Operated(shown) {
		if n := r.Paid[company]; n > 0 || len(paid) > 0 {
			paid = append(paid, engine.Int("", n))
			yield = yieldOf(n, price)
		}
	}
	if len(paid) == 0 {
		return nil
	}
	return []engine.Message{engine.Msg(key.RemarkSharePaid, engine.Several("paid", paid...), engine.Int("yield", yield))}
}
