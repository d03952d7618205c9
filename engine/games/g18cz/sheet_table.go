package g18cz

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/stock"
	"railpost/engine/sheet"
)

// tableSheet compares players, then corporations by size, and shows local
// railways and the chart.
func (s *State) tableSheet() []engine.Block {
	blocks := []engine.Block{s.playerTable()}
	if s.Stage == drafting {
		return append(blocks, s.offered())
	}
	if b := s.holdingTable(); len(b.Rows) > 0 {
		blocks = append(blocks, b)
	}
	for size := range Size(len(sizeNames)) {
		blocks = append(blocks, s.sizeBlock(size))
	}
	chart := s.chart()
	return append(blocks, s.railwayBlock(), s.clockBlock(), chart.Block())
}

// playerTable is one row a player, in playing order; debts where there are any.
func (s *State) playerTable() engine.Block {
	b := engine.Block{Head: head("players"), Columns: headings("player", "cash", "worth", "certificates", "locals", "debt", "penalty", "now")}
	for _, seat := range s.Players {
		loan := s.Loans[seat]
		b.Rows = append(b.Rows, []engine.Cell{
			sheet.Player(seat), sheet.Number(s.Cash.Of(wallet(seat))), sheet.Number(s.worthOf(seat).sum()), sheet.Number(s.certificates(seat)),
			sheet.Word(s.localWords(seat)), rightWord(loan.Debt), rightWord(loan.Penalty), {Say: s.nowSay(seat)},
		})
	}
	if !slices.ContainsFunc(s.Loans, func(l Loan) bool { return l.Penalty > 0 }) {
		b.Columns = slices.Delete(b.Columns, 5, 7)
		for i := range b.Rows {
			b.Rows[i] = slices.Delete(b.Rows[i], 5, 7)
		}
	}
	b.Lines = append(b.Lines, line("limit", engine.Int("n", s.table().limit)), line("worth-how", engine.Int("n", book.final)))
	if s.two() {
		b.Lines = append(b.Lines, line("neutral-cash", engine.Int("n", s.Neutral.Cash)))
	}
	return b
}

// rightWord is a number to the right, nothing for 0.
func rightWord(n int) engine.Cell {
	c := sheet.Word(sheet.Nonzero(n))
	c.Right = true
	return c
}

// localWords are the local railways of a seat: "S1 M2".
func (s *State) localWords(seat engine.Seat) string {
	var list []string
	for _, l := range s.localsOf(wallet(seat)) {
		list = append(list, book.locals[l].id)
	}
	return strings.Join(list, " ")
}

// nowSay says who acts now.
func (s *State) nowSay(seat engine.Seat) engine.Message {
	q, c := s.question()
	switch {
	case s.Stage == over || seat != s.actor():
		return engine.Message{}
	case q == askConsent:
		return engine.Msg("18cz.cell.answers")
	case q != noQuestion:
		return engine.Msg("18cz.cell.acts-for", companySay("company", c))
	case s.company() != noCompany:
		return engine.Msg("18cz.cell.acts-for", companySay("company", s.company()))
	}
	return engine.Msg("18cz.cell.acts")
}

// holdingTable is who holds how much of each corporation that is started.
func (s *State) holdingTable() engine.Block {
	b := engine.Block{Head: head("shares"), Columns: headings("company")}
	for _, seat := range s.Players {
		b.Columns = append(b.Columns, sheet.Player(seat).Say)
	}
	if s.two() {
		b.Columns = append(b.Columns, headings("neutral")...)
	}
	b.Columns = append(b.Columns, headings("ipo", "pool")...)
	for _, c := range s.inPlay() {
		if !s.started(c) || s.paidOff(c) {
			continue
		}
		row := []engine.Cell{sheet.Word(companies[c].id)}
		for _, seat := range s.Players {
			row = append(row, s.percentCell(c, holderOf(seat)))
		}
		if s.two() {
			row = append(row, s.percentCell(c, s.neutral()))
		}
		b.Rows = append(b.Rows, append(row, s.percentCell(c, stock.Unsold), s.percentCell(c, stock.Bank)))
	}
	return b
}

func (s *State) percentCell(c Company, h stock.Holder) engine.Cell {
	return sheet.Percent(s.Shares.Of(c.share(), h), h >= 0 && s.Shares.Director[c.share()] == h)
}

// sizeBlock is the corporations of a size: those that are started as a table, in
// operating order; which can be started, or when.
func (s *State) sizeBlock(size Size) engine.Block {
	b := s.companyTable(func(c Company) bool { return companies[c].size == size })
	b.Head = head("corporations-"+sizeNames[size], engine.Int("n", s.phase().Limit[size]))
	var open []engine.Arg
	for _, c := range s.ofSize(size) {
		if !s.started(c) {
			open = append(open, sheet.Text(companies[c].id))
		}
	}
	if len(open) == 0 {
		return b
	}
	key := "can-start"
	if !s.unlocked(size) {
		key = "cannot-start"
	}
	b.Lines = append(b.Lines, line(key, engine.Several("companies", open...), byNumber("prices", book.sizes[size].starts), phaseSay(book.opens[size])))
	return b
}

// companyTable is one row a corporation that is started, in the operating order of
// its numbers. Their stations may be many: they stand in a line.
func (s *State) companyTable(of func(Company) bool) engine.Block {
	b := engine.Block{Columns: headings("order", "company", "price", "treasury", "director", "trains", "next-station", "last-run")}
	var stations []string
	order := s.turnOrder()
	for _, c := range s.inOrder(order) {
		if !of(c) || s.paidOff(c) {
			continue
		}
		row := []engine.Cell{
			rightWord(slices.Index(order, c) + 1), sheet.Word(companies[c].id), sheet.Number(s.priceOf(c)), sheet.Number(s.purse(c)),
			s.directorCell(c), sheet.Word(cardWords(s.Companies[c].Trains)),
			rightWord(s.nextStation(c)), rightWord(s.lastRevenue(c)),
		}
		b.Rows = append(b.Rows, row)
		if names := s.board().StationNames(owner(c)); len(names) > 0 {
			stations = append(stations, companies[c].id+" "+strings.Join(names, " "))
		}
	}
	if len(b.Rows) == 0 {
		b.Columns = nil
	}
	if len(stations) > 0 {
		b.Lines = append(b.Lines, line("all-stations", engine.Text("stations", strings.Join(stations, "; "))))
	}
	return b
}

// turnOrder are the corporations in operating order: that of a round stays as it
// was when the round began (7.1).
func (s *State) turnOrder() []Company {
	if s.Stage == operating {
		return s.Order
	}
	return s.active()
}

// inOrder are the corporations on the chart: those of an operating order first, then
// the others, the dearer first.
func (s *State) inOrder(order []Company) []Company {
	list := slices.DeleteFunc(slices.Clone(order), func(c Company) bool { return !s.started(c) })
	chart := s.chart()
	for _, c := range chart.Markers() {
		if !slices.Contains(list, Company(c)) {
			list = append(list, Company(c))
		}
	}
	return list
}

func (s *State) directorCell(c Company) engine.Cell {
	if s.Companies[c].Neutral {
		return engine.Cell{Say: engine.Msg("18cz.neutral")}
	}
	return sheet.Player(s.directorOf(c))
}

// cardWords are trains as "2a 2+2b".
func cardWords(cards []Card) string {
	var list []string
	for _, c := range cards {
		list = append(list, face(c).Name)
	}
	return strings.Join(list, " ")
}

// charter are the prices of the stations that a corporation can still place, the
// home station left out.
func (s *State) charter(c Company) []int {
	it := &s.Companies[c]
	if !it.Home && len(it.Charter) > 0 {
		return it.Charter[1:]
	}
	return it.Charter
}

// nextStation is the price of the next station; 0 when there is none left.
func (s *State) nextStation(c Company) int {
	if left := s.charter(c); len(left) > 0 {
		return left[0]
	}
	return 0
}

func (s *State) runOf(c Company) *Run {
	i := slices.IndexFunc(s.Runs, func(r Run) bool { return r.Company == c })
	if i < 0 {
		return nil
	}
	return &s.Runs[i]
}

func (s *State) lastRevenue(c Company) int {
	if r := s.runOf(c); r != nil {
		return r.Revenue
	}
	return 0
}

// railwayBlock is the value of local railways and those that corporations own.
func (s *State) railwayBlock() engine.Block {
	b := engine.Block{Head: head("railways"), Lines: s.valueLines()}
	var list []engine.Arg
	for l := range Local(len(s.Locals)) {
		c := s.companyOf(s.Locals[l].Owner)
		if !s.Locals[l].In || c == noCompany {
			continue
		}
		key := "railway-open"
		if s.Locals[l].Used {
			key = "railway-used"
		}
		list = append(list, sheet.Say(line(key, engine.Text("railway", book.locals[l].id), engine.Text("company", companies[c].id))))
	}
	if len(list) > 0 {
		b.Lines = append(b.Lines, line("railways-owned", engine.Several("railways", list...)))
	}
	return b
}

// clockBlock is the phase, the order of this round, and what the next card and
// the next export bring.
func (s *State) clockBlock() engine.Block {
	b := engine.Block{Head: head("clock", phaseSay(s.Phase))}
	if c := s.company(); c != noCompany {
		var before, after []engine.Arg
		for i, x := range s.Order {
			switch {
			case s.Companies[x].Gone:
			case i < s.At:
				before = append(before, sheet.Text(companies[x].id))
			case i > s.At:
				after = append(after, sheet.Text(companies[x].id))
			}
		}
		if len(before) > 0 {
			b.Lines = append(b.Lines, line("order-done", engine.Several("companies", before...)))
		}
		if len(after) > 0 {
			b.Lines = append(b.Lines, line("order-left", engine.Several("companies", after...)))
		}
	}
	if s.Stage != over {
		b.Lines = append(b.Lines, s.cardLines()...)
	}
	b.Lines = append(b.Lines, s.exportLines()...)
	return b
}

// cardLine is the card on top of the depot with its sides and prices.
func (s *State) cardLine() engine.Message {
	pile := &book.piles[s.top()]
	var faces []engine.Arg
	for _, f := range pile.Faces {
		faces = append(faces, sheet.Say(line("reserve-card", engine.Text("train", f.Name), engine.Int("n", f.Price))))
	}
	args := []engine.Arg{engine.Text("card", pile.Name), engine.Several("trains", faces...), engine.Int("n", s.Depot.Left[s.top()])}
	if s.Depot.Left[s.top()] < 0 {
		return line("card-endless", args...)
	}
	return line("card", args...)
}

// cardLines are the card on top of the depot and what follows from its sale.
func (s *State) cardLines() []engine.Message {
	list, pile := []engine.Message{s.cardLine()}, s.top()
	if pile > s.Phase {
		list = append(list, s.phaseLine(pile, s.Phase, "card-phase"))
	}
	for _, f := range book.piles[pile].Faces {
		if gone := s.wouldRust(f.Name); len(gone) > 0 {
			list = append(list, line("card-rusts", engine.Text("train", f.Name), engine.Text("trains", strings.Join(gone, ", "))))
		}
	}
	return list
}
