package g18cz

import (
	"railpost/engine"
	"railpost/engine/rail/cash"
	"railpost/engine/sheet"
)

// localSheet is all local railways of the game, and their value in the rounds to
// come (3).
func (s *State) localSheet() []engine.Block {
	b := engine.Block{Head: head("locals"), Columns: headings("railway", "income", "owner", "ability", "name")}
	if s.Stage == drafting {
		b.Columns = headings("railway", "price", "income", "owner", "name")
	}
	for l := range Local(len(s.Locals)) {
		it, printed := s.Locals[l], &book.locals[l]
		if !it.In {
			continue
		}
		row := []engine.Cell{sheet.Word(printed.id), sheet.Number(printed.income), s.ownerCell(it.Owner), s.abilityCell(l), sheet.Word(printed.name)}
		if s.Stage == drafting {
			row = []engine.Cell{sheet.Word(printed.id), sheet.Number(printed.price), sheet.Number(printed.income), s.ownerCell(it.Owner), sheet.Word(printed.name)}
		}
		b.Rows = append(b.Rows, row)
	}
	return []engine.Block{b, s.valueBlock(), s.abilityBlock()}
}

func (s *State) ownerCell(a cash.Account) engine.Cell {
	if c := s.companyOf(a); c != noCompany {
		return sheet.Word(companies[c].id)
	}
	return sheet.Player(s.seatOf(a))
}

// abilityCell says whether the ability is left.
func (s *State) abilityCell(l Local) engine.Cell {
	if s.Locals[l].Used {
		return engine.Cell{Say: engine.Msg("18cz.cell.used")}
	}
	return engine.Cell{Say: engine.Msg("18cz.cell.unused")}
}

// valueBlock is the value in this round and in those to come.
func (s *State) valueBlock() engine.Block {
	b := engine.Block{Head: head("values"), Lines: s.valueLines()}
	var rounds []engine.Arg
	for _, x := range book.timeline[s.Time+1:] {
		if x.stage == operating {
			rounds = append(rounds, sheet.Say(line("round-value", engine.Int("set", x.set), engine.Int("round", x.round), engine.Int("n", x.value))))
		}
	}
	if len(rounds) > 0 {
		b.Lines = append(b.Lines, line("values", engine.Several("rounds", rounds...)))
	}
	return b
}

// valueLines are the value now, and that of the next operating round.
func (s *State) valueLines() []engine.Message {
	next := 0
	for _, x := range book.timeline[min(s.Time+1, len(book.timeline)):] {
		if x.value > 0 {
			next = x.value
			break
		}
	}
	args := []engine.Arg{engine.Int("n", s.localValue()), engine.Int("next", next), engine.Int("final", book.final)}
	switch {
	case s.Stage == over:
		return nil
	case s.localValue() == 0:
		return []engine.Message{line("value-first", args...)}
	case next == 0:
		return []engine.Message{line("value-last", args...)}
	}
	return []engine.Message{line("value", args...)}
}

// abilityBlock says what local railways of each size can do.
func (s *State) abilityBlock() engine.Block {
	b := engine.Block{Head: head("abilities")}
	for size := range Size(len(sizeNames)) {
		b.Lines = append(b.Lines, abilityLine(size))
	}
	b.Lines = append(b.Lines, line("ability-how"))
	if !s.sells() {
		b.Lines = append(b.Lines, line("ability-later", phaseSay(book.deals)))
	}
	return b
}

// abilityLine: its purple tiles, and the fees it waives.
func abilityLine(size Size) engine.Message {
	for _, l := range book.locals {
		if l.size != size {
			continue
		}
		tiles := make([]engine.Arg, 0, len(l.purple))
		for _, t := range l.purple {
			tiles = append(tiles, sheet.Text(t))
		}
		return line("ability", sizeSay("size", size), engine.Several("tiles", tiles...), engine.Int("n", l.discount))
	}
	return engine.Message{}
}

// offered are the local railways that can still be taken in the draft (4).
func (s *State) offered() engine.Block {
	b := engine.Block{Head: head("offered"), Columns: headings("railway", "price", "income", "name")}
	for _, l := range s.localsOf(cash.Bank) {
		it := &book.locals[l]
		b.Rows = append(b.Rows, []engine.Cell{sheet.Word(it.id), sheet.Number(it.price), sheet.Number(it.income), sheet.Word(it.name)})
	}
	b.Lines = append(s.valueLines(), line("railways-how"))
	return b
}
