package sheet

import (
	"fmt"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/key"
	"railpost/engine/rail/stock"
)

// Chart is a price chart with its markers.
type Chart struct {
	Prices stock.Chart
	Market *stock.Market
	Zigzag bool // printed as two rows that take turns, the second half a space to the right
	Mark   func(stock.Company) string
}

// Markers are the companies on the chart as they operate: the dearer first, on one
// space the upper first.
func (c *Chart) Markers() []stock.Company {
	var list []stock.Company
	for i := range c.Market.At {
		if c.Market.On(stock.Company(i)) {
			list = append(list, stock.Company(i))
		}
	}
	slices.SortFunc(list, c.Market.Compare)
	return list
}

const (
	chartWidth = 4  // columns of one space of the drawn chart
	chartMost  = 68 // columns of a row: mail programs that quote it wrap at 72
)

// Block is the chart as a drawing: prices, under each the marks of its companies in operating order from the
// top; spoken: as words.
func (c *Chart) Block(spoken bool) engine.Block {
	if spoken {
		return c.priceWords()
	}
	b := engine.Block{Head: engine.Msg(key.HeadMarket)}
	rows, width := 1, chartMost
	if c.Zigzag {
		rows, width = 2, chartMost-chartWidth/2
	}
	spaces := (len(c.Prices) + rows - 1) / rows // in a row
	strips := (spaces*chartWidth + width - 1) / width
	each := (spaces + strips - 1) / strips * rows
	for from := 0; from < len(c.Prices); from += each {
		to := min(from+each, len(c.Prices))
		for row := range rows {
			b.Drawing = append(b.Drawing, c.row(from+row, to, rows)...)
		}
	}
	return b
}

// row is every step-th space of a range of the chart, as lines.
func (c *Chart) row(from, to, step int) []string {
	indent := strings.Repeat(" ", from%step*(chartWidth/2))
	var lines []string
	put := func(l, space int, word string) {
		for len(lines) <= l {
			lines = append(lines, strings.Repeat(" ", (to-from+step-1)/step*chartWidth))
		}
		at := (space - from) / step * chartWidth
		lines[l] = lines[l][:at] + fmt.Sprintf("%*s", chartWidth, word) + lines[l][at+chartWidth:]
	}
	for space := from; space < to; space += step {
		put(0, space, fmt.Sprint(c.Prices[space]))
	}
	next := map[int]int{}
	for _, m := range c.Markers() {
		if at := c.Market.At[m]; from <= at && at < to && (at-from)%step == 0 {
			next[at]++
			put(next[at], at, c.Mark(m))
		}
	}
	for i, l := range lines {
		lines[i] = strings.TrimRight(indent+l, " ")
	}
	return lines
}
