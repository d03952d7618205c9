package view

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/stock"
)

// tableSheet compares players, then majors, then minors, and shows the chart. What changes
// with every turn and what seldom does are blocks of their own: a letter leaves out those
// that its reader has seen.
func tableSheet(s *g18mag.State, seat engine.Seat) []engine.Block {
	blocks := []engine.Block{playerTable(s), clockBlock(s), holdingTable(s)}
	blocks = append(blocks, majorBlocks(s)...)
	if s.Stage == g18mag.Drafting {
		blocks = append(blocks, draftBlocks(s, seat)...)
	}
	if minors := minorTable(s, func(owner engine.Seat) bool { return owner != seat }); len(minors.Rows) > 0 {
		if len(minorsOf(s, seat)) > 0 {
			minors.Head = engine.Msg(key.HeadOtherMinors)
		}
		blocks = append(blocks, minors)
	}
	return append(blocks, saleTable(s), chartBlock(s))
}

// playerTable has one row for each player, in playing order.
func playerTable(s *g18mag.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadPlayers), Columns: engine.Headings(key.ColumnPlayer, key.ColumnCash, key.ColumnWorth, key.ColumnCertificates, key.ColumnMinors)}
	for _, seat := range s.Table {
		var minors []string
		for _, c := range minorsOf(s, seat) {
			minors = append(minors, g18mag.Companies[c].Word)
		}
		b.Rows = append(b.Rows, []engine.Cell{
			sheet.Player(seat), sheet.Number(s.Cash.Of(g18mag.Wallet(seat))), sheet.Number(s.WorthOf(seat)), sheet.Number(s.Certificates(seat)),
			sheet.Word(strings.Join(minors, " ")),
		})
	}
	return b
}

// clockBlock is the phase, the priority deal and the limit of certificates.
func clockBlock(s *g18mag.State) engine.Block {
	return engine.Block{Head: engine.Msg(key.HeadClock), Lines: append(clockLines(s), engine.Msg(key.SheetPriority, g18mag.Who(s.Priority)), engine.Msg(key.SheetLimit, engine.Int("n", s.Limits().Certificates)))}
}

// holdingTable tells how much of each major every player holds.
func holdingTable(s *g18mag.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadShares), Columns: engine.Headings(key.ColumnPlayer)}
	for _, c := range s.Edition().Majors {
		b.Columns = append(b.Columns, sheet.Word(g18mag.Companies[c].Word).Say)
	}
	for _, seat := range s.Table {
		row := []engine.Cell{sheet.Player(seat)}
		for _, c := range s.Edition().Majors {
			row = append(row, sheet.Percent(s.Held(c, seat), s.DirectorOf(c) == seat))
		}
		b.Rows = append(b.Rows, row)
	}
	bank := []engine.Cell{{Say: engine.Msg(key.CellBank)}}
	for _, c := range s.Edition().Majors {
		bank = append(bank, sheet.Percent(s.Shares.Of(c.Share(), stock.Bank), false))
	}
	b.Rows = append(b.Rows, bank)
	return b
}

// majorBlocks has one row for each major, in operating order, and what is in their
// treasuries, which changes with nearly every turn of a minor.
func majorBlocks(s *g18mag.State) []engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadMajors), Columns: engine.Headings(key.ColumnMajor, key.ColumnPrice, key.ColumnDirector, key.ColumnStations)}
	on := board(s)
	for _, c := range s.InOrder() {
		b.Rows = append(b.Rows, []engine.Cell{
			sheet.Word(g18mag.Companies[c].Word), sheet.Number(s.PriceOf(c)), sheet.Player(s.DirectorOf(c)),
			sheet.Word(strings.Join(on.StationNames(g18mag.Owner(c)), " ")),
		})
	}
	var purses []engine.Arg
	for _, c := range s.InOrder() {
		if n := s.Purse(c); n > 0 {
			purses = append(purses, sheet.Say(engine.Msg(key.SheetPurse, g18mag.CompanySay("company", c), engine.Int("n", n))))
		}
	}
	if len(purses) == 0 {
		return []engine.Block{b}
	}
	return []engine.Block{b, {Head: engine.Msg(key.HeadPurses), Lines: []engine.Message{engine.Msg(key.SheetPurses, engine.Several("purses", purses...))}}}
}

// minorTable has one row for each minor with an owner that is wanted.
func minorTable(s *g18mag.State, wanted func(owner engine.Seat) bool) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadMinors), Columns: engine.Headings(key.ColumnMinor, key.ColumnOwner, key.ColumnTreasury, key.ColumnTrains, key.ColumnStations, key.ColumnTerrain, key.ColumnLastRun)}
	on := board(s)
	for _, c := range s.Edition().Minors {
		m := &s.Minors[c]
		if m.Owner == engine.Nobody || !wanted(m.Owner) {
			continue
		}
		row := []engine.Cell{
			sheet.Word(g18mag.Companies[c].Word), sheet.Player(m.Owner), sheet.Number(s.Purse(c)), sheet.Word(trainWords(m.Trains)),
			sheet.Word(strings.Join(on.StationNames(g18mag.Owner(c)), " ")), sheet.Word(sheet.Nonzero(m.Tokens)), sheet.Word(runText(s, c)),
		}
		row[5].Right, row[6].Right = true, true
		b.Rows = append(b.Rows, row)
	}
	return b
}

// ownMinors is minorTable for one owner, whose name it leaves out.
func ownMinors(s *g18mag.State, seat engine.Seat) engine.Block {
	b := minorTable(s, func(owner engine.Seat) bool { return owner == seat })
	b.Head = engine.Msg(key.HeadOwnMinors)
	b.Columns = slices.Delete(b.Columns, 1, 2)
	for i := range b.Rows {
		b.Rows[i] = slices.Delete(b.Rows[i], 1, 2)
	}
	return b
}

// trainWords returns the sizes of trains as "2 3".
func trainWords(trains []int) string {
	var list []string
	for _, n := range trains {
		list = append(list, strconv.Itoa(n))
	}
	return strings.Join(list, " ")
}

// runText returns what a minor earned last; "" if it has not run.
func runText(s *g18mag.State, c g18mag.Company) string {
	r := s.RunOf(c)
	switch {
	case r == nil:
		return ""
	case r.Mine > 0:
		return strconv.Itoa(r.Revenue) + "+" + strconv.Itoa(r.Mine)
	}
	return strconv.Itoa(r.Revenue)
}

// minorsOf returns the minors of a seat.
func minorsOf(s *g18mag.State, seat engine.Seat) []g18mag.Company {
	var list []g18mag.Company
	for _, c := range s.Edition().Minors {
		if s.Minors[c].Owner == seat {
			list = append(list, c)
		}
	}
	return list
}
