package view

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/trains"
)

// trainSheet tells the bank's trains, when trains rust, and the next cards (VIII.12).
func trainSheet(s *g18cz.State) []engine.Block {
	next := engine.Block{Head: engine.Msg(key.HeadNextPhase), Lines: nextLines(s)}
	return []engine.Block{trainTable(s), rustBlock(s), next}
}

// trainTable lists the cards in order of sale.
func trainTable(s *g18cz.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadTrains), Columns: engine.Headings(key.ColumnCard, key.ColumnLeft, key.ColumnNormal, key.ColumnPlus, key.ColumnExpress)}
	for i, p := range g18cz.Book.Piles {
		left := s.Depot.Left[i]
		if left == 0 {
			continue
		}
		row := make([]engine.Cell, len(b.Columns))
		row[0], row[1] = sheet.Word(p.Name), sheet.Number(left)
		if left == trains.Endless {
			row[1] = engine.Cell{Say: engine.Msg(key.CellEndless), Right: true}
		}
		for _, f := range p.Faces {
			row[2+f.Size] = engine.Cell{Say: engine.Msg(key.CellTrain, engine.Text("train", f.Name), engine.Int("n", f.Price))}
		}
		b.Rows = append(b.Rows, row)
	}
	b.Add(key.SheetTopCard, engine.Text("card", g18cz.Book.Piles[s.Top()].Name))
	b.Lines = append(b.Lines, reserveLines(s)...)
	b.Lines = append(b.Lines, engine.Msg(key.SheetRanges), engine.Msg(key.SheetCardsHow))
	return b
}

// reserveLines list the cards of the reserve, and how to name one if they show
// different sides.
func reserveLines(s *g18cz.State) []engine.Message {
	if len(s.Reserve) == 0 {
		return nil
	}
	cards := engine.Each(s.Reserve, func(c g18cz.Card) engine.Arg {
		return sheet.Say(engine.Msg(key.SheetReserveCard, g18cz.CardSay("train", c), engine.Int("n", g18cz.Face(c).Price)))
	})
	list := []engine.Message{engine.Msg(key.SheetReserve, engine.Several("trains", cards...))}
	for _, c := range s.Reserve {
		side := g18cz.Card{Pile: c.Pile}
		if usual := s.Reserve[s.InReserve(side)]; s.Version >= 2 && usual != c {
			return append(list, engine.Msg(key.SheetReserveSides, g18cz.CardSay("train", side), g18cz.CardSay("side", c)))
		}
	}
	return list
}

// rustBlock tells which sides rust by the sale of which (VIII.12). It omits sides that are gone and sides that
// never rust.
func rustBlock(s *g18cz.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadRust)}
	var causes []string
	rusting := map[string][]string{}
	for i, p := range g18cz.Book.Piles {
		for j, f := range p.Faces {
			if len(f.RustedBy) == 0 || s.Rusted(g18cz.Card{Pile: i, Face: j}) {
				continue
			}
			by := strings.Join(f.RustedBy, ", ")
			if rusting[by] == nil {
				causes = append(causes, by)
			}
			rusting[by] = append(rusting[by], f.Name)
		}
	}
	for _, by := range causes {
		b.Add(key.SheetRusts, engine.Text("trains", strings.Join(rusting[by], ", ")), engine.Text("by", by))
	}
	b.Add(key.SheetRustHow)
	return b
}

// nextLines tell the effects of the next phases, and the next export.
func nextLines(s *g18cz.State) []engine.Message {
	var list []engine.Message
	for p := s.Phase + 1; p < len(g18cz.Book.Phases); p++ {
		list = append(list, phaseLine(p, p-1, key.SheetPhaseNext))
		if p == s.Phase+2 {
			break
		}
	}
	return append(list, exportLines(s)...)
}

// phaseLine tells the changes from an earlier phase to this one.
func phaseLine(p, before int, text string) engine.Message {
	return engine.Msg(text, g18cz.PhaseSay(p), engine.Several("effects", effects(p, before)...))
}

// effects lists the changes of a phase (VIII.12, XI.3).
func effects(p, before int) (list []engine.Arg) {
	add := func(text string, args ...engine.Arg) { list = append(list, sheet.Say(engine.Msg(text, args...))) }
	is, was := &g18cz.Book.Phases[p], &g18cz.Book.Phases[before]
	for _, colour := range is.Colours {
		if !slices.Contains(was.Colours, colour) {
			add(key.SheetEffectTiles, engine.Term("colour", key.ColourOf+colour))
		}
	}
	for size, opens := range g18cz.Book.Opens {
		if before < opens && opens <= p {
			add(key.SheetEffectOpens, g18cz.SizeSay("size", g18cz.Size(size)))
		}
	}
	if before < g18cz.Book.Deals && g18cz.Book.Deals <= p {
		add(key.SheetEffectDeals)
	}
	for size, limit := range is.Limit {
		if limit != was.Limit[size] && was.Limit[size] > 0 {
			add(key.SheetEffectLimit, g18cz.SizeSay("size", g18cz.Size(size)), engine.Int("n", limit))
		}
	}
	if g18cz.Book.Phases[p].Colour() != g18cz.Book.Phases[before].Colour() {
		add(key.SheetEffectRed, engine.Int("n", redWorth(p)))
	}
	if len(list) == 0 {
		add(key.SheetEffectNone)
	}
	return list
}

// redWorth returns what a red tile is worth in a phase (VIII.7).
func redWorth(p int) int {
	tile := &g18cz.Book.Worlds[0].Set.Tiles[g18cz.Book.Companies[len(g18cz.Book.Companies)-1].Red] // all are alike; the last corporation is a large one
	return tile.Stops[0].Worth(g18cz.Book.Phases[p].Colour())
}

// exportLines tell which card the next export takes, and which trains it rusts (VIII.13): the phase that it
// begins is with the card.
func exportLines(s *g18cz.State) []engine.Message {
	if s.Stage == g18cz.Over {
		return nil
	}
	at := slices.IndexFunc(g18cz.Book.Timeline[s.Time:], func(x g18cz.Round) bool { return x.Export })
	if at < 0 {
		return []engine.Message{engine.Msg(key.SheetExportNone)}
	}
	x, pile := &g18cz.Book.Timeline[s.Time+at], s.Top()
	args := []engine.Arg{engine.Int("set", x.Set), engine.Int("round", x.Number), engine.Text("card", g18cz.Book.Piles[pile].Name)}
	if s.Two() {
		return []engine.Message{engine.Msg(key.SheetExportNeutral, args...)}
	}
	sides := engine.Each(g18cz.Book.Piles[pile].Faces, func(f trains.Face) string { return f.Name })
	return []engine.Message{engine.Msg(key.SheetExport, append(args, engine.Text("trains", strings.Join(wouldRust(s, sides...), ", ")))...)}
}

// wouldRust names the trains in play that rust when a card leaves as some of its
// sides.
func wouldRust(s *g18cz.State, sides ...string) (names []string) {
	inPlay := slices.Clone(s.Reserve)
	for _, c := range s.Companies {
		inPlay = append(inPlay, c.Trains...)
	}
	for _, card := range inPlay {
		if f := g18cz.Face(card); f.Rusts(sides...) && !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return names
}

// phaseSheet is all phases, the present one and later ones.
func phaseSheet(s *g18cz.State) []engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadPhases), Columns: engine.Headings(key.ColumnPhase, key.ColumnTiles, key.ColumnRed, key.ColumnSmall, key.ColumnMedium, key.ColumnLarge)}
	for p := s.Phase; p < len(g18cz.Book.Phases); p++ {
		phase := &g18cz.Book.Phases[p]
		row := []engine.Cell{{Say: engine.Msg(key.PhaseOf + phase.Name)}, {Say: engine.Msg(key.ColourOf + phase.Colour())}, redCell(p)}
		for size, limit := range phase.Limit {
			cell := engine.Cell{Right: true}
			if p >= g18cz.Book.Opens[size] {
				cell = sheet.Number(limit)
			}
			row = append(row, cell)
		}
		b.Rows = append(b.Rows, row)
	}
	b.Lines = append(b.Lines, engine.Msg(key.SheetPhaseNow, g18cz.PhaseSay(s.Phase)), engine.Msg(key.SheetPhasesHow))
	for p := s.Phase + 1; p < len(g18cz.Book.Phases); p++ {
		b.Lines = append(b.Lines, phaseLine(p, p-1, key.SheetPhaseNext))
	}
	return append([]engine.Block{b}, engine.Block{Head: engine.Msg(key.HeadRounds), Lines: append(roundLines(s), exportLines(s)...)})
}

func redCell(p int) engine.Cell {
	if n := redWorth(p); n > 0 {
		return sheet.Number(n)
	}
	return engine.Cell{Right: true}
}

// roundLines are the rounds to come.
func roundLines(s *g18cz.State) []engine.Message {
	var list []engine.Arg
	for _, x := range g18cz.Book.Timeline[min(s.Time+1, len(g18cz.Book.Timeline)):] {
		args := []engine.Arg{engine.Int("set", x.Set), engine.Int("round", x.Number)}
		switch {
		case x.Stage == g18cz.Stocks:
			list = append(list, sheet.Say(engine.Msg(key.SheetRoundStock, args...)))
		case x.Stage == g18cz.Operating && x.Export:
			list = append(list, sheet.Say(engine.Msg(key.SheetRoundExport, args...)))
		case x.Stage == g18cz.Operating:
			list = append(list, sheet.Say(engine.Msg(key.SheetRoundOperating, args...)))
		}
	}
	if len(list) == 0 {
		return []engine.Message{engine.Msg(key.SheetRoundsNone)}
	}
	return []engine.Message{engine.Msg(key.SheetRounds, engine.Several("rounds", list...))}
}
