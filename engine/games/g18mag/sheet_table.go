package g18mag

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/stock"
	"railpost/engine/sheet"
)

// tableSheet compares players, then majors, then minors, and shows the chart.
func (s *State) tableSheet(seat engine.Seat) []engine.Block {
	blocks := []engine.Block{s.playerTable(), s.holdingTable(), s.majorTable()}
	if s.Stage == drafting {
		blocks = append(blocks, s.draftBlocks(seat)...)
	}
	if minors := s.minorTable(engine.Nobody); len(minors.Rows) > 0 {
		blocks = append(blocks, minors)
	}
	return append(blocks, s.chartBlock())
}

// playerTable is one row a player, in playing order.
func (s *State) playerTable() engine.Block {
	b := engine.Block{Head: head("players"), Columns: headings("player", "cash", "worth", "certificates", "minors", "now")}
	for _, seat := range s.Table {
		var minors []string
		for _, c := range s.minorsOf(seat) {
			minors = append(minors, companies[c].word)
		}
		b.Rows = append(b.Rows, []engine.Cell{
			sheet.Player(seat), sheet.Number(s.Cash.Of(wallet(seat))), sheet.Number(s.worthOf(seat)), sheet.Number(s.certificates(seat)),
			sheet.Word(strings.Join(minors, " ")), {Say: s.standing(seat)},
		})
	}
	b.Lines = append(b.Lines, line("limit", engine.Int("n", s.table().limit)), line("priority", who(s.Priority)))
	b.Lines = append(b.Lines, s.clockLines()...)
	return b
}

// standing says who acts now.
func (s *State) standing(seat engine.Seat) engine.Message {
	switch {
	case s.Stage == over || seat != s.Actor:
		return engine.Message{}
	case s.company() != noCompany && s.Asking == nil:
		return engine.Msg("18mag.cell.acts-for", companySay("company", s.company()))
	}
	return engine.Msg("18mag.cell.acts")
}

// holdingTable is who holds how much of each major.
func (s *State) holdingTable() engine.Block {
	b := engine.Block{Head: head("shares"), Columns: headings("player")}
	for _, c := range s.edition().majors {
		b.Columns = append(b.Columns, sheet.Word(companies[c].word).Say)
	}
	for _, seat := range s.Table {
		row := []engine.Cell{sheet.Player(seat)}
		for _, c := range s.edition().majors {
			row = append(row, sheet.Percent(s.held(c, seat), s.directorOf(c) == seat))
		}
		b.Rows = append(b.Rows, row)
	}
	bank := []engine.Cell{{Say: engine.Msg("18mag.cell.bank")}}
	for _, c := range s.edition().majors {
		bank = append(bank, sheet.Percent(s.Shares.Of(c.share(), stock.Bank), false))
	}
	b.Rows = append(b.Rows, bank)
	return b
}

// majorTable is one row a major, in operating order.
func (s *State) majorTable() engine.Block {
	b := engine.Block{Head: head("majors"), Columns: headings("order", "major", "price", "treasury", "director", "stations", "next-station")}
	for i, c := range s.inOrder() {
		b.Rows = append(b.Rows, []engine.Cell{
			sheet.Number(i + 1), sheet.Word(companies[c].word), sheet.Number(s.priceOf(c)), sheet.Number(s.purse(c)), sheet.Player(s.directorOf(c)),
			sheet.Word(strings.Join(s.board().StationNames(owner(c)), " ")), sheet.Word(sheet.Nonzero(s.nextStation(c))),
		})
	}
	return b
}

// minorTable is one row a minor: those of a seat, or all that have owners.
func (s *State) minorTable(of engine.Seat) engine.Block {
	b := engine.Block{Head: head("minors"), Columns: headings("minor", "owner", "treasury", "trains", "stations", "next-station", "terrain", "last-run")}
	if of != engine.Nobody {
		b.Head = head("own-minors")
		b.Columns = slices.Delete(b.Columns, 1, 2)
	}
	for _, c := range s.edition().minors {
		m := &s.Minors[c]
		if m.Owner == engine.Nobody || of != engine.Nobody && m.Owner != of {
			continue
		}
		row := []engine.Cell{
			sheet.Word(companies[c].word), sheet.Player(m.Owner), sheet.Number(s.purse(c)), sheet.Word(trainWords(m.Trains)),
			sheet.Word(strings.Join(s.board().StationNames(owner(c)), " ")), sheet.Word(sheet.Nonzero(s.nextStation(c))), sheet.Word(sheet.Nonzero(m.Tokens)), sheet.Word(s.runText(c)),
		}
		row[5].Right, row[6].Right, row[7].Right = true, true, true
		if of != engine.Nobody {
			row = slices.Delete(row, 1, 2)
		}
		b.Rows = append(b.Rows, row)
	}
	return b
}

// trainWords are the sizes of trains as "2 3".
func trainWords(trains []int) string {
	var list []string
	for _, n := range trains {
		list = append(list, strconv.Itoa(n))
	}
	return strings.Join(list, " ")
}

// runText is what a minor earned last; "" when it has not run.
func (s *State) runText(c Company) string {
	r := s.runOf(c)
	switch {
	case r == nil:
		return ""
	case r.Mine > 0:
		return strconv.Itoa(r.Revenue) + "+" + strconv.Itoa(r.Mine)
	}
	return strconv.Itoa(r.Revenue)
}

// minorsOf are the minors of a seat.
func (s *State) minorsOf(seat engine.Seat) []Company {
	var list []Company
	for _, c := range s.edition().minors {
		if s.Minors[c].Owner == seat {
			list = append(list, c)
		}
	}
	return list
}

// nextStation is the price of a company's next station; 0 when it has none left.
func (s *State) nextStation(c Company) int {
	if placed, costs := s.placed(c), companies[c].costs; placed < len(costs) {
		return costs[placed]
	}
	return 0
}
