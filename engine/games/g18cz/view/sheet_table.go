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

// tableSheet compares players and corporations, and shows local railways, rounds and trains. Facts that change
// each turn and others are in different blocks.
func tableSheet(s *g18cz.State, seat engine.Seat) []engine.Block {
	var blocks []engine.Block
	switch s.Stage {
	case g18cz.Drafting:
		return []engine.Block{playerTable(s), offered(s)}
	case g18cz.Stocks:
		blocks = append(blocks, marketTable(s), corporationTable(s), startTable(s))
	case g18cz.Operating:
		blocks = append(blocks, corporationTable(s), moneyTable(s))
	default:
		blocks = append(blocks, playerTable(s), holdingTable(s), corporationTable(s))
	}
	blocks = append(blocks, railwayBlock(s), roundBlock(s))
	if s.Turn.Step != g18cz.StepTrains || decidesNow(s, seat) == g18cz.NoCompany { // otherwise its position has the card
		blocks = append(blocks, cardBlock(s))
	}
	blocks = append(blocks, phaseBlock(s))
	return engine.Filled(blocks...)
}

// railwayBlock lists who owns which local railways.
func railwayBlock(s *g18cz.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadRailways)}
	var list []engine.Arg
	for _, seat := range s.Players {
		if words := localWords(s, seat); words != "" {
			list = append(list, sheet.Say(engine.Msg(key.SheetRailwaysSeat, engine.Player("seat", seat), engine.Text("railways", words))))
		}
	}
	for _, c := range s.InPlay() {
		var open, used []string
		for _, l := range s.LocalsOf(s.Account(c)) {
			if s.Locals[l].Used {
				used = append(used, l.ID())
			} else {
				open = append(open, l.ID())
			}
		}
		if len(open)+len(used) > 0 {
			list = append(list, sheet.Say(engine.Msg(key.SheetRailwaysCompany, engine.Text("company", c.ID()), engine.Text("railways", strings.Join(open, " ")), engine.Text("used", strings.Join(used, " ")))))
		}
	}
	b.AddList(key.SheetRailwaysOwned, "railways", list)
	return b
}

// roundBlock is facts that change with each operating round: rounds left, values of local railways, the next export.
func roundBlock(s *g18cz.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadAhead)}
	if last := lastRound(); runsAhead(s) > 0 {
		b.Add(key.SheetRoundsLeft, engine.Int("n", runsAhead(s)), engine.Int("set", last.Set), engine.Int("round", last.Number))
	}
	b.Lines = append(b.Lines, valueLines(s)...)
	b.Lines = append(b.Lines, exportLines(s)...)
	return b
}

// cardBlock is the card on top of the depot.
func cardBlock(s *g18cz.State) engine.Block {
	if s.Stage == g18cz.Over {
		return engine.Block{}
	}
	return engine.Block{Head: engine.Msg(key.HeadCard), Lines: cardLines(s)}
}

// phaseBlock is the cards of later phases, and the trains they rust.
func phaseBlock(s *g18cz.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadClock, g18cz.PhaseSay(s.Phase))}
	if s.Stage != g18cz.Over {
		b.AddList(key.SheetCardsLeft, "cards", cardsLeft(s))
		b.AddList(key.SheetRustAhead, "list", rustAhead(s))
	}
	return b
}

// rustAhead names the later cards that first rust the trains in play.
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

// cardsLeft returns the number of cards left of each later kind.
func cardsLeft(s *g18cz.State) (list []engine.Arg) {
	for pile := s.Top() + 1; pile < len(g18cz.Book.Piles); pile++ {
		left := engine.If(s.Depot.Left[pile] == trains.Endless, key.SheetCardLeftEndless, key.SheetCardLeft)
		list = append(list, sheet.Say(engine.Msg(left, engine.Text("card", g18cz.Book.Piles[pile].Name), engine.Int("n", s.Depot.Left[pile]))))
	}
	return list
}

// cardLine describes the card on top of the depot with its sides and prices.
func cardLine(s *g18cz.State) engine.Message {
	pile := &g18cz.Book.Piles[s.Top()]
	faces := engine.Each(pile.Faces, func(f trains.Face) engine.Arg {
		return sheet.Say(engine.Msg(key.SheetReserveCard, engine.Text("train", f.Name), engine.Int("n", f.Price)))
	})
	args := []engine.Arg{engine.Text("card", pile.Name), engine.Several("trains", faces...), engine.Int("n", s.Depot.Left[s.Top()])}
	return engine.Msg(engine.If(s.Depot.Left[s.Top()] < 0, key.SheetCardEndless, key.SheetCard), args...)
}

// cardLines describe the card on top of the depot and the consequences of its sale.
func cardLines(s *g18cz.State) []engine.Message {
	list, pile := []engine.Message{cardLine(s)}, s.Top()
	if pile > s.Phase {
		list = append(list, phaseLine(pile, s.Phase, key.SheetCardPhase))
	}
	for _, f := range g18cz.Book.Piles[pile].Faces {
		if gone := wouldRust(s, f.Name); len(gone) > 0 {
			list = append(list, engine.Msg(key.SheetCardRusts, engine.Text("train", f.Name), engine.Text("trains", strings.Join(gone, ", "))))
		}
	}
	return list
}
