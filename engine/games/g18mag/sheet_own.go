package g18mag

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/stock"
	"railpost/engine/sheet"
)

// ownSheet is what a seat owns, and the company it decides for now.
func (s *State) ownSheet(seat engine.Seat) []engine.Block {
	if seat < 0 || int(seat) >= s.Seats {
		return nil
	}
	var blocks []engine.Block
	if c := s.company(); c != noCompany && s.ownerOf(c) == seat {
		b := s.companyBlock(c)
		b.Head = head("operates", companySay("company", c))
		b.Lines = append(b.Lines, s.stepLines(c)...)
		blocks = append(blocks, b)
	}
	return append(blocks, s.possessions(seat)...)
}

func (s *State) playerSheet(seat engine.Seat, arg string) ([]engine.Block, error) {
	return sheet.Players(seat, arg, s.Table, s.possessions)
}

// possessions are a seat's money, shares and minors.
func (s *State) possessions(seat engine.Seat) []engine.Block {
	b := engine.Block{Head: head("player", who(seat), engine.Int("cash", s.Cash.Of(wallet(seat))), engine.Int("worth", s.worthOf(seat)))}
	var shares []engine.Arg
	for _, c := range s.edition().majors {
		n := s.held(c, seat)
		if n == 0 {
			continue
		}
		key := "holding"
		if s.directorOf(c) == seat {
			key = "holding-director"
		}
		shares = append(shares, sheet.Say(line(key, companySay("company", c), engine.Int("n", n), engine.Int("price", s.priceOf(c)))))
	}
	if len(shares) > 0 {
		b.Lines = append(b.Lines, line("shares", engine.Several("shares", shares...)))
	}
	b.Lines = append(b.Lines, line("certificates", engine.Int("n", s.certificates(seat)), engine.Int("limit", s.table().limit)))
	if s.Priority == seat {
		b.Lines = append(b.Lines, line("priority", who(seat)))
	}
	blocks := []engine.Block{b}
	if minors := s.minorTable(seat); len(minors.Rows) > 0 {
		blocks = append(blocks, minors)
	}
	return blocks
}

// companySheet is everything about one company, or about the one that operates.
func (s *State) companySheet(arg string) ([]engine.Block, error) {
	if arg == "" && s.company() != noCompany {
		return []engine.Block{s.companyBlock(s.company())}, nil
	}
	if arg == "" {
		return []engine.Block{s.majorTable(), s.minorTable(engine.Nobody)}, nil
	}
	c, err := s.companyNamed(arg)
	if err != nil {
		return nil, err
	}
	return []engine.Block{s.companyBlock(c)}, nil
}

func (s *State) companyBlock(c Company) engine.Block {
	if c.minor() {
		return s.minorBlock(c)
	}
	return s.majorBlock(c)
}

// minorBlock is a minor: treasury, trains, stations, terrain tokens, last run.
func (s *State) minorBlock(c Company) engine.Block {
	m := &s.Minors[c]
	b := engine.Block{Head: head("company", companySay("company", c), engine.Text("name", companies[c].name))}
	add := func(key string, args ...engine.Arg) { b.Lines = append(b.Lines, line(key, args...)) }
	if m.Owner == engine.Nobody {
		home := companies[c].homes[s.edition().index]
		add("not-drafted", engine.Text("hex", home.hex), engine.Text("place", s.placeOf(home.hex)))
		return b
	}
	add("owner", who(m.Owner), engine.Int("treasury", s.purse(c)))
	if len(m.Trains) > 0 {
		add("trains", engine.Text("trains", strings.ReplaceAll(trainWords(m.Trains), " ", ", ")), engine.Int("limit", s.goods().limit))
	} else {
		add("no-train")
	}
	b.Lines = append(b.Lines, s.stationLine(c))
	if m.Tokens > 0 {
		add("terrain-tokens", engine.Int("n", m.Tokens))
	}
	if r := s.runOf(c); r != nil {
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
func (s *State) majorBlock(c Company) engine.Block {
	b := engine.Block{Head: head("company", companySay("company", c), engine.Text("name", companies[c].name))}
	add := func(key string, args ...engine.Arg) { b.Lines = append(b.Lines, line(key, args...)) }
	add("price", engine.Int("n", s.priceOf(c)), engine.Int("order", slices.Index(s.inOrder(), c)+1), engine.Int("treasury", s.purse(c)))
	if d := s.directorOf(c); d != engine.Nobody {
		add("director", who(d))
	} else {
		add("no-director")
	}
	var held []engine.Arg
	for _, seat := range s.Table {
		if n := s.held(c, seat); n > 0 {
			held = append(held, sheet.Say(line("held", who(seat), engine.Int("n", n))))
		}
	}
	if n := s.Shares.Of(c.share(), stock.Bank); n > 0 {
		held = append(held, sheet.Say(line("held-bank", engine.Int("n", n))))
	}
	add("held-by", engine.Several("held", held...))
	power := line("power-"+companies[c].key+s.modeKey(), engine.Int("n", s.goods().bonus[s.phaseColour()]), engine.Int("mine", s.mineIn(s.phaseColour())))
	b.Lines = append(b.Lines, s.stationLine(c), power)
	if slices.Contains(s.goods().services, c) {
		b.Lines = append(b.Lines, s.priceLine())
	}
	return b
}

// modeKey is the end of the keys of what is different with two players (X).
func (s *State) modeKey() string {
	if s.edition() == &book.small {
		return "-two"
	}
	return ""
}

// stationLine names a company's stations and the price of the next.
func (s *State) stationLine(c Company) engine.Message {
	places := s.board().StationsSay(owner(c))
	args := []engine.Arg{engine.Several("places", places...), engine.Int("n", s.nextStation(c)), engine.Text("mark", mark(c))}
	switch {
	case len(places) == 0:
		return line("stations-none", args...)
	case s.nextStation(c) == 0:
		return line("stations-all", args...)
	}
	return line("stations", args...)
}

// placeOf is the name of the place on a hex, "" where it has none.
func (s *State) placeOf(name string) string {
	h, ok := s.world().Map.Find(name)
	if !ok {
		return ""
	}
	return s.world().Map.Hexes[h].Place
}

// stepLines say what the operating company can do in its present step.
func (s *State) stepLines(c Company) []engine.Message {
	args := []engine.Arg{engine.Int("treasury", s.purse(c))}
	switch s.Turn.Step {
	case stepStation:
		return s.bestLines(c)
	case stepTrack:
		key := "step-track"
		switch {
		case !s.canLay():
			key = "step-track-none"
		case s.Turn.Laid > 0 && s.Turn.Upgraded:
			key = "step-track-yellow"
		case s.Turn.Laid > 0:
			key = "step-track-second"
		}
		return append([]engine.Message{line(key, args...)}, s.bestLines(c)...)
	case stepScrap, stepRun:
		return append(s.bestLines(c), s.serviceLines()...)
	case stepTrains:
		return s.saleLines(c)
	case stepPayout:
		return []engine.Message{line("step-payout", append(args, engine.Several("moves", s.moveList(s.purse(c))...))...)}
	}
	return nil
}

// saleLines are the trains that other minors could sell (VI.3.8).
func (s *State) saleLines(c Company) []engine.Message {
	var sizes []engine.Arg
	example := ""
	for _, t := range s.goods().trains {
		var owners []engine.Arg
		for i, m := range s.Minors {
			if Company(i) != c && slices.Contains(m.Trains, t.size) {
				owners = append(owners, engine.Text("", companies[i].word))
			}
		}
		if len(owners) == 0 {
			continue
		}
		if example == "" {
			example = "buy " + strconv.Itoa(t.size) + " from " + owners[0].Text
		}
		sizes = append(sizes, sheet.Say(line("sale", engine.Int("train", t.size), engine.Int("n", len(owners)), engine.Several("minors", owners...))))
	}
	if len(sizes) == 0 || s.purse(c) < s.goods().least || s.Asking != nil {
		return nil
	}
	how := []engine.Arg{engine.Text("example", example), engine.Int("from", s.goods().least), engine.Int("to", s.purse(c))}
	if s.Rules.NoConsent { // so it is in games that came from the public site
		return []engine.Message{line("sales", engine.Several("trains", sizes...)), line("sale-how-unasked", how...)}
	}
	return []engine.Message{line("sales", engine.Several("trains", sizes...)), line("sale-how", how...)}
}

// bestLines are the best routes of a minor as things stand.
func (s *State) bestLines(c Company) []engine.Message {
	if !c.minor() || len(s.Minors[c].Trains) == 0 {
		return nil
	}
	best := s.bestRun(c)
	if len(best.Routes) == 0 {
		return nil
	}
	return []engine.Message{line("best-now", sheet.Worth("n", best), engine.Text("routes", strings.Join(best.Routes, ", ")))}
}

// moveList says how far the price moves for amounts that can be paid.
func (s *State) moveList(most int) []engine.Arg {
	var list []engine.Arg
	for i, m := range s.edition().moves {
		if m.From > most {
			break
		}
		to := most / 10 * 10
		if i+1 < len(s.edition().moves) {
			to = min(to, s.edition().moves[i+1].From-10)
		}
		key := "move-range"
		if to == m.From {
			key = "move-one"
		}
		list = append(list, sheet.Say(line(key, engine.Int("from", m.From), engine.Int("to", to), stepsSay(m.Steps))))
	}
	return list
}

// stepsSay says how far a price moves.
func stepsSay(n int) engine.Arg {
	switch {
	case n < 0:
		return engine.Say("steps", line("steps-left", engine.Int("n", -n)))
	case n == 0:
		return engine.Say("steps", line("steps-none"))
	}
	return engine.Say("steps", line("steps-right", engine.Int("n", n)))
}

// serviceLines are the wagon services that the running minor has or can buy.
func (s *State) serviceLines() []engine.Message {
	var list []engine.Message
	var have []engine.Arg
	for _, c := range s.Turn.Services {
		have = append(have, companySay("", c))
	}
	if len(have) > 0 {
		list = append(list, line("services-bought", engine.Several("services", have...)))
	}
	prices := s.goods().prices[s.phaseColour()]
	if n := len(s.Turn.Services); n < len(prices) {
		for _, c := range s.goods().services {
			if !slices.Contains(s.Turn.Services, c) {
				list = append(list, line("service-open", engine.Say("service", s.serviceLine(c)), engine.Int("n", prices[n])))
			}
		}
	}
	return list
}

// serviceLine says what a service does.
func (s *State) serviceLine(c Company) engine.Message {
	return line("service-"+companies[c].key+s.modeKey(), engine.Int("n", s.goods().bonus[s.phaseColour()]), engine.Int("mine", s.mineIn(s.phaseColour())))
}
