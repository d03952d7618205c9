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

// playerTable has one row for each player, in playing order.
func playerTable(s *g18cz.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadPlayers, engine.Int("n", s.Table().Limit)), Columns: engine.Headings(key.ColumnPlayer, key.ColumnCash, key.ColumnWorth, key.ColumnCertificates, key.ColumnLocals)}
	for _, seat := range s.Players {
		b.Rows = append(b.Rows, []engine.Cell{
			sheet.Player(seat), sheet.Number(s.Cash.Of(g18cz.SeatAccount(seat))), sheet.Number(s.WealthOf(seat).Sum()), sheet.Number(s.Certificates(seat)),
			sheet.Word(localWords(s, seat)),
		})
	}
	if s.Stage == g18cz.Drafting {
		b.Add(key.SheetWorthHow, engine.Int("n", g18cz.Book.Final))
	}
	return b
}

// moneyTable has a column for each player, in playing order, and the neutral player: cash, worth, debts if
// there are any.
func moneyTable(s *g18cz.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadMoney), Columns: playerColumns(s, engine.Message{})}
	row := func(label string, of func(engine.Seat) engine.Cell) {
		b.Rows = append(b.Rows, append([]engine.Cell{{Say: engine.Msg(label)}}, engine.Each(s.Players, of)...))
	}
	row(key.ColumnCash, func(p engine.Seat) engine.Cell { return sheet.Number(s.Cash.Of(g18cz.SeatAccount(p))) })
	if s.Two() {
		b.Rows[0] = append(b.Rows[0], sheet.Number(s.Neutral.Cash))
	}
	row(key.ColumnWorth, func(p engine.Seat) engine.Cell { return sheet.Number(s.WealthOf(p).Sum()) })
	if s.Stage == g18cz.Stocks {
		row(key.ColumnCertificates, func(p engine.Seat) engine.Cell { return sheet.Number(s.Certificates(p)) })
	}
	if slices.ContainsFunc(s.Loans, func(l g18cz.Loan) bool { return l.Debt > 0 }) {
		row(key.ColumnDebt, func(p engine.Seat) engine.Cell { return rightWord(s.Loans[p].Debt) })
	}
	if slices.ContainsFunc(s.Loans, func(l g18cz.Loan) bool { return l.Penalty > 0 }) {
		row(key.ColumnPenalty, func(p engine.Seat) engine.Cell { return rightWord(s.Loans[p].Penalty) })
	}
	for i, r := range b.Rows { // a row may end before the neutral player
		b.Rows[i] = append(r, make([]engine.Cell, len(b.Columns)-len(r))...)
	}
	return b
}

// playerColumns returns headings: the given ones, then the players.
func playerColumns(s *g18cz.State, before ...engine.Message) []engine.Message {
	list := slices.Clone(before)
	for _, seat := range s.Players {
		list = append(list, sheet.Player(seat).Say)
	}
	if s.Two() {
		list = append(list, engine.Msg(key.ColumnNeutral))
	}
	return list
}

// marketTable is the money of the players, and below it how much of each started
// corporation every one of them holds, at which price.
func marketTable(s *g18cz.State) engine.Block {
	b, holdings := moneyTable(s), holdingTable(s)
	if len(holdings.Rows) == 0 {
		return b
	}
	b.Head = engine.Msg(key.HeadMarket, engine.Int("n", s.Table().Limit))
	b.Columns, b.Lines = holdings.Columns, holdings.Lines
	for i, r := range b.Rows {
		b.Rows[i] = append(slices.Insert(r, 1, engine.Cell{}), engine.Cell{}, engine.Cell{})
	}
	b.Rows = append(b.Rows, holdings.Rows...)
	return b
}

// rightWord is a number aligned to the right, nothing for 0.
func rightWord(n int) engine.Cell {
	c := sheet.Word(sheet.Nonzero(n))
	c.Right = true
	return c
}

// localWords returns the local railways of a seat: "S1 M2".
func localWords(s *g18cz.State, seat engine.Seat) string {
	list := engine.Each(s.LocalsOf(g18cz.SeatAccount(seat)), func(l g18cz.Local) string { return l.ID() })
	return strings.Join(list, " ")
}

// holdingTable gives every player's holding of each started corporation, in operating order.
func holdingTable(s *g18cz.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadShares), Columns: playerColumns(s, engine.Headings(key.ColumnCompany, key.ColumnPrice)...)}
	b.Columns = append(b.Columns, engine.Headings(key.ColumnIpo, key.ColumnPool)...)
	for _, c := range inOrder(s, turnOrder(s)) {
		if s.Merging.PaidOff(c) {
			continue
		}
		row := []engine.Cell{sheet.Word(c.ID()), sheet.Number(s.PriceOf(c))}
		for _, h := range append(s.InOrder(), stock.Unsold, stock.Bank) {
			row = append(row, percentCell(s, c, h))
		}
		b.Rows = append(b.Rows, row)
	}
	b.AddList(key.SheetMayDump, "list", dumps(s))
	return b
}

// dumps lists the directors who can sell out of a corporation, their successors, and the number of shares
// needed (VII.6).
func dumps(s *g18cz.State) (list []engine.Arg) {
	for _, c := range s.InPlay() {
		d, structure := s.DirectorOf(c), s.StructureOf(c)
		if d == engine.Nobody || s.Companies[c].Neutral || !s.Started(c) || s.Merging.PaidOff(c) {
			continue
		}
		if percent, next := s.Shares.Leaves(structure, c.Stock(), s.InOrder()); percent > 0 {
			list = append(list, sheet.Leaves(g18cz.CompanySay("company", c), g18cz.PlayerSay(d), percent/structure.Share, s.HolderSay("seat", next)))
		}
	}
	return list
}

func percentCell(s *g18cz.State, c g18cz.Company, h stock.Holder) engine.Cell {
	return sheet.Percent(s.Shares.Of(c.Stock(), h), h >= 0 && s.Shares.Director[c.Stock()] == h)
}
