package view

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/stock"
)

// ownSheet is what a seat owns, and the company that it decides for now.
func ownSheet(s *g18mag.State, seat engine.Seat) []engine.Block {
	if seat < 0 || int(seat) >= s.Seats {
		return nil
	}
	var blocks []engine.Block
	if c := s.Company(); c != g18mag.NoCompany && s.OwnerOf(c) == seat {
		b := companyBlock(s, c)
		b.Head = head("operates", g18mag.CompanySay("company", c))
		b.Lines = append(b.Lines, stepLines(s, c)...)
		blocks = append(blocks, b)
	}
	return append(blocks, possessions(s, seat)...)
}

func playerSheet(s *g18mag.State, seat engine.Seat, arg string) ([]engine.Block, error) {
	return sheet.Players(seat, arg, s.Table, func(seat engine.Seat) []engine.Block { return possessions(s, seat) })
}

// possessions are a seat's money, shares and minors.
func possessions(s *g18mag.State, seat engine.Seat) []engine.Block {
	b := engine.Block{Head: head("player", g18mag.Who(seat), engine.Int("cash", s.Cash.Of(g18mag.Wallet(seat))), engine.Int("worth", s.WorthOf(seat)))}
	var shares []engine.Arg
	for _, c := range s.Edition().Majors {
		n := s.Held(c, seat)
		if n == 0 {
			continue
		}
		key := "holding"
		if s.DirectorOf(c) == seat {
			key = "holding-director"
		}
		shares = append(shares, sheet.Say(line(key, g18mag.CompanySay("company", c), engine.Int("n", n), engine.Int("price", s.PriceOf(c)))))
	}
	if len(shares) > 0 {
		b.Lines = append(b.Lines, line("shares", engine.Several("shares", shares...)))
	}
	b.Lines = append(b.Lines, line("certificates", engine.Int("n", s.Certificates(seat)), engine.Int("limit", s.Limits().Certificates)))
	if s.Priority == seat {
		b.Lines = append(b.Lines, line("priority", g18mag.Who(seat)))
	}
	blocks := []engine.Block{b}
	if minors := minorTable(s, seat); len(minors.Rows) > 0 {
		blocks = append(blocks, minors)
	}
	return blocks
}

// companySheet is everything about one company, the operating one if arg is empty.
func companySheet(s *g18mag.State, arg string) ([]engine.Block, error) {
	if arg == "" && s.Company() != g18mag.NoCompany {
		return []engine.Block{companyBlock(s, s.Company())}, nil
	}
	if arg == "" {
		return []engine.Block{majorTable(s), minorTable(s, engine.Nobody)}, nil
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
	b := engine.Block{Head: head("company", g18mag.CompanySay("company", c), engine.Text("name", g18mag.Companies[c].Name))}
	add := func(key string, args ...engine.Arg) { b.Lines = append(b.Lines, line(key, args...)) }
	if m.Owner == engine.Nobody {
		home := g18mag.Companies[c].Homes[s.Edition().Index]
		add("not-drafted", engine.Text("hex", home.Hex), engine.Text("place", s.PlaceOf(home.Hex)))
		return b
	}
	add("owner", g18mag.Who(m.Owner), engine.Int("treasury", s.Purse(c)))
	if len(m.Trains) > 0 {
		add("trains", engine.Text("trains", strings.ReplaceAll(trainWords(m.Trains), " ", ", ")), engine.Int("limit", s.Goods().Limit))
	} else {
		add("no-train")
	}
	b.Lines = append(b.Lines, stationLine(s, c))
	if m.Tokens > 0 {
		add("terrain-tokens", engine.Int("n", m.Tokens))
	}
	if r := s.RunOf(c); r != nil {
		args := []engine.Arg{engine.Int("n", r.Revenue), engine.Text("routes", strings.Join(r.Routes, ", ")), engine.Int("mine", r.Mine)}
		if r.Mine > 0 {
			add("last-run-mine", args...)
		} else {
			add("last-run", args...)
		}
	}
	return b
}

// majorBlock is a major: price, treasury, director, shares, stations, what it
// collects.
func majorBlock(s *g18mag.State, c g18mag.Company) engine.Block {
	b := engine.Block{Head: head("company", g18mag.CompanySay("company", c), engine.Text("name", g18mag.Companies[c].Name))}
	add := func(key string, args ...engine.Arg) { b.Lines = append(b.Lines, line(key, args...)) }
	add("price", engine.Int("n", s.PriceOf(c)), engine.Int("order", slices.Index(s.InOrder(), c)+1), engine.Int("treasury", s.Purse(c)))
	if d := s.DirectorOf(c); d != engine.Nobody {
		add("director", g18mag.Who(d))
	} else {
		add("no-director")
	}
	var held []engine.Arg
	for _, seat := range s.Table {
		if n := s.Held(c, seat); n > 0 {
			held = append(held, sheet.Say(line("held", g18mag.Who(seat), engine.Int("n", n))))
		}
	}
	if n := s.Shares.Of(c.Share(), stock.Bank); n > 0 {
		held = append(held, sheet.Say(line("held-bank", engine.Int("n", n))))
	}
	add("held-by", engine.Several("held", held...))
	power := line("power-"+g18mag.Companies[c].Key+modeKey(s), engine.Int("n", s.Goods().Bonus[s.PhaseColour()]), engine.Int("mine", mineIn(s, s.PhaseColour())))
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
	case len(places) == 0:
		return line("stations-none", args...)
	case s.NextStation(c) == 0:
		return line("stations-all", args...)
	}
	return line("stations", args...)
}

// stepLines tell what the operating company can do in its present step.
func stepLines(s *g18mag.State, c g18mag.Company) []engine.Message {
	args := []engine.Arg{engine.Int("treasury", s.Purse(c))}
	switch s.Turn.Step {
	case g18mag.StepStation:
		return bestLines(s, c)
	case g18mag.StepTrack:
		key := "step-track"
		switch {
		case !s.CanLay():
			key = "step-track-none"
		case s.Turn.Laid > 0 && s.Turn.Upgraded:
			key = "step-track-yellow"
		case s.Turn.Laid > 0:
			key = "step-track-second"
		}
		return append([]engine.Message{line(key, args...)}, bestLines(s, c)...)
	case g18mag.StepScrap, g18mag.StepRun:
		return append(bestLines(s, c), serviceLines(s)...)
	case g18mag.StepTrains:
		return saleLines(s, c)
	case g18mag.StepPayout:
		return []engine.Message{line("step-payout", append(args, engine.Several("moves", moveList(s, s.Purse(c))...))...)}
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
		sizes = append(sizes, sheet.Say(line("sale", engine.Int("train", t.Size), engine.Int("n", len(owners)), engine.Several("minors", owners...))))
	}
	if len(sizes) == 0 || s.Purse(c) < s.Goods().Least || s.Asking != nil {
		return nil
	}
	how := []engine.Arg{engine.Text("example", example), engine.Int("from", s.Goods().Least), engine.Int("to", s.Purse(c))}
	if s.Rules.NoConsent { // R-19, in games that came from the public site
		return []engine.Message{line("sales", engine.Several("trains", sizes...)), line("sale-how-unasked", how...)}
	}
	return []engine.Message{line("sales", engine.Several("trains", sizes...)), line("sale-how", how...)}
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
	return []engine.Message{line("best-now", sheet.Worth("n", best), engine.Text("routes", strings.Join(best.Routes, ", ")))}
}

// moveList tells how far the price moves for amounts that can be paid.
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
		key := "move-range"
		if to == m.From {
			key = "move-one"
		}
		list = append(list, sheet.Say(line(key, engine.Int("from", m.From), engine.Int("to", to), stepsSay(m.Steps))))
	}
	return list
}

// stepsSay tells how far a price moves.
func stepsSay(n int) engine.Arg {
	switch {
	case n < 0:
		return engine.Say("steps", line("steps-left", engine.Int("n", -n)))
	case n == 0:
		return engine.Say("steps", line("steps-none"))
	}
	return engine.Say("steps", line("steps-right", engine.Int("n", n)))
}

// serviceLines list the wagon services that the running minor has or can buy.
func serviceLines(s *g18mag.State) []engine.Message {
	var list []engine.Message
	var have []engine.Arg
	for _, c := range s.Turn.Services {
		have = append(have, g18mag.CompanySay("", c))
	}
	if len(have) > 0 {
		list = append(list, line("services-bought", engine.Several("services", have...)))
	}
	prices := s.Goods().Prices[s.PhaseColour()]
	if n := len(s.Turn.Services); n < len(prices) {
		for _, c := range s.Goods().Services {
			if !slices.Contains(s.Turn.Services, c) {
				list = append(list, line("service-open", engine.Say("service", serviceLine(s, c)), engine.Int("n", prices[n])))
			}
		}
	}
	return list
}

// serviceLine tells what a service does.
func serviceLine(s *g18mag.State, c g18mag.Company) engine.Message {
	return line("service-"+g18mag.Companies[c].Key+modeKey(s), engine.Int("n", s.Goods().Bonus[s.PhaseColour()]), engine.Int("mine", mineIn(s, s.PhaseColour())))
}
