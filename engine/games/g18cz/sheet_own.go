package g18cz

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/stock"
	"railpost/engine/sheet"
)

// ownSheet is the corporation that a seat decides for now, and what it owns.
func (s *State) ownSheet(seat engine.Seat) []engine.Block {
	if seat < 0 || int(seat) >= s.Seats {
		return nil
	}
	var blocks []engine.Block
	if c := s.decidesNow(seat); c != noCompany {
		b := s.companyBlock(c)
		b.Head = head("operates", companySay("company", c))
		if q, _ := s.question(); q == noQuestion {
			b.Lines = append(b.Lines, s.stepLines(c)...)
		}
		blocks = append(blocks, b)
	}
	if s.Asking != nil && s.Asking.Asked == seat {
		blocks = append(blocks, s.offerBlock(*s.Asking))
	}
	blocks = append(blocks, s.possessions(seat)...)
	if lines := s.standingLines(seat); len(lines) > 0 {
		blocks = append(blocks, engine.Block{Head: head("standing"), Lines: lines})
	}
	return blocks
}

// decidesNow is the corporation that a seat decides for now; noCompany. Asked for
// his consent he decides for none.
func (s *State) decidesNow(seat engine.Seat) Company {
	q, c := s.question()
	switch {
	case seat != s.actor() || q == askConsent:
		return noCompany
	case q != noQuestion:
		return c
	}
	return s.company()
}

func (s *State) playerSheet(seat engine.Seat, arg string) ([]engine.Block, error) {
	return sheet.Players(seat, arg, s.Players, s.possessions)
}

// possessions are a seat's money, shares, local railways, debts and corporations.
func (s *State) possessions(seat engine.Seat) []engine.Block {
	b := engine.Block{Head: head("player", who(seat), engine.Int("cash", s.Cash.Of(wallet(seat))), engine.Int("worth", s.worthOf(seat).sum()))}
	add := func(key string, args ...engine.Arg) { b.Lines = append(b.Lines, line(key, args...)) }
	if shares := s.shareParts(seat); len(shares) > 0 {
		add("shares", engine.Several("shares", shares...))
	}
	if locals := s.localsOf(wallet(seat)); len(locals) > 0 {
		income := 0
		for _, l := range locals {
			income += book.locals[l].income
		}
		key := "locals"
		if !s.sells() {
			key = "locals-later"
		}
		add(key, engine.Text("railways", strings.ReplaceAll(s.localWords(seat), " ", ", ")), engine.Int("income", income), engine.Int("n", s.localValue()), phaseSay(book.deals))
	}
	add("certificates", engine.Int("n", s.certificates(seat)), engine.Int("limit", s.table().limit))
	switch loan := s.Loans[seat]; {
	case loan.Debt > 0:
		add("loan", engine.Int("debt", loan.Debt), engine.Int("penalty", loan.Penalty))
	case loan.Penalty > 0:
		add("loan-penalty", engine.Int("penalty", loan.Penalty))
	}
	if sold := s.soldBy(seat); len(sold) > 0 {
		add("sold", engine.Several("companies", sold...))
	}
	blocks := []engine.Block{b}
	if t := s.companyTable(func(c Company) bool { return s.directorOf(c) == seat }); len(t.Rows) > 0 {
		t.Head = head("directed")
		t.Columns = slices.Delete(t.Columns, 4, 5)
		for i := range t.Rows {
			t.Rows[i] = slices.Delete(t.Rows[i], 4, 5)
		}
		blocks = append(blocks, t)
	}
	return blocks
}

func (s *State) shareParts(seat engine.Seat) (list []engine.Arg) {
	for _, c := range s.inPlay() {
		n := s.Shares.Of(c.share(), holderOf(seat))
		if n == 0 || s.paidOff(c) {
			continue
		}
		key := "holding"
		if s.directorOf(c) == seat {
			key = "holding-director"
		}
		list = append(list, sheet.Say(line(key, companySay("company", c), engine.Int("n", n), engine.Int("price", s.priceOf(c)))))
	}
	return list
}

// soldBy are the corporations of which a seat may not buy in this stock round.
func (s *State) soldBy(seat engine.Seat) (list []engine.Arg) {
	for c := range Company(len(s.Companies)) {
		if slices.Contains(s.Trade.Sold, Sold{By: seat, Company: c}) {
			list = append(list, companySay("", c))
		}
	}
	return list
}

// standingLines are what a seat has said of offers to come; nobody else sees it.
func (s *State) standingLines(seat engine.Seat) (list []engine.Message) {
	a := s.Standing[seat]
	if a.Never {
		list = append(list, line("standing-never"))
	}
	for _, x := range a.Accept {
		list = append(list, line("standing-accept", engine.Text("ware", x.For), engine.Int("n", x.Least)))
	}
	return list
}

// companySheet is everything about one corporation, or about the one that
// operates.
func (s *State) companySheet(arg string) ([]engine.Block, error) {
	if arg == "" && s.company() != noCompany {
		return []engine.Block{s.companyBlock(s.company())}, nil
	}
	if arg == "" {
		var blocks []engine.Block
		for size := range Size(len(sizeNames)) {
			blocks = append(blocks, s.sizeBlock(size))
		}
		return blocks, nil
	}
	c, err := s.companyAsked(arg)
	if err != nil {
		return nil, err
	}
	return []engine.Block{s.companyBlock(c)}, nil
}

// companyBlock is a corporation: price, treasury, director, shares, trains,
// stations, local railways, last run.
func (s *State) companyBlock(c Company) engine.Block {
	it := &s.Companies[c]
	b := engine.Block{Head: head("company", companySay("company", c), engine.Text("name", companies[c].name), sizeSay("size", companies[c].size))}
	add := func(key string, args ...engine.Arg) { b.Lines = append(b.Lines, line(key, args...)) }
	switch {
	case it.Gone:
		add("gone")
		return b
	case !s.started(c):
		add("not-started")
		b.Lines = append(b.Lines, s.startLine(companies[c].size))
		b.Lines = append(b.Lines, s.homeLines(c)...)
		return b
	}
	add("price", engine.Int("n", s.priceOf(c)), engine.Int("treasury", s.purse(c)), engine.Int("order", slices.Index(s.turnOrder(), c)+1))
	if !it.Active {
		add("not-active", engine.Int("n", it.Start*book.sizes[companies[c].size].capital), engine.Int("percent", floats))
	}
	add("director", s.holder("seat", s.Shares.Director[c.share()]))
	add("held-by", engine.Several("held", s.heldParts(c)...))
	b.Lines = append(b.Lines, s.trainLine(c), s.stationLine(c))
	if !it.Home {
		b.Lines = append(b.Lines, s.homeLines(c)...)
	}
	b.Lines = append(b.Lines, s.ownLocalLines(c)...)
	if r := s.runOf(c); r != nil {
		add("last-run", engine.Int("n", r.Revenue), engine.Text("routes", strings.Join(r.Routes, ", ")))
	}
	return b
}

// heldParts are the holders of a corporation.
func (s *State) heldParts(c Company) (list []engine.Arg) {
	for _, seat := range s.Players {
		if n := s.Shares.Of(c.share(), holderOf(seat)); n > 0 {
			list = append(list, sheet.Say(line("held", who(seat), engine.Int("n", n))))
		}
	}
	if s.two() {
		if n := s.Shares.Of(c.share(), s.neutral()); n > 0 {
			list = append(list, sheet.Say(line("held", s.holder("seat", s.neutral()), engine.Int("n", n))))
		}
	}
	for _, pile := range []struct {
		h   stock.Holder
		key string
	}{{stock.Unsold, "held-ipo"}, {stock.Bank, "held-pool"}} {
		if n := s.Shares.Of(c.share(), pile.h); n > 0 {
			list = append(list, sheet.Say(line(pile.key, engine.Int("n", n))))
		}
	}
	return list
}

// trainLine are the trains of a corporation, and which of them run (2).
func (s *State) trainLine(c Company) engine.Message {
	cards := s.Companies[c].Trains
	args := []engine.Arg{
		cardsSay("trains", cards), engine.Int("limit", s.limitOf(c)),
		engine.Term("kind", "18cz.train-kind."+sizeNames[companies[c].size]),
	}
	switch {
	case len(cards) == 0:
		return line("no-train", args...)
	case s.ownTrains(c) == 0:
		return line("trains-idle", args...)
	}
	return line("trains", args...)
}

// stationLine names a corporation's stations and the prices of those to come.
func (s *State) stationLine(c Company) engine.Message {
	places, left := s.board().StationsSay(owner(c)), s.charter(c)
	args := []engine.Arg{engine.Several("places", places...), byNumber("prices", left), engine.Int("each", 0), engine.Text("mark", mark(c))}
	if len(left) > 1 && slices.Min(left) == slices.Max(left) {
		args[2] = engine.Int("each", left[0])
	}
	switch {
	case len(places) == 0:
		return line("stations-none", args...)
	case len(left) == 0:
		return line("stations-all", args...)
	}
	return line("stations", args...)
}

// homeLines say where the home station comes, and whether track can be laid there.
func (s *State) homeLines(c Company) []engine.Message {
	var homes []engine.Arg
	for _, name := range s.homesOf(c) {
		place := ""
		if h, ok := s.world().Map.Find(name); ok {
			place = s.world().Map.Hexes[h].Place
		}
		homes = append(homes, sheet.Text(sheet.Join(name, place)))
	}
	key := "home"
	switch {
	case companies[c].size == large:
		key = "home-red"
	case companies[c].city == noCity:
		key = "home-chosen"
	}
	list := []engine.Message{line(key, engine.Several("homes", homes...), engine.Int("bonus", homeBonus))}
	if !s.canBuild(c) {
		list = append(list, line("no-track", phaseSay(upgradesFrom())))
	}
	return list
}

// ownLocalLines are the local railways of a corporation: those of a size whose
// ability is left together, then those that are used.
func (s *State) ownLocalLines(c Company) (list []engine.Message) {
	var used []engine.Arg
	income := 0
	for size := range Size(len(sizeNames)) {
		var open []engine.Arg
		for _, l := range s.localsOf(s.account(c)) {
			it := &book.locals[l]
			switch {
			case s.Locals[l].Used:
				if it.size == size {
					used = append(used, localSay("", l))
				}
			case it.size == size:
				open = append(open, localSay("", l))
			}
			if it.size == size {
				income += it.income
			}
		}
		if len(open) > 0 {
			list = append(list, line("local-open", engine.Several("locals", open...), engine.Say("ability", abilityLine(size))))
		}
	}
	if len(used) > 0 {
		list = append(list, line("local-used", engine.Several("locals", used...)))
	}
	if len(list) > 0 {
		list = append(list, line("local-income", engine.Int("income", income), engine.Int("n", s.localValue())))
	}
	return list
}
