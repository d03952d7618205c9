package g18cz

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/trains"
	"railpost/engine/sheet"
)

// trainSheet is what the bank sells, what rusts by what, and what comes next (9).
func (s *State) trainSheet() []engine.Block {
	next := engine.Block{Head: head("next-phase"), Lines: s.nextLines()}
	return []engine.Block{s.trainTable(), s.rustBlock(), next}
}

// trainTable is the cards in the order in which they are sold.
func (s *State) trainTable() engine.Block {
	b := engine.Block{Head: head("trains"), Columns: headings("card", "left", "normal", "plus", "express")}
	for i, p := range book.piles {
		left := s.Depot.Left[i]
		if left == 0 {
			continue
		}
		row := make([]engine.Cell, len(b.Columns))
		row[0], row[1] = sheet.Word(p.Name), sheet.Number(left)
		if left == trains.Endless {
			row[1] = engine.Cell{Say: engine.Msg("18cz.cell.endless"), Right: true}
		}
		for _, f := range p.Faces {
			row[2+f.Size] = engine.Cell{Say: engine.Msg("18cz.cell.train", engine.Text("train", f.Name), engine.Int("n", f.Price))}
		}
		b.Rows = append(b.Rows, row)
	}
	b.Lines = append(b.Lines, line("top-card", engine.Text("card", book.piles[s.top()].Name)))
	b.Lines = append(b.Lines, s.reserveLines()...)
	b.Lines = append(b.Lines, line("ranges"), line("cards-how"))
	return b
}

// reserveLines are the cards of the reserve, and how to say which is bought where
// they show different sides.
func (s *State) reserveLines() []engine.Message {
	if len(s.Reserve) == 0 {
		return nil
	}
	var cards []engine.Arg
	for _, c := range s.Reserve {
		cards = append(cards, sheet.Say(line("reserve-card", cardSay("train", c), engine.Int("n", face(c).Price))))
	}
	list := []engine.Message{line("reserve", engine.Several("trains", cards...))}
	for _, c := range s.Reserve {
		side := Card{Pile: c.Pile}
		if usual := s.Reserve[s.inReserve(side)]; s.second() && usual != c {
			return append(list, line("reserve-sides", cardSay("train", side), cardSay("side", c)))
		}
	}
	return list
}

// rustBlock: which sides rust by the sale of which (9.2). Those that are gone or
// never rust are not told one by one.
func (s *State) rustBlock() engine.Block {
	b := engine.Block{Head: head("rust")}
	var causes []string
	rusting := map[string][]string{}
	for i, p := range book.piles {
		for j, f := range p.Faces {
			if len(f.RustedBy) == 0 || s.rusted(Card{Pile: i, Face: j}) {
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
		b.Lines = append(b.Lines, line("rusts", engine.Text("trains", strings.Join(rusting[by], ", ")), engine.Text("by", by)))
	}
	b.Lines = append(b.Lines, line("rust-how"))
	return b
}

// nextLines: what the next phases bring, and the next export.
func (s *State) nextLines() []engine.Message {
	var list []engine.Message
	for p := s.Phase + 1; p < len(book.phases); p++ {
		list = append(list, s.phaseLine(p, p-1, "phase-next"))
		if p == s.Phase+2 {
			break
		}
	}
	return append(list, s.exportLines()...)
}

// phaseLine is what a phase changes against an earlier one.
func (s *State) phaseLine(p, before int, key string) engine.Message {
	return line(key, phaseSay(p), engine.Several("effects", effects(p, before)...))
}

// effects are what a phase changes (9.1, 9.3).
func effects(p, before int) (list []engine.Arg) {
	add := func(key string, args ...engine.Arg) { list = append(list, sheet.Say(line(key, args...))) }
	is, was := &book.phases[p], &book.phases[before]
	for _, colour := range is.Colours {
		if !slices.Contains(was.Colours, colour) {
			add("effect-tiles", engine.Term("colour", "18cz.colour."+colour))
		}
	}
	for size, opens := range book.opens {
		if before < opens && opens <= p {
			add("effect-opens", sizeSay("size", Size(size)))
		}
	}
	if before < book.deals && book.deals <= p {
		add("effect-deals")
	}
	for size, limit := range is.Limit {
		if limit != was.Limit[size] && was.Limit[size] > 0 {
			add("effect-limit", sizeSay("size", Size(size)), engine.Int("n", limit))
		}
	}
	if book.phases[p].Colour() != book.phases[before].Colour() {
		add("effect-red", engine.Int("n", redWorth(p)))
	}
	if len(list) == 0 {
		add("effect-none")
	}
	return list
}

// redWorth is what a red tile is worth in a phase (7.7).
func redWorth(p int) int {
	tile := &book.worlds[0].Set.Tiles[companies[len(companies)-1].red] // all are alike; the last corporation is a large one
	return tile.Stops[0].Worth(book.phases[p].Colour())
}

// exportLines say which card the next export takes, and what follows (9.5).
func (s *State) exportLines() []engine.Message {
	if s.Stage == over {
		return nil
	}
	at := slices.IndexFunc(book.timeline[s.Time:], func(x slot) bool { return x.export })
	if at < 0 {
		return []engine.Message{line("export-none")}
	}
	x, pile := &book.timeline[s.Time+at], s.top()
	args := []engine.Arg{engine.Int("set", x.set), engine.Int("round", x.round), engine.Text("card", book.piles[pile].Name)}
	if s.two() {
		return []engine.Message{line("export-neutral", args...)}
	}
	list := []engine.Message{line("export", args...)}
	var sides []string
	for _, f := range book.piles[pile].Faces {
		sides = append(sides, f.Name)
	}
	if gone := s.wouldRust(sides...); len(gone) > 0 {
		list = append(list, line("export-rusts", engine.Text("trains", strings.Join(gone, ", "))))
	}
	if pile > s.Phase {
		list = append(list, s.phaseLine(pile, s.Phase, "export-phase"))
	}
	return list
}

// wouldRust names the trains in play that rust when a card leaves as some of its
// sides.
func (s *State) wouldRust(sides ...string) (names []string) {
	inPlay := slices.Clone(s.Reserve)
	for _, c := range s.Companies {
		inPlay = append(inPlay, c.Trains...)
	}
	for _, card := range inPlay {
		if f := face(card); f.Rusts(sides...) && !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return names
}

// phaseSheet is all phases, the present one and those to come.
func (s *State) phaseSheet() []engine.Block {
	b := engine.Block{Head: head("phases"), Columns: headings("phase", "tiles", "red", "small", "medium", "large")}
	for p := s.Phase; p < len(book.phases); p++ {
		phase := &book.phases[p]
		row := []engine.Cell{{Say: engine.Msg("18cz.phase." + phase.Name)}, {Say: engine.Msg("18cz.colour." + phase.Colour())}, redCell(p)}
		for size, limit := range phase.Limit {
			cell := engine.Cell{Right: true}
			if p >= book.opens[size] {
				cell = sheet.Number(limit)
			}
			row = append(row, cell)
		}
		b.Rows = append(b.Rows, row)
	}
	b.Lines = append(b.Lines, line("phase-now", phaseSay(s.Phase)), line("phases-how"))
	for p := s.Phase + 1; p < len(book.phases); p++ {
		b.Lines = append(b.Lines, s.phaseLine(p, p-1, "phase-next"))
	}
	return append([]engine.Block{b}, engine.Block{Head: head("rounds"), Lines: append(s.roundLines(), s.exportLines()...)})
}

func redCell(p int) engine.Cell {
	if n := redWorth(p); n > 0 {
		return sheet.Number(n)
	}
	return engine.Cell{Right: true}
}

// roundLines are the rounds to come.
func (s *State) roundLines() []engine.Message {
	var list []engine.Arg
	for _, x := range book.timeline[min(s.Time+1, len(book.timeline)):] {
		args := []engine.Arg{engine.Int("set", x.set), engine.Int("round", x.round)}
		switch {
		case x.stage == stocks:
			list = append(list, sheet.Say(line("round-stock", args...)))
		case x.stage == operating && x.export:
			list = append(list, sheet.Say(line("round-export", args...)))
		case x.stage == operating:
			list = append(list, sheet.Say(line("round-operating", args...)))
		}
	}
	if len(list) == 0 {
		return []engine.Message{line("rounds-none")}
	}
	return []engine.Message{line("rounds", engine.Several("rounds", list...))}
}
