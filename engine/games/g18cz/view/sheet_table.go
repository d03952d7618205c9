package view

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/trains"
)

// tableSheet compares players, then corporations by size, and shows local railways and
// the phase. What changes each turn and what rarely does are different blocks.
func tableSheet(s *g18cz.State) []engine.Block {
	blocks := []engine.Block{playerTable(s)}
	if s.Stage == g18cz.Drafting {
		return append(blocks, offered(s))
	}
	if s.Stage == g18cz.Stocks {
		if b := startTable(s); len(b.Lines) > 0 {
			blocks = append(blocks, b)
		}
	}
	if b := holdingTable(s); s.Stage != g18cz.Operating && len(b.Rows) > 0 {
		blocks = append(blocks, b)
	}
	for size := range g18cz.Size(len(g18cz.SizeNames)) {
		if b := sizeBlock(s, size); len(b.Rows)+len(b.Lines) > 0 {
			blocks = append(blocks, b)
		}
	}
	if b := orderBlock(s); len(b.Lines) > 0 {
		blocks = append(blocks, b)
	}
	return append(blocks, railwayBlock(s), clockBlock(s))
}

// playerTable has one row for each player, in playing order; debts only if there are
// any.
func playerTable(s *g18cz.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadPlayers), Columns: engine.Headings(key.ColumnPlayer, key.ColumnCash, key.ColumnWorth, key.ColumnCertificates, key.ColumnLocals, key.ColumnDebt, key.ColumnPenalty, key.ColumnNow)}
	for _, seat := range s.Players {
		loan := s.Loans[seat]
		b.Rows = append(b.Rows, []engine.Cell{
			sheet.Player(seat), sheet.Number(s.Cash.Of(g18cz.SeatAccount(seat))), sheet.Number(s.WealthOf(seat).Sum()), sheet.Number(s.Certificates(seat)),
			sheet.Word(localWords(s, seat)), rightWord(loan.Debt), rightWord(loan.Penalty), {Say: nowSay(s, seat)},
		})
	}
	if !slices.ContainsFunc(s.Loans, func(l g18cz.Loan) bool { return l.Penalty > 0 }) {
		b.Columns = slices.Delete(b.Columns, 5, 7)
		for i := range b.Rows {
			b.Rows[i] = slices.Delete(b.Rows[i], 5, 7)
		}
	}
	b.Head = engine.Msg(key.HeadPlayers, engine.Int("n", s.Table().Limit))
	if s.Stage == g18cz.Drafting {
		b.Lines = append(b.Lines, engine.Msg(key.SheetWorthHow, engine.Int("n", g18cz.Book.Final)))
	}
	if s.Two() {
		b.Lines = append(b.Lines, engine.Msg(key.SheetNeutralCash, engine.Int("n", s.Neutral.Cash)))
	}
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
	var list []string
	for _, l := range s.LocalsOf(g18cz.SeatAccount(seat)) {
		list = append(list, l.ID())
	}
	return strings.Join(list, " ")
}

// nowSay tells who acts now.
func nowSay(s *g18cz.State, seat engine.Seat) engine.Message {
	switch c := s.Acting(); {
	case seat != s.Actor():
		return engine.Message{}
	case s.Asking != nil:
		return engine.Msg(key.CellAnswers)
	case c != g18cz.NoCompany:
		return engine.Msg(key.CellActsFor, g18cz.CompanySay("company", c))
	}
	return engine.Msg(key.CellActs)
}

// holdingTable tells how much of each started corporation every player holds.
func holdingTable(s *g18cz.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadShares), Columns: engine.Headings(key.ColumnCompany)}
	for _, seat := range s.Players {
		b.Columns = append(b.Columns, sheet.Player(seat).Say)
	}
	if s.Two() {
		b.Columns = append(b.Columns, engine.Msg(key.ColumnNeutral))
	}
	b.Columns = append(b.Columns, engine.Headings(key.ColumnIpo, key.ColumnPool)...)
	for _, c := range s.InPlay() {
		if !s.Started(c) || s.PaidOff(c) {
			continue
		}
		row := []engine.Cell{sheet.Word(c.ID())}
		for _, h := range append(s.InOrder(), stock.Unsold, stock.Bank) {
			row = append(row, percentCell(s, c, h))
		}
		b.Rows = append(b.Rows, row)
	}
	several(&b, key.SheetMayDump, "list", dumps(s))
	return b
}

// dumps lists the directors who can sell out of a corporation, and who would take it over.
func dumps(s *g18cz.State) (list []engine.Arg) {
	for _, c := range s.InPlay() {
		d := s.DirectorOf(c)
		if d == engine.Nobody || s.Companies[c].Neutral || !s.Started(c) || s.PaidOff(c) {
			continue
		}
		for _, seat := range s.Players {
			if seat != d && s.Shares.Of(c.Stock(), g18cz.HolderOf(seat)) >= s.StructureOf(c).Director {
				list = append(list, sheet.Say(engine.Msg(key.SheetDump, g18cz.CompanySay("company", c), g18cz.PlayerSay(d), engine.Player("heir", seat))))
				break
			}
		}
	}
	return list
}

func percentCell(s *g18cz.State, c g18cz.Company, h stock.Holder) engine.Cell {
	return sheet.Percent(s.Shares.Of(c.Stock(), h), h >= 0 && s.Shares.Director[c.Stock()] == h)
}

// sizeBlock is the corporations of a size: a table of those that are started, in
// operating order; then which can be started, or when.
func sizeBlock(s *g18cz.State, size g18cz.Size) engine.Block {
	b := companyTable(s, func(c g18cz.Company) bool { return c.Size() == size })
	b.Head = engine.Msg(key.HeadCorporationsOf+g18cz.SizeNames[size], engine.Int("n", s.PhaseRules().Limit[size]))
	var open []engine.Arg
	for _, c := range s.InPlay() {
		if c.Size() == size && !s.Companies[c].Gone && !s.Started(c) {
			open = append(open, sheet.Text(c.ID()))
		}
	}
	if len(open) == 0 || s.Stage == g18cz.Stocks && s.Unlocked(size) { // startTable has them
		return b
	}
	can := key.SheetCanStart
	if !s.Unlocked(size) {
		can = key.SheetCannotStart
	}
	b.Lines = append(b.Lines, engine.Msg(can, engine.Several("companies", open...), byNumber("prices", g18cz.Book.Sizes[size].Starts), g18cz.PhaseSay(g18cz.Book.Opens[size])))
	return b
}

// companyTable has one row for each started corporation, in the operating order of its
// numbers.
func companyTable(s *g18cz.State, of func(g18cz.Company) bool) engine.Block {
	b := engine.Block{Columns: engine.Headings(key.ColumnOrder, key.ColumnCompany, key.ColumnPrice, key.ColumnTreasury, key.ColumnDirector, key.ColumnTrains, key.ColumnNextStation, key.ColumnLastRun)}
	order := turnOrder(s)
	for _, c := range inOrder(s, order) {
		if !of(c) || s.PaidOff(c) {
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
	var list []string
	for _, c := range cards {
		list = append(list, g18cz.Face(c).Name)
	}
	return strings.Join(list, " ")
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

// railwayBlock is the value of local railways and those that corporations own.
func railwayBlock(s *g18cz.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadRailways), Lines: valueLines(s)}
	var list []engine.Arg
	for l := range g18cz.Local(len(s.Locals)) {
		c := s.CompanyOf(s.Locals[l].Owner)
		if !s.Locals[l].In || c == g18cz.NoCompany {
			continue
		}
		owned := key.SheetRailwayOpen
		if s.Locals[l].Used {
			owned = key.SheetRailwayUsed
		}
		list = append(list, sheet.Say(engine.Msg(owned, engine.Text("railway", l.ID()), engine.Text("company", c.ID()))))
	}
	several(&b, key.SheetRailwaysOwned, "railways", list)
	return b
}

// orderBlock tells who is still to operate in this round.
func orderBlock(s *g18cz.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadOrder)}
	var after []engine.Arg
	if s.Company() != g18cz.NoCompany {
		for _, x := range s.Order[s.At+1:] {
			if !s.Companies[x].Gone {
				after = append(after, sheet.Text(x.ID()))
			}
		}
	}
	several(&b, key.SheetOrderLeft, "companies", after)
	return b
}

// clockBlock tells the phase and what the next card and the next export bring.
func clockBlock(s *g18cz.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadClock, g18cz.PhaseSay(s.Phase))}
	if last := lastRound(); runsAhead(s) > 0 {
		b.Lines = append(b.Lines, engine.Msg(key.SheetRoundsLeft, engine.Int("n", runsAhead(s)), engine.Int("set", last.Set), engine.Int("round", last.Number)))
	}
	if s.Stage != g18cz.Over {
		b.Lines = append(b.Lines, cardLines(s)...)
		several(&b, key.SheetCardsLeft, "cards", cardsLeft(s))
		several(&b, key.SheetRustAhead, "list", rustAhead(s))
	}
	b.Lines = append(b.Lines, exportLines(s)...)
	return b
}

// rustAhead tells with which later card the trains in play first rust.
func rustAhead(s *g18cz.State) (list []engine.Arg) {
	var told []string
	for pile := s.Top() + 1; pile < len(g18cz.Book.Piles); pile++ {
		for _, f := range g18cz.Book.Piles[pile].Faces {
			gone := slices.DeleteFunc(wouldRust(s, f.Name), func(name string) bool { return slices.Contains(told, name) })
			if len(gone) > 0 {
				told = append(told, gone...)
				list = append(list, sheet.Say(engine.Msg(key.SheetRustWith, engine.Text("trains", strings.Join(gone, ", ")), engine.Text("by", f.Name))))
			}
		}
	}
	return list
}

// cardsLeft returns how many cards of each later kind are left.
func cardsLeft(s *g18cz.State) (list []engine.Arg) {
	for pile := s.Top() + 1; pile < len(g18cz.Book.Piles); pile++ {
		left := key.SheetCardLeft
		if s.Depot.Left[pile] == trains.Endless {
			left = key.SheetCardLeftEndless
		}
		list = append(list, sheet.Say(engine.Msg(left, engine.Text("card", g18cz.Book.Piles[pile].Name), engine.Int("n", s.Depot.Left[pile]))))
	}
	return list
}

// cardLine describes the card on top of the depot with its sides and prices.
func cardLine(s *g18cz.State) engine.Message {
	pile := &g18cz.Book.Piles[s.Top()]
	var faces []engine.Arg
	for _, f := range pile.Faces {
		faces = append(faces, sheet.Say(engine.Msg(key.SheetReserveCard, engine.Text("train", f.Name), engine.Int("n", f.Price))))
	}
	args := []engine.Arg{engine.Text("card", pile.Name), engine.Several("trains", faces...), engine.Int("n", s.Depot.Left[s.Top()])}
	if s.Depot.Left[s.Top()] < 0 {
		return engine.Msg(key.SheetCardEndless, args...)
	}
	return engine.Msg(key.SheetCard, args...)
}

// cardLines describe the card on top of the depot and what follows from its sale.
func cardLines(s *g18cz.State) []engine.Message {
	list, pile := []engine.Message{cardLine(s)}, s.Top()
	if pile > s.Phase {
		list = append(list, phaseLine(s, pile, s.Phase, key.SheetCardPhase))
	}
	for _, f := range g18cz.Book.Piles[pile].Faces {
		if gone := wouldRust(s, f.Name); len(gone) > 0 {
			list = append(list, engine.Msg(key.SheetCardRusts, engine.Text("train", f.Name), engine.Text("trains", strings.Join(gone, ", "))))
		}
	}
	return list
}
