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

// tableSheet compares players, majors and minors. Facts that change with every turn and others are in separate
// blocks: a letter omits blocks that its reader has seen.
func tableSheet(s *g18mag.State, seat engine.Seat) []engine.Block {
	blocks := majorBlocks(s)
	if s.Stage == g18mag.Operating {
		blocks = append([]engine.Block{moneyBlock(s, seat)}, blocks...)
	}
	switch s.Stage {
	case g18mag.Drafting:
		blocks = append(blocks, draftBlocks(s, seat)...)
	case g18mag.Stocks:
		blocks = append(blocks, engine.Filled(directorsBlock(s))...)
	}
	for _, other := range s.Table {
		if minors := minorsOf(s, other); other != seat && len(minors) > 0 {
			blocks = append(blocks, minorsBlock(s, other, minors))
		}
	}
	return append(blocks, clockBlock(s), saleTable(s), pricesBlock(s))
}

// moneyBlock is the money of the other players and of the majors. Nearly every turn of a
// minor changes it, and in an operating round nobody decides by more of the players.
func moneyBlock(s *g18mag.State, seat engine.Seat) engine.Block {
	var others []engine.Arg
	for _, other := range s.Table {
		if other != seat {
			others = append(others, sheet.Say(engine.Msg(key.SheetCash, g18mag.Who(other), engine.Int("cash", s.Cash.Of(g18mag.Wallet(other))), engine.Int("worth", s.WorthOf(other)))))
		}
	}
	return engine.Block{Head: engine.Msg(key.HeadMoney), Lines: append([]engine.Message{engine.Msg(key.SheetCashes, engine.Several("players", others...))}, purseLines(s)...)}
}

// purseLines list the treasuries of majors.
func purseLines(s *g18mag.State) []engine.Message {
	var purses []engine.Arg
	for _, c := range s.InOrder() {
		if n := s.Purse(c); n > 0 {
			purses = append(purses, sheet.Say(engine.Msg(key.SheetPurse, g18mag.CompanySay("company", c), engine.Int("n", n))))
		}
	}
	if len(purses) == 0 {
		return nil
	}
	return []engine.Message{engine.Msg(key.SheetPurses, engine.Several("purses", purses...))}
}

// clockBlock is the phase, the trigger of the end, and the limit of certificates.
func clockBlock(s *g18mag.State) engine.Block {
	return engine.Block{Head: engine.Msg(key.HeadClock), Lines: append(clockLines(s), engine.Msg(key.SheetLimit, engine.Int("n", s.Limits().Certificates)))}
}

// majorBlocks are the table of majors, the places of their stations and, between operating rounds, their property.
func majorBlocks(s *g18mag.State) []engine.Block {
	blocks := []engine.Block{majorTable(s)}
	var stations []engine.Arg
	on := board(s)
	for _, c := range s.InOrder() {
		if places := on.StationNames(g18mag.Owner(c)); len(places) > 0 {
			stations = append(stations, sheet.Say(engine.Msg(key.SheetMajorAt, g18mag.CompanySay("company", c), engine.Text("places", strings.Join(places, " ")))))
		}
	}
	if len(stations) > 0 {
		blocks = append(blocks, engine.Block{Head: engine.Msg(key.HeadMajorStations), Lines: []engine.Message{engine.Msg(key.SheetMajorStations, engine.Several("stations", stations...))}})
	}
	if purses := purseLines(s); s.Stage != g18mag.Operating && len(purses) > 0 {
		blocks = append(blocks, engine.Block{Head: engine.Msg(key.HeadPurses), Lines: purses})
	}
	return blocks
}

// majorTable has one row for each major, in operating order, with everybody's holding; in stock rounds also
// everybody's property.
func majorTable(s *g18mag.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadMajors), Columns: engine.Headings(key.ColumnMajor, key.ColumnPrice)}
	for _, seat := range s.Table {
		b.Columns = append(b.Columns, engine.Msg(key.ColumnHolder, g18mag.Who(seat)))
	}
	b.Columns = append(b.Columns, engine.Msg(key.CellBank))
	for _, c := range s.InOrder() {
		row := []engine.Cell{sheet.Word(g18mag.Companies[c].Word), sheet.Number(s.PriceOf(c))}
		for _, seat := range s.Table {
			row = append(row, sheet.Percent(s.Held(c, seat), s.DirectorOf(c) == seat))
		}
		b.Rows = append(b.Rows, append(row, sheet.Percent(s.Shares.Of(c.Share(), stock.Bank), false)))
	}
	if s.Stage == g18mag.Operating || s.Stage == g18mag.Drafting {
		return b
	}
	b.Head = engine.Msg(key.HeadShares, g18mag.Who(s.Priority))
	of := func(say string, number func(engine.Seat) int) {
		row := []engine.Cell{{Say: engine.Msg(say)}, {}}
		for _, seat := range s.Table {
			row = append(row, sheet.Number(number(seat)))
		}
		b.Rows = append(b.Rows, append(row, engine.Cell{}))
	}
	of(key.ColumnCash, func(seat engine.Seat) int { return s.Cash.Of(g18mag.Wallet(seat)) })
	of(key.ColumnWorth, s.WorthOf)
	of(key.ColumnCertificates, s.Certificates)
	return b
}

// minorTable has one row for each of some minors that have an owner.
func minorTable(s *g18mag.State, minors []g18mag.Company) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadMinors), Columns: engine.Headings(key.ColumnMinor, key.ColumnOwner, key.ColumnTreasury, key.ColumnTrains, key.ColumnStations, key.ColumnTerrain, key.ColumnLastRun)}
	on := board(s)
	for _, c := range minors {
		m := &s.Minors[c]
		if m.Owner == engine.Nobody {
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

// withoutOwner removes the owners from a table of minors.
func withoutOwner(b engine.Block) engine.Block {
	b.Columns = slices.Delete(b.Columns, 1, 2)
	for i := range b.Rows {
		b.Rows[i] = slices.Delete(b.Rows[i], 1, 2)
	}
	return b
}

// ownMinors is the minors of the reader of a letter.
func ownMinors(s *g18mag.State, seat engine.Seat) engine.Block {
	b := withoutOwner(minorTable(s, minorsOf(s, seat)))
	b.Head = engine.Msg(key.HeadOwnMinors)
	return b
}

// minorsBlock is the minors of another player, in the columns of ownMinors but without terrain tokens: its
// heading names them.
func minorsBlock(s *g18mag.State, owner engine.Seat, minors []g18mag.Company) engine.Block {
	b := withoutOwner(minorTable(s, minors))
	b.Head, b.Columns, b.Bare = engine.Msg(key.HeadMinorsOf, g18mag.Who(owner)), slices.Delete(b.Columns, 4, 5), true
	for i := range b.Rows {
		b.Rows[i] = slices.Delete(b.Rows[i], 4, 5)
	}
	return b
}

// trainWords returns the sizes of trains as "2 3".
func trainWords(trains []int) string { return strings.Join(engine.Each(trains, strconv.Itoa), " ") }

// runText returns a minor's last revenue; "" if it has not run.
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
	others := func(c g18mag.Company) bool { return s.Minors[c].Owner != seat }
	return slices.DeleteFunc(slices.Clone(s.Edition().Minors), others)
}
