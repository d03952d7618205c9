package g18mag

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/stock"
	"railpost/engine/rail/track"
	"railpost/engine/sheet"
)

// marketSheet is the price chart and the majors on it.
func (s *State) marketSheet() []engine.Block {
	b := s.chartBlock()
	for i, c := range s.inOrder() {
		b.Lines = append(b.Lines, line("on-chart", engine.Int("order", i+1), companySay("company", c), engine.Text("mark", mark(c)), engine.Int("n", s.priceOf(c))))
	}
	moves := engine.Block{Head: head("moves")}
	for i, m := range s.edition().moves {
		key, to := "paid-from", 0
		if i+1 < len(s.edition().moves) {
			key, to = "paid-range", s.edition().moves[i+1].From-10
			if to == m.From {
				key = "paid-one"
			}
		}
		moves.Lines = append(moves.Lines, line(key, engine.Int("from", m.From), engine.Int("to", to), stepsSay(m.Steps)))
	}
	moves.Lines = append(moves.Lines, line("other-moves"))
	return []engine.Block{b, moves}
}

func (s *State) chartBlock() engine.Block {
	chart := sheet.Chart{Prices: s.edition().chart, Market: &s.Market, Mark: func(c stock.Company) string { return mark(firstMajor + Company(c)) }}
	return chart.Block()
}

// trainSheet is what the bank sells, the phases and the services.
func (s *State) trainSheet() []engine.Block {
	return []engine.Block{s.trainTable(), s.phaseBlock(), s.serviceBlock()}
}

func (s *State) trainTable() engine.Block {
	b := engine.Block{Head: head("trains"), Columns: headings("train", "price", "seller", "gets", "indicator")}
	for _, t := range s.goods().trains {
		row := []engine.Cell{sheet.Number(t.size), sheet.Number(t.price), sheet.Word(companies[t.seller].word), sheet.Number(t.share), {}}
		if i := slices.Index(s.edition().piles, t.size); i >= 0 {
			row[4].Say = s.indicator(s.Piles[i])
		}
		b.Rows = append(b.Rows, row)
	}
	b.Lines = append(b.Lines, line("train-limit", engine.Int("n", s.goods().limit)))
	return b
}

// indicator says what the first sale of a pile would do.
func (s *State) indicator(p Pile) engine.Message {
	switch {
	case p.Used:
		return engine.Msg("18mag.cell.opened")
	case s.Phase == len(s.edition().phases)-1:
		return engine.Message{}
	case p.Markers > 0:
		return engine.Msg("18mag.cell.opens-marked", phaseSay("phase", s.edition().phases[s.Phase+1].Name), engine.Int("n", p.Markers))
	}
	return engine.Msg("18mag.cell.opens", phaseSay("phase", s.edition().phases[s.Phase+1].Name))
}

func phaseSay(name, phase string) engine.Arg { return engine.Term(name, "18mag.phase."+phase) }

// phaseBlock is the present phase and the markers (VI.3.9, VI.4.3).
func (s *State) phaseBlock() engine.Block {
	b := engine.Block{Head: head("phase", phaseSay("phase", s.phase().Name))}
	for i, p := range s.edition().phases {
		key := "phase-later"
		switch {
		case i < s.Phase:
			continue
		case i == s.Phase:
			key = "phase-now"
		}
		b.Lines = append(b.Lines, line(key, phaseSay("phase", p.Name), engine.Int("n", p.Rounds)))
		if p.Ends {
			b.Lines = append(b.Lines, line("phase-ends", phaseSay("phase", p.Name)))
		}
	}
	if !s.phase().Ends {
		b.Lines = append(b.Lines, line("phase-cut"))
	}
	switch {
	case s.phase().Ends:
	case s.Rules.Consecutive:
		b.Lines = append(b.Lines, line("quiet", engine.Int("n", s.Quiet), engine.Int("most", book.markers)))
	default:
		b.Lines = append(b.Lines, line("markers", engine.Int("most", book.markers)))
	}
	return b
}

// serviceBlock is the wagon services, with values and prices by phase (VI.3.7).
func (s *State) serviceBlock() engine.Block {
	g := s.goods()
	b := engine.Block{Head: head("services")}
	for _, c := range g.services {
		b.Lines = append(b.Lines, line("service", engine.Say("service", s.serviceLine(c))))
	}
	prices := len(g.services)
	b.Columns = headings("phase", "bonus", "mine", "first", "second", "third")
	if prices == 1 {
		b.Columns = headings("phase", "bonus", "first")
	} else {
		b.Lines = append(b.Lines, line("service-columns"))
	}
	for i, p := range s.edition().phases {
		if i < s.Phase {
			continue
		}
		row := []engine.Cell{{Say: engine.Msg("18mag.phase." + p.Name)}, sheet.Number(g.bonus[p.Colour()])}
		if prices > 1 {
			row = append(row, sheet.Number(s.mineIn(p.Colour())))
		}
		for _, n := range g.prices[p.Colour()] {
			row = append(row, sheet.Number(n))
		}
		b.Rows = append(b.Rows, row)
	}
	return b
}

// priceLine is what services cost in this phase.
func (s *State) priceLine() engine.Message {
	var prices []engine.Arg
	for _, n := range s.goods().prices[s.phaseColour()] {
		prices = append(prices, engine.Int("", n))
	}
	return line("service-prices", engine.Several("prices", prices...), engine.Int("n", len(prices)))
}

// mineIn is what a mine is worth in a phase; all are worth the same, 0 where the map
// has none.
func (s *State) mineIn(colour string) int {
	for h := range s.world().Map.Hexes {
		for _, stop := range s.Board.Stops(s.world(), track.HexID(h)) {
			if stop.Kind == track.Mine {
				return stop.Worth(colour)
			}
		}
	}
	return 0
}

// clockLines say the phase and the rounds to come.
func (s *State) clockLines() []engine.Message {
	list := []engine.Message{line("clock", phaseSay("phase", s.phase().Name), engine.Int("n", s.phase().Rounds))}
	if s.EndSet > 0 && s.Stage != over {
		list = append(list, line("ending"))
	}
	return list
}
