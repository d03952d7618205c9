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

// ownSheet is the corporation that a seat decides for now, and its property.
func ownSheet(s *g18cz.State, seat engine.Seat) []engine.Block {
	if seat < 0 || int(seat) >= s.Seats {
		return nil
	}
	var blocks []engine.Block
	if c := decidesNow(s, seat); c != g18cz.NoCompany {
		b := companyBlock(s, c)
		b.Head = engine.Msg(key.HeadOperates, g18cz.CompanySay("company", c))
		if q, _ := s.Question(); q == g18cz.NoQuestion {
			b.Lines = append(slices.DeleteFunc(b.Lines, func(m engine.Message) bool { return saidElsewhere(s, c, m) }), stepLines(s, c)...)
		}
		blocks = append(blocks, b)
	}
	if s.Asking != nil && s.Asking.Asked == seat {
		blocks = append(blocks, offerBlock(s, *s.Asking))
	}
	standing := engine.Block{Head: engine.Msg(key.HeadStanding), Lines: standingLines(s, seat)}
	return append(blocks, engine.Filled(ownBlock(s, seat), standing)...)
}

// saidElsewhere reports whether the letter of the operating corporation says a line elsewhere: its
// price, who decides, or the last run beside the best run now.
func saidElsewhere(s *g18cz.State, c g18cz.Company, m engine.Message) bool {
	switch m.Key {
	case key.SheetPrice:
		return true
	case key.SheetDirector:
		return !s.Companies[c].Neutral
	case key.SheetLastRun:
		return !ran(s) && len(s.BestRun(c).Routes) > 0
	}
	return false
}

// decidesNow returns the corporation that a seat decides for now; noCompany if there is
// none, or if the seat is asked for its consent.
func decidesNow(s *g18cz.State, seat engine.Seat) g18cz.Company {
	if seat != s.Actor() || s.Asking != nil {
		return g18cz.NoCompany
	}
	return s.Acting()
}

func playerSheet(s *g18cz.State, r engine.Request) ([]engine.Block, error) {
	return sheet.Players(r, s.Players, func(of engine.Seat) []engine.Block { return possessions(s, of) })
}

// possessions are a seat's money, shares, local railways, debts and corporations.
func possessions(s *g18cz.State, seat engine.Seat) []engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadPlayer, g18cz.PlayerSay(seat), engine.Int("cash", s.Cash.Of(g18cz.SeatAccount(seat))), engine.Int("worth", s.WealthOf(seat).Sum()))}
	b.AddList(key.SheetShares, "shares", shareParts(s, seat))
	b.Add(key.SheetCertificates, engine.Int("n", s.Certificates(seat)), engine.Int("limit", s.Table().Limit))
	b.Lines = append(b.Lines, ownBlock(s, seat).Lines...)
	blocks := []engine.Block{b}
	if t := companyTable(s, func(c g18cz.Company) bool { return s.DirectorOf(c) == seat }); len(t.Rows) > 0 {
		t.Head = engine.Msg(key.HeadDirected)
		t.Columns = slices.Delete(t.Columns, 4, 5)
		for i := range t.Rows {
			t.Rows[i] = slices.Delete(t.Rows[i], 4, 5)
		}
		blocks = append(blocks, t)
	}
	return blocks
}

// ownBlock is facts about a seat that no table of a letter has.
func ownBlock(s *g18cz.State, seat engine.Seat) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadOwn)}
	if own := s.LocalsOf(g18cz.SeatAccount(seat)); len(own) > 0 {
		income := 0
		for _, l := range own {
			income += g18cz.Book.Locals[l].Income
		}
		locals := engine.If(!s.Sells(), key.SheetLocalsLater, key.SheetLocals)
		b.Add(locals, engine.Text("railways", strings.ReplaceAll(localWords(s, seat), " ", ", ")), engine.Int("income", income), engine.Int("n", s.LocalValue()), g18cz.PhaseSay(g18cz.Book.Deals))
	}
	switch loan := s.Loans[seat]; {
	case loan.Debt > 0:
		b.Add(key.SheetLoan, engine.Int("debt", loan.Debt), engine.Int("penalty", loan.Penalty))
	case loan.Penalty > 0:
		b.Add(key.SheetLoanPenalty, engine.Int("penalty", loan.Penalty))
	}
	b.AddList(key.SheetSold, "companies", soldBy(s, seat))
	return b
}

func shareParts(s *g18cz.State, seat engine.Seat) (list []engine.Arg) {
	for _, c := range s.InPlay() {
		n := s.Shares.Of(c.Stock(), g18cz.HolderOf(seat))
		if n == 0 || s.Merging.PaidOff(c) {
			continue
		}
		holding := engine.If(s.DirectorOf(c) == seat, key.SheetHoldingDirector, key.SheetHolding)
		list = append(list, sheet.Say(engine.Msg(holding, g18cz.CompanySay("company", c), engine.Int("n", n), engine.Int("price", s.PriceOf(c)))))
	}
	return list
}

// soldBy returns the corporations that a seat may not buy in this stock round.
func soldBy(s *g18cz.State, seat engine.Seat) (list []engine.Arg) {
	for c := range g18cz.Company(len(s.Companies)) {
		if slices.Contains(s.Trade.Sold, g18cz.Sold{By: seat, Company: c}) {
			list = append(list, g18cz.CompanySay("", c))
		}
	}
	return list
}

// standingLines list a seat's standing answers; only that seat sees them.
func standingLines(s *g18cz.State, seat engine.Seat) (list []engine.Message) {
	a := s.Standing[seat]
	if a.Never {
		list = append(list, engine.Msg(key.SheetStandingNever))
	}
	for _, x := range a.Accept {
		list = append(list, engine.Msg(key.SheetStandingAccept, engine.Text("ware", x.For), engine.Int("n", x.Least)))
	}
	return list
}

// companySheet is everything about one corporation, the operating one if arg is empty.
func companySheet(s *g18cz.State, arg string) ([]engine.Block, error) {
	c, err := companyAsked(s, arg)
	switch {
	case err != nil:
		return nil, err
	case c != g18cz.NoCompany:
		return []engine.Block{companyBlock(s, c)}, nil
	}
	var blocks []engine.Block
	for size := range g18cz.Size(len(g18cz.SizeNames)) {
		blocks = append(blocks, sizeBlock(s, size))
	}
	blocks = append(blocks, engine.Filled(holdingTable(s))...)
	return blocks, nil
}

// companyBlock is a corporation: price, treasury, director, shares, trains,
// stations, local railways, last run.
func companyBlock(s *g18cz.State, c g18cz.Company) engine.Block {
	it := &s.Companies[c]
	b := engine.Block{Head: engine.Msg(key.HeadCompany, g18cz.CompanySay("company", c), engine.Text("name", g18cz.Book.Companies[c].Name), g18cz.SizeSay("size", c.Size()))}
	switch {
	case it.Gone:
		b.Add(key.SheetGone)
		return b
	case !s.Started(c):
		b.Add(key.SheetNotStarted)
		b.Lines = append(b.Lines, startLine(s, c.Size()))
		b.Lines = append(b.Lines, homeLines(s, c)...)
		return b
	}
	b.Add(key.SheetPrice, engine.Int("n", s.PriceOf(c)), engine.Int("treasury", s.Treasury(c)), engine.Int("order", slices.Index(turnOrder(s), c)+1))
	if !it.Active {
		b.Add(key.SheetNotActive, engine.Int("n", it.Start*g18cz.Book.Sizes[c.Size()].Capital), engine.Int("percent", g18cz.Floats))
	}
	b.Add(key.SheetDirector, s.HolderSay("seat", s.Shares.Director[c.Stock()]))
	b.Add(key.SheetHeldBy, engine.Several("held", heldParts(s, c)...))
	b.Lines = append(b.Lines, trainLine(s, c), stationLine(s, c))
	if !it.Home {
		b.Lines = append(b.Lines, homeLines(s, c)...)
	}
	b.Lines = append(b.Lines, ownLocalLines(s, c)...)
	if r := s.RunOf(c); r != nil {
		b.Add(key.SheetLastRun, engine.Int("n", r.Revenue), engine.Text("routes", strings.Join(r.Routes, ", ")))
	}
	return b
}

// heldParts lists the holders of a corporation.
func heldParts(s *g18cz.State, c g18cz.Company) (list []engine.Arg) {
	for _, h := range s.InOrder() {
		if n := s.Shares.Of(c.Stock(), h); n > 0 {
			list = append(list, sheet.Say(engine.Msg(key.SheetHeld, s.HolderSay("seat", h), engine.Int("n", n))))
		}
	}
	for _, pile := range []struct {
		h    stock.Holder
		held string
	}{{stock.Unsold, key.SheetHeldIpo}, {stock.Bank, key.SheetHeldPool}} {
		if n := s.Shares.Of(c.Stock(), pile.h); n > 0 {
			list = append(list, sheet.Say(engine.Msg(pile.held, engine.Int("n", n))))
		}
	}
	return list
}

// trainLine lists the trains of a corporation, and which of them run (IV.2).
func trainLine(s *g18cz.State, c g18cz.Company) engine.Message {
	cards := s.Companies[c].Trains
	args := []engine.Arg{
		g18cz.CardsSay("trains", cards), engine.Int("limit", s.PhaseRules().Limit[c.Size()]),
		engine.Term("kind", key.TrainKindOf+g18cz.SizeNames[c.Size()]),
	}
	switch {
	case len(cards) == 0:
		return engine.Msg(key.SheetNoTrain, args...)
	case s.OwnTrains(c) == 0:
		return engine.Msg(key.SheetTrainsIdle, args...)
	}
	return engine.Msg(key.SheetTrains, args...)
}

// stationLine names a corporation's stations and the prices of those to come.
func stationLine(s *g18cz.State, c g18cz.Company) engine.Message {
	places, left := Board(s).StationsSay(g18cz.Owner(c)), charter(s, c)
	args := []engine.Arg{engine.Several("places", places...), byNumber("prices", left), engine.Int("each", 0), engine.Int("n", len(left)), engine.Text("mark", mark(c))}
	if len(left) > 1 && slices.Min(left) == slices.Max(left) {
		args[2] = engine.Int("each", left[0])
	}
	switch {
	case len(places) == 0:
		return engine.Msg(key.SheetStationsNone, args...)
	case len(left) == 0:
		return engine.Msg(key.SheetStationsAll, args...)
	}
	return engine.Msg(key.SheetStations, args...)
}

// homeLines name the place of the home station, and say whether track can be laid there.
func homeLines(s *g18cz.State, c g18cz.Company) []engine.Message {
	home := key.SheetHome
	switch {
	case c.Size() == g18cz.Large:
		home = key.SheetHomeRed
	case g18cz.Book.Companies[c].City == g18cz.NoCity:
		home = key.SheetHomeChosen
	}
	list := []engine.Message{engine.Msg(home, engine.Several("homes", homeNames(s, c)...), engine.Int("bonus", g18cz.HomeBonus))}
	if !canBuild(s, c) {
		list = append(list, engine.Msg(key.SheetNoTrack, g18cz.PhaseSay(upgradesFrom())))
	}
	return list
}

// homeNames returns the home hexes of a corporation with the names of their places.
func homeNames(s *g18cz.State, c g18cz.Company) (homes []engine.Arg) {
	for _, name := range s.HomesOf(c) {
		place := ""
		if h, ok := s.World().Map.Find(name); ok {
			place = s.World().Map.Hexes[h].Place
		}
		homes = append(homes, sheet.Text(sheet.Join(name, place)))
	}
	return homes
}

// ownLocalLines list the local railways of a corporation: those with an ability left together by size, then
// those whose ability is used.
func ownLocalLines(s *g18cz.State, c g18cz.Company) (list []engine.Message) {
	var used []engine.Arg
	income := 0
	for size := range g18cz.Size(len(g18cz.SizeNames)) {
		var open []engine.Arg
		discount := 0
		for _, l := range s.LocalsOf(s.Account(c)) {
			it := &g18cz.Book.Locals[l]
			switch {
			case s.Locals[l].Used:
				if it.Size == size {
					used = append(used, g18cz.LocalSay("", l))
				}
			case it.Size == size:
				open, discount = append(open, g18cz.LocalSay("", l)), it.Discount
			}
			if it.Size == size {
				income += it.Income
			}
		}
		if len(open) > 0 {
			list = append(list, engine.Msg(key.SheetLocalOpen, engine.Several("locals", open...), engine.Int("n", discount)))
		}
	}
	if len(used) > 0 {
		list = append(list, engine.Msg(key.SheetLocalUsed, engine.Several("locals", used...)))
	}
	if len(list) > 0 {
		list = append(list, engine.Msg(key.SheetLocalIncome, engine.Int("income", income), engine.Int("n", s.LocalValue())))
	}
	return list
}
