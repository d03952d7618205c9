package russian

import (
	"slices"

	"railpost/engine"
)

// tableSheet compares all players, in turn order.
func (s *State) tableSheet() []engine.Block {
	b := engine.Block{Head: head("table")}
	for _, c := range []string{"place", "player", "points", "workers", "rubles", "engineers", "tokens", "cards", "state"} {
		b.Columns = append(b.Columns, engine.Msg("russian.column."+c))
	}
	for i, seat := range s.Order {
		p := &s.Players[seat]
		filled := 0
		for _, t := range p.Filled {
			if t > 0 {
				filled++
			}
		}
		hand := p.supply()
		b.Rows = append(b.Rows, []engine.Cell{
			numberCell(i + 1), {Say: engine.Msg("russian.cell.player", who(seat))}, numberCell(p.Score),
			numberCell(hand.count() - hand.Ruble), numberCell(p.Rubles), numberCell(len(p.Engineers)), numberCell(filled), numberCell(len(p.Cards)),
			{Say: s.standing(seat)},
		})
	}
	for position := 1; position <= 2; position++ {
		if seat := s.claimant(position); seat != engine.Nobody {
			b.Lines = append(b.Lines, line("claimed", who(seat), engine.Int("position", position)))
		}
	}
	if s.Phase == turns {
		b.Lines = append(b.Lines, line("round", engine.Int("round", s.Round), engine.Int("of", s.table().rounds), engine.Int("left", s.table().rounds-s.Round)))
	}
	return []engine.Block{b}
}

func numberCell(n int) engine.Cell {
	return engine.Cell{Say: engine.Msg("russian.cell.number", engine.Int("n", n)), Right: true}
}

// standing says whose turn it is and who is out.
func (s *State) standing(seat engine.Seat) engine.Message {
	switch {
	case s.Phase == over:
		return engine.Message{}
	case seat == s.Actor:
		return engine.Msg("russian.cell.now")
	case slices.Contains(s.Queue, seat):
		return engine.Msg("russian.cell.later")
	case s.Players[seat].Passed:
		return engine.Msg("russian.cell.passed")
	}
	return engine.Message{}
}

// boardSheet is the main board: spaces, engineers, locomotives, factories,
// cards. What the seat could not use in a turn stands apart with the reason.
func (s *State) boardSheet(seat engine.Seat) []engine.Block {
	mine := s.as(seat)
	var not unusableLines
	free := engine.Block{Head: head("free")}
	taken := engine.Block{Head: head("taken")}
	for _, sp := range book.spaces {
		if sp.engineer > 0 || !sp.players[s.Seats] || sp.notLast && s.lastRound() || sp.onlyLast && !s.lastRound() {
			continue
		}
		if l, ok := s.at(sp.id); ok && !sp.open {
			taken.Lines = append(taken.Lines, takenLine(sp, l))
			continue
		}
		if why := mine.unusable(sp); !why.Empty() {
			not.add(sp, why)
			continue
		}
		free.Lines = append(free.Lines, line("space", spaceTerm(sp.id), costSay(sp), spaceEffect(sp)))
	}
	for slot, n := range s.Row {
		if n > 0 && s.publicSlot(slot) {
			sp := book.space(engineerSpace(n))
			if why := mine.unusable(sp); !why.Empty() && why.Key != "russian.refuse.occupied" {
				not.add(sp, why)
			}
		}
	}
	blocks := []engine.Block{free}
	blocks = append(blocks, not.block()...)
	for _, l := range s.Lying {
		if sp := book.space(l.Space); sp.engineer > 0 || sp.open {
			taken.Lines = append(taken.Lines, takenLine(sp, l))
		}
	}
	if len(taken.Lines) > 0 {
		blocks = append(blocks, taken)
	}
	return append(blocks, s.engineerBlock(), s.supplyBlock())
}

func takenLine(sp *space, l Lying) engine.Message {
	return line("taken", spaceTerm(sp.id), engine.Player("by", l.Who), payList("pieces", l.Pay))
}

// spaceEffect is the effect of a space with the order words for what must be
// chosen.
func spaceEffect(sp *space) engine.Arg {
	effect := effectList("effect", sp.effect)
	for i, p := range sp.effect {
		switch p.Op {
		case opBuild, opLoco, opFactory:
			effect.List[i].Text += "-sign"
		}
	}
	return effect
}

func costSay(sp *space) engine.Arg {
	var list []engine.Arg
	if sp.workers > 0 {
		list = append(list, say(engine.Msg("russian.cost.workers", engine.Int("n", sp.workers))))
	}
	if sp.rubles > 0 {
		list = append(list, say(engine.Msg("russian.cost.rubles", engine.Int("n", sp.rubles))))
	}
	return engine.Several("cost", list...)
}

// engineerBlock is the row: who can be hired, used by everybody, who comes.
func (s *State) engineerBlock() engine.Block {
	b := engine.Block{Head: head("engineers")}
	for slot, n := range s.Row {
		if n == 0 {
			continue
		}
		key := "engineer-announced"
		_, used := s.at(engineerSpace(n))
		switch {
		case slot == hireSlot:
			key = "engineer-hire"
		case s.publicSlot(slot) && used:
			key = "engineer-public-used"
		case s.publicSlot(slot):
			key = "engineer-public"
		}
		b.Lines = append(b.Lines, line(key, engine.Text("word", engineerSpace(n)), engineerSay("engineer", n), engine.Int("rounds", slot-s.table().public)))
	}
	if len(b.Lines) == 0 {
		b.Lines = append(b.Lines, line("engineers-none"))
	}
	return b
}

// supplyBlock is what can still be taken: locomotives, factories, ? cards, the deck.
func (s *State) supplyBlock() engine.Block {
	b := engine.Block{Head: head("supply")}
	var piles, faceUp, cards []engine.Arg
	for n, left := range s.Piles {
		if left > 0 {
			piles = append(piles, say(line("pile", engine.Int("number", n), engine.Int("n", left))))
		}
	}
	if len(piles) > 0 {
		b.Lines = append(b.Lines, line("piles", engine.Several("piles", piles...), factorySay("factory", s.lowest())))
	} else {
		b.Lines = append(b.Lines, line("piles-none"))
	}
	for _, n := range s.FaceUp {
		faceUp = append(faceUp, factorySay("", n))
	}
	if len(faceUp) > 0 {
		b.Lines = append(b.Lines, line("face-up", engine.Several("factories", faceUp...)))
	}
	for i := range book.qcards {
		if s.CardsUsed&(1<<i) == 0 {
			cards = append(cards, engine.Term("", cardKey(i)))
		}
	}
	if len(cards) > 0 {
		b.Lines = append(b.Lines, line("qcards", engine.Several("cards", cards...)))
	} else {
		b.Lines = append(b.Lines, line("qcards-none"))
	}
	return engine.Block{Head: b.Head, Lines: append(b.Lines, line("deck", engine.Int("n", len(s.Deck))))}
}
