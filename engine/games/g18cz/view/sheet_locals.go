package view

import (
	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/sheet"
)

// localSheet lists all local railways of the game, and their value in the rounds to
// come (IV.1).
func localSheet(s *g18cz.State) []engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadLocals), Columns: engine.Headings(key.ColumnRailway, key.ColumnIncome, key.ColumnOwner, key.ColumnAbility, key.ColumnName)}
	if s.Stage == g18cz.Drafting {
		b.Columns = engine.Headings(key.ColumnRailway, key.ColumnPrice, key.ColumnIncome, key.ColumnOwner, key.ColumnName)
	}
	for l := range g18cz.Local(len(s.Locals)) {
		it, printed := s.Locals[l], &g18cz.Book.Locals[l]
		if !it.In {
			continue
		}
		row := []engine.Cell{sheet.Word(printed.ID), sheet.Number(printed.Income), ownerCell(s, it.Owner), abilityCell(s, l), sheet.Word(printed.Name)}
		if s.Stage == g18cz.Drafting {
			row = []engine.Cell{sheet.Word(printed.ID), sheet.Number(printed.Price), sheet.Number(printed.Income), ownerCell(s, it.Owner), sheet.Word(printed.Name)}
		}
		b.Rows = append(b.Rows, row)
	}
	return []engine.Block{b, valueBlock(s), abilityBlock(s)}
}

func ownerCell(s *g18cz.State, a cash.Account) engine.Cell {
	if c := s.CompanyOf(a); c != g18cz.NoCompany {
		return sheet.Word(c.ID())
	}
	return sheet.Player(s.SeatOf(a))
}

// abilityCell says whether the ability is left.
func abilityCell(s *g18cz.State, l g18cz.Local) engine.Cell {
	if s.Locals[l].Used {
		return engine.Cell{Say: engine.Msg(key.CellUsed)}
	}
	return engine.Cell{Say: engine.Msg(key.CellUnused)}
}

// valueBlock is the value in this round and in later ones.
func valueBlock(s *g18cz.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadValues), Lines: valueLines(s)}
	var rounds []engine.Arg
	for _, x := range g18cz.Book.Timeline[s.Time+1:] {
		if x.Stage == g18cz.Operating {
			rounds = append(rounds, sheet.Say(engine.Msg(key.SheetRoundValue, engine.Int("set", x.Set), engine.Int("round", x.Number), engine.Int("n", x.Value))))
		}
	}
	b.AddList(key.SheetValues, "rounds", rounds)
	return b
}

// valueLines give the value now, and that of the next operating round.
func valueLines(s *g18cz.State) []engine.Message {
	next := 0
	for _, x := range g18cz.Book.Timeline[min(s.Time+1, len(g18cz.Book.Timeline)):] {
		if x.Value > 0 {
			next = x.Value
			break
		}
	}
	args := []engine.Arg{engine.Int("n", s.LocalValue()), engine.Int("next", next), engine.Int("final", g18cz.Book.Final)}
	switch {
	case s.Stage == g18cz.Over:
		return nil
	case s.LocalValue() == 0:
		return []engine.Message{engine.Msg(key.SheetValueFirst, args...)}
	case next == 0:
		return []engine.Message{engine.Msg(key.SheetValueLast, args...)}
	}
	return []engine.Message{engine.Msg(key.SheetValue, args...)}
}

// abilityBlock lists the abilities of local railways of each size.
func abilityBlock(s *g18cz.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadAbilities)}
	for size := range g18cz.Size(len(g18cz.SizeNames)) {
		b.Lines = append(b.Lines, abilityLine(size))
	}
	b.Add(key.SheetAbilityHow)
	if !s.Sells() {
		b.Add(key.SheetAbilityLater, g18cz.PhaseSay(g18cz.Book.Deals))
	}
	return b
}

// abilityLine names its purple tiles, and the fees it waives.
func abilityLine(size g18cz.Size) engine.Message {
	for _, l := range g18cz.Book.Locals {
		if l.Size != size {
			continue
		}
		tiles := engine.Each(l.Purple, sheet.Text)
		return engine.Msg(key.SheetAbility, g18cz.SizeSay("size", size), engine.Several("tiles", tiles...), engine.Int("n", l.Discount))
	}
	return engine.Message{}
}

// offered lists the local railways that can still be taken in the draft with their prices (VI).
func offered(s *g18cz.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadOffered)}
	for size := range g18cz.Size(len(g18cz.SizeNames)) {
		var list []engine.Arg
		income := 0
		for _, l := range s.LocalsOf(cash.Bank) {
			if it := &g18cz.Book.Locals[l]; it.Size == size {
				income = it.Income
				list = append(list, sheet.Say(engine.Msg(key.SheetReserveCard, engine.Text("train", it.ID), engine.Int("n", it.Price))))
			}
		}
		if len(list) > 0 {
			b.Add(key.SheetOffered, g18cz.SizeSay("size", size), engine.Several("railways", list...), engine.Int("income", income))
		}
	}
	b.Lines = append(b.Lines, valueLines(s)...)
	b.Add(key.SheetRailwaysHow)
	return b
}
