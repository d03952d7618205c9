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
	"railpost/engine/rail/track"
)

// marketSheet is the price chart and the majors on it.
func marketSheet(s *g18mag.State, r engine.Request) ([]engine.Block, error) {
	chart := chart(s)
	b := chart.Block(r.Spoken)
	for i, c := range s.InOrder() {
		b.Add(key.SheetOnChart, engine.Int("order", i+1), g18mag.CompanySay("company", c), engine.Text("mark", mark(c)), engine.Int("n", s.PriceOf(c)))
	}
	moves := engine.Block{Head: engine.Msg(key.HeadMoves)}
	for i, m := range s.Edition().Moves {
		text, to := key.SheetPaidFrom, 0
		if i+1 < len(s.Edition().Moves) {
			text, to = key.SheetPaidRange, s.Edition().Moves[i+1].From-10
			if to == m.From {
				text = key.SheetPaidOne
			}
		}
		moves.Add(text, engine.Int("from", m.From), engine.Int("to", to), stepsSay(m.Steps))
	}
	moves.Add(key.SheetOtherMoves)
	return []engine.Block{b, moves}, nil
}

func chart(s *g18mag.State) sheet.Chart {
	return sheet.Chart{Prices: s.Edition().Chart, Market: &s.Market, Mark: func(c stock.Company) string { return mark(g18mag.FirstMajor + g18mag.Company(c)) }}
}

// pricesBlock is the spaces of the price chart; the table of majors has their places.
func pricesBlock(s *g18mag.State) engine.Block {
	prices := engine.Each(s.Edition().Chart, strconv.Itoa)
	list := engine.SeveralOf("list", s.Edition().Chart, engine.Int)
	return engine.Block{Head: engine.Msg(key.HeadChart), Lines: []engine.Message{engine.Msg(key.SheetChart, engine.Text("prices", strings.Join(prices, " ")), list)}}
}

// trainSheet is the bank's trains, the phases and the services.
func trainSheet(s *g18mag.State) []engine.Block {
	return []engine.Block{trainTable(s), phaseBlock(s), serviceBlock(s)}
}

func trainTable(s *g18mag.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadTrains), Columns: engine.Headings(key.ColumnTrain, key.ColumnPrice, key.ColumnSeller, key.ColumnGets, key.ColumnIndicator)}
	for _, t := range s.Goods().Trains {
		row := []engine.Cell{sheet.Number(t.Size), sheet.Number(t.Price), sheet.Word(g18mag.Companies[t.Seller].Word), sheet.Number(t.Share), {}}
		if i := slices.Index(s.Edition().Piles, t.Size); i >= 0 {
			row[4].Say = indicator(s, s.Piles[i])
		}
		b.Rows = append(b.Rows, row)
	}
	b.Add(key.SheetTrainLimit, engine.Int("n", s.Goods().Limit))
	return b
}

// saleTable is trainTable in short, for letters.
func saleTable(s *g18mag.State) engine.Block {
	b := trainTable(s)
	b.Columns = slices.Delete(b.Columns, 2, 4)
	for i := range b.Rows {
		b.Rows[i] = slices.Delete(b.Rows[i], 2, 4)
	}
	b.Lines = nil
	return b
}

// indicator tells the effect of the first sale from a pile.
func indicator(s *g18mag.State, p g18mag.Pile) engine.Message {
	switch {
	case p.Used:
		return engine.Msg(key.CellOpened)
	case s.Phase == len(s.Edition().Phases)-1:
		return engine.Message{}
	case p.Markers > 0:
		return engine.Msg(key.CellOpensMarked, phaseSay(s.Edition().Phases[s.Phase+1].Name), engine.Int("n", p.Markers))
	}
	return engine.Msg(key.CellOpens, phaseSay(s.Edition().Phases[s.Phase+1].Name))
}

func phaseSay(phase string) engine.Arg { return engine.Term("phase", key.PhaseOf+phase) }

// phaseBlock is the present phase and the markers (VI.3.9, VI.4.3).
func phaseBlock(s *g18mag.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadPhase, phaseSay(s.PhaseRules().Name))}
	for i, p := range s.Edition().Phases {
		text := key.SheetPhaseLater
		switch {
		case i < s.Phase:
			continue
		case i == s.Phase:
			text = key.SheetPhaseNow
		}
		b.Add(text, phaseSay(p.Name), engine.Int("n", p.Rounds))
		if p.Ends {
			b.Add(key.SheetPhaseEnds, phaseSay(p.Name))
		}
	}
	if !s.PhaseRules().Ends {
		b.Add(key.SheetPhaseCut)
	}
	switch {
	case s.PhaseRules().Ends:
	case s.Rules.Consecutive:
		b.Add(key.SheetQuiet, engine.Int("n", s.Quiet), engine.Int("most", g18mag.Book.Markers))
	default:
		b.Add(key.SheetMarkers, engine.Int("most", g18mag.Book.Markers))
	}
	return b
}

// serviceBlock is the wagon services, with values and prices by phase (VI.3.7).
func serviceBlock(s *g18mag.State) engine.Block {
	g := s.Goods()
	b := engine.Block{Head: engine.Msg(key.HeadServices)}
	for _, c := range g.Services {
		b.Add(key.SheetService, engine.Say("service", serviceLine(s, c)))
	}
	prices := len(g.Services)
	b.Columns = engine.Headings(key.ColumnPhase, key.ColumnBonus, key.ColumnMine, key.ColumnFirst, key.ColumnSecond, key.ColumnThird)
	if prices == 1 {
		b.Columns = engine.Headings(key.ColumnPhase, key.ColumnBonus, key.ColumnFirst)
	} else {
		b.Add(key.SheetServiceColumns)
	}
	for i, p := range s.Edition().Phases {
		if i < s.Phase {
			continue
		}
		row := []engine.Cell{{Say: engine.Msg(key.PhaseOf + p.Name)}, sheet.Number(g.Bonus[p.Colour()])}
		if prices > 1 {
			row = append(row, sheet.Number(mineIn(s, p.Colour())))
		}
		row = append(row, engine.Each(g.Prices[p.Colour()], sheet.Number)...)
		b.Rows = append(b.Rows, row)
	}
	return b
}

// priceLine tells the prices of services in this phase.
func priceLine(s *g18mag.State) engine.Message {
	prices := engine.Each(s.Goods().Prices[s.PhaseColour()], func(n int) engine.Arg { return engine.Int("", n) })
	return engine.Msg(key.SheetServicePrices, engine.Several("prices", prices...), engine.Int("n", len(prices)))
}

// mineIn returns the worth of a mine in a phase; all have the same, and 0 if the map has none.
func mineIn(s *g18mag.State, colour string) int {
	for h := range s.World().Map.Hexes {
		for _, stop := range s.Board.Stops(s.World(), track.HexID(h)) {
			if stop.Kind == track.Mine {
				return stop.Worth(colour)
			}
		}
	}
	return 0
}

// clockLines tell the phase and the remaining rounds.
func clockLines(s *g18mag.State) []engine.Message {
	list := []engine.Message{engine.Msg(key.SheetClock, phaseSay(s.PhaseRules().Name), engine.Int("n", s.PhaseRules().Rounds))}
	if s.EndSet > s.Set && s.Stage != g18mag.Over {
		list = append(list, engine.Msg(key.SheetEnding))
	}
	for i, p := range s.Edition().Phases {
		if p.Ends && i > s.Phase {
			list = append(list, engine.Msg(key.SheetPhaseEnds, phaseSay(p.Name)))
		}
	}
	return list
}

// directorsBlock lists, in a stock round, directors who can leave their major to another player by selling, and
// the number of shares needed (VII.6); empty if there are none.
func directorsBlock(s *g18mag.State) (b engine.Block) {
	var leave []engine.Arg
	order := engine.Each(s.Table, func(seat engine.Seat) stock.Holder { return stock.Holder(seat) })
	for _, c := range s.InOrder() {
		if percent, next := s.Shares.Leaves(g18mag.Book.Structure, c.Share(), order); percent > 0 {
			leave = append(leave, sheet.Leaves(g18mag.CompanySay("company", c), g18mag.Who(s.DirectorOf(c)), percent/g18mag.Book.Structure.Share, g18mag.Who(engine.Seat(next))))
		}
	}
	if len(leave) == 0 {
		return b
	}
	return engine.Block{Head: engine.Msg(key.HeadLeaves), Lines: []engine.Message{engine.Msg(key.SheetLeavers, engine.Several("majors", leave...))}}
}
