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

// ownSheet is the company that a seat decides for now, its money and its minors. Its shares, and in stock rounds its
// money, are in the table of majors.
func ownSheet(s *g18mag.State, seat engine.Seat) []engine.Block {
	if seat < 0 || int(seat) >= s.Seats {
		return nil
	}
	var blocks []engine.Block
	if c := s.Company(); c != g18mag.NoCompany && s.OwnerOf(c) == seat {
		blocks = append(blocks, engine.Filled(operatesBlock(s, c))...)
	}
	blocks = append(blocks, engine.If(s.Stage == g18mag.Stocks, nil, []engine.Block{{Head: playerHead(s, seat)}})...)
	return append(blocks, engine.Filled(ownMinors(s, seat))...)
}

// operatesBlock is the options of the operating company. Its treasury is in the question, the trains of a minor
// in the table of its owner's.
func operatesBlock(s *g18mag.State, c g18mag.Company) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadOperates, g18mag.CompanySay("company", c)), Lines: stepLines(s, c)}
	if c.Minor() && s.Turn.Step == g18mag.StepTrains { // possible stations no longer matter
		return b
	}
	b.Lines = append(b.Lines, stationLine(s, c))
	return b
}

func playerHead(s *g18mag.State, seat engine.Seat) engine.Message {
	return engine.Msg(key.HeadPlayer, g18mag.Who(seat), engine.Int("cash", s.Cash.Of(g18mag.Wallet(seat))), engine.Int("worth", s.WorthOf(seat)))
}

func playerSheet(s *g18mag.State, r engine.Request) ([]engine.Block, error) {
	return sheet.Players(r, s.Table, func(seat engine.Seat) []engine.Block { return possessions(s, seat) })
}

// possessions are a seat's money, shares and minors.
func possessions(s *g18mag.State, seat engine.Seat) []engine.Block {
	b := engine.Block{Head: playerHead(s, seat)}
	var shares []engine.Arg
	for _, c := range s.Edition().Majors {
		n := s.Held(c, seat)
		if n == 0 {
			continue
		}
		text := engine.If(s.DirectorOf(c) == seat, key.SheetHoldingDirector, key.SheetHolding)
		shares = append(shares, sheet.Say(engine.Msg(text, g18mag.CompanySay("company", c), engine.Int("n", n), engine.Int("price", s.PriceOf(c)))))
	}
	b.AddList(key.SheetShares, "shares", shares)
	b.Add(key.SheetCertificates, engine.Int("n", s.Certificates(seat)), engine.Int("limit", s.Limits().Certificates))
	if s.Priority == seat {
		b.Add(key.SheetPriority, g18mag.Who(seat))
	}
	return append([]engine.Block{b}, engine.Filled(withoutOwner(minorTable(s, minorsOf(s, seat))))...)
}

// companySheet is everything about one company, the operating one if arg is empty.
func companySheet(s *g18mag.State, arg string) ([]engine.Block, error) {
	if arg == "" && s.Company() != g18mag.NoCompany {
		return []engine.Block{companyBlock(s, s.Company())}, nil
	}
	if arg == "" {
		return append(majorBlocks(s), minorTable(s, s.Edition().Minors)), nil
	}
	c, err := companyNamed(s, arg)
	if err != nil {
		return nil, err
	}
	return []engine.Block{companyBlock(s, c)}, nil
}

func companyBlock(s *g18mag.State, c g18mag.Company) engine.Block {
	if c.Minor() {
		return minorBlock(s, c)
	}
	return majorBlock(s, c)
}

// minorBlock is a minor: treasury, trains, stations, terrain tokens, last run.
func minorBlock(s *g18mag.State, c g18mag.Company) engine.Block {
	m := &s.Minors[c]
	b := engine.Block{Head: engine.Msg(key.HeadCompany, g18mag.CompanySay("company", c), engine.Text("name", g18mag.Companies[c].Name))}
	if m.Owner == engine.Nobody {
		home := s.HomeOf(c)
		b.Add(key.SheetNotDrafted, engine.Text("hex", home.Hex), engine.Text("place", home.Place))
		return b
	}
	b.Add(key.SheetOwner, g18mag.Who(m.Owner), engine.Int("treasury", s.Purse(c)))
	if len(m.Trains) > 0 {
		b.Add(key.SheetTrains, engine.Text("trains", strings.ReplaceAll(trainWords(m.Trains), " ", ", ")), engine.Int("limit", s.Goods().Limit))
	} else {
		b.Add(key.SheetNoTrain)
	}
	b.Lines = append(b.Lines, stationLine(s, c))
	if s.IsIstvan(m.Owner) {
		b.Lines = append(b.Lines, cardLines(s, c)...)
	}
	if m.Tokens > 0 {
		b.Add(key.SheetTerrainTokens, engine.Int("n", m.Tokens))
	}
	if r := s.RunOf(c); r != nil {
		args := []engine.Arg{engine.Int("n", r.Revenue), engine.Text("routes", strings.Join(r.Routes, ", ")), engine.Int("mine", r.Mine)}
		b.Add(engine.If(r.Mine > 0, key.SheetLastRunMine, key.SheetLastRun), args...)
	}
	return b
}

// majorBlock is a major: price, treasury, director, shares, stations, income.
func majorBlock(s *g18mag.State, c g18mag.Company) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadCompany, g18mag.CompanySay("company", c), engine.Text("name", g18mag.Companies[c].Name))}
	b.Add(key.SheetPrice, engine.Int("n", s.PriceOf(c)), engine.Int("order", slices.Index(s.InOrder(), c)+1), engine.Int("treasury", s.Purse(c)))
	if d := s.DirectorOf(c); d != engine.Nobody {
		b.Add(key.SheetDirector, g18mag.Who(d))
	} else {
		b.Add(key.SheetNoDirector)
	}
	var held []engine.Arg
	for _, seat := range s.Table {
		if n := s.Held(c, seat); n > 0 {
			held = append(held, sheet.Say(engine.Msg(key.SheetHeld, g18mag.Who(seat), engine.Int("n", n))))
		}
	}
	if n := s.Shares.Of(c.Share(), stock.Bank); n > 0 {
		held = append(held, sheet.Say(engine.Msg(key.SheetHeldBank, engine.Int("n", n))))
	}
	b.Add(key.SheetHeldBy, engine.Several("held", held...))
	power := engine.Msg(key.SheetPowerOf+g18mag.Companies[c].Key+modeKey(s), engine.Int("n", s.Goods().Bonus[s.PhaseColour()]), engine.Int("mine", mineIn(s, s.PhaseColour())))
	b.Lines = append(b.Lines, stationLine(s, c), power)
	if slices.Contains(s.Goods().Services, c) {
		b.Lines = append(b.Lines, priceLine(s))
	}
	return b
}

// modeKey returns the end of the keys that differ with two players (X).
func modeKey(s *g18mag.State) string {
	if s.Edition() == &g18mag.Book.Small {
		return "-two"
	}
	return ""
}

// stationLine names a company's stations and the price of the next.
func stationLine(s *g18mag.State, c g18mag.Company) engine.Message {
	places := board(s).StationsSay(g18mag.Owner(c))
	args := []engine.Arg{engine.Several("places", places...), engine.Int("n", s.NextStation(c)), engine.Text("mark", mark(c))}
	switch {
	case c.Minor() && s.NextStation(c) == 0:
		return engine.Msg(key.SheetStationsMinorAll, args...)
	case c.Minor():
		return engine.Msg(key.SheetStationsMinor, args...)
	case len(places) == 0:
		return engine.Msg(key.SheetStationsNone, args...)
	case s.NextStation(c) == 0:
		return engine.Msg(key.SheetStationsAll, args...)
	}
	return engine.Msg(key.SheetStations, args...)
}

// stepLines list the options of the operating company in its present step.
func stepLines(s *g18mag.State, c g18mag.Company) []engine.Message {
	switch s.Turn.Step {
	case g18mag.StepStation:
		return bestLines(s, c)
	case g18mag.StepTrack:
		text := key.SheetStepTrack
		switch {
		case !s.CanLay():
			text = key.SheetStepTrackNone
		case s.Turn.Laid > 0 && s.Turn.Upgraded:
			text = key.SheetStepTrackYellow
		case s.Turn.Laid > 0:
			text = key.SheetStepTrackSecond
		}
		return append([]engine.Message{engine.Msg(text)}, bestLines(s, c)...)
	case g18mag.StepScrap, g18mag.StepRun:
		return append(bestLines(s, c), serviceLines(s)...)
	case g18mag.StepTrains:
		return saleLines(s, c)
	case g18mag.StepPayout:
		return []engine.Message{engine.Msg(key.SheetStepPayout, engine.Int("price", s.PriceOf(c)), engine.Several("moves", moveList(s, s.Purse(c))...))}
	}
	return nil
}

// saleLines list the trains that other minors could sell (VI.3.8).
func saleLines(s *g18mag.State, c g18mag.Company) []engine.Message {
	var sizes []engine.Arg
	example := ""
	for _, t := range s.Goods().Trains {
		var owners []engine.Arg
		for i, m := range s.Minors {
			if g18mag.Company(i) != c && slices.Contains(m.Trains, t.Size) {
				owners = append(owners, engine.Text("", g18mag.Companies[i].Word))
			}
		}
		if len(owners) == 0 {
			continue
		}
		if example == "" {
			example = "buy " + strconv.Itoa(t.Size) + " from " + owners[0].Text
		}
		sizes = append(sizes, sheet.Say(engine.Msg(key.SheetSale, engine.Int("train", t.Size), engine.Int("n", len(owners)), engine.Several("minors", owners...))))
	}
	if len(sizes) == 0 || s.Purse(c) < s.Goods().Least || s.Asking != nil {
		return nil
	}
	how := []engine.Arg{engine.Order("example", example), engine.Int("from", s.Goods().Least), engine.Int("to", s.Purse(c))}
	if s.Rules.NoConsent { // R-19, in games that came from the public site
		return []engine.Message{engine.Msg(key.SheetSales, engine.Several("trains", sizes...)), engine.Msg(key.SheetSaleHowUnasked, how...)}
	}
	return []engine.Message{engine.Msg(key.SheetSales, engine.Several("trains", sizes...)), engine.Msg(key.SheetSaleHow, how...)}
}

// bestLines are the best routes of a minor in this position.
func bestLines(s *g18mag.State, c g18mag.Company) []engine.Message {
	if !c.Minor() || len(s.Minors[c].Trains) == 0 {
		return nil
	}
	best := s.BestRun(c)
	if len(best.Routes) == 0 {
		return nil
	}
	return []engine.Message{engine.Msg(key.SheetBestNow, sheet.Worth("n", best), engine.Text("routes", strings.Join(best.Routes, ", ")))}
}

// moveList tells how far the price moves for possible payments.
func moveList(s *g18mag.State, most int) []engine.Arg {
	var list []engine.Arg
	for i, m := range s.Edition().Moves {
		if m.From > most {
			break
		}
		to := most / 10 * 10
		if i+1 < len(s.Edition().Moves) {
			to = min(to, s.Edition().Moves[i+1].From-10)
		}
		text := engine.If(to == m.From, key.SheetMoveOne, key.SheetMoveRange)
		list = append(list, sheet.Say(engine.Msg(text, engine.Int("from", m.From), engine.Int("to", to), stepsSay(m.Steps))))
	}
	return list
}

// stepsSay tells how far a price moves.
func stepsSay(n int) engine.Arg {
	switch {
	case n < 0:
		return engine.Say("steps", engine.Msg(key.SheetStepsLeft, engine.Int("n", -n)))
	case n == 0:
		return engine.Say("steps", engine.Msg(key.SheetStepsNone))
	}
	return engine.Say("steps", engine.Msg(key.SheetStepsRight, engine.Int("n", n)))
}

// serviceLines list the wagon services that the running minor has or can buy.
func serviceLines(s *g18mag.State) []engine.Message {
	var list []engine.Message
	have := engine.Each(s.Turn.Services, func(c g18mag.Company) engine.Arg { return g18mag.CompanySay("", c) })
	if len(have) > 0 {
		list = append(list, engine.Msg(key.SheetServicesBought, engine.Several("services", have...)))
	}
	prices := s.Goods().Prices[s.PhaseColour()]
	if n := len(s.Turn.Services); n < len(prices) {
		for _, c := range s.Goods().Services {
			if !slices.Contains(s.Turn.Services, c) {
				list = append(list, engine.Msg(key.SheetServiceOpen, engine.Say("service", serviceLine(s, c)), engine.Int("n", prices[n])))
			}
		}
	}
	return list
}

// serviceLine tells the effect of a service.
func serviceLine(s *g18mag.State, c g18mag.Company) engine.Message {
	return engine.Msg(key.SheetServiceOf+g18mag.Companies[c].Key+modeKey(s), engine.Int("n", s.Goods().Bonus[s.PhaseColour()]), engine.Int("mine", mineIn(s, s.PhaseColour())))
}
