package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/russian"
)

// tableSheet compares all players, in turn order.
func tableSheet(s *russian.State) []engine.Block {
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
		hand := p.Supply()
		b.Rows = append(b.Rows, []engine.Cell{
			numberCell(i + 1), {Say: engine.Msg("russian.cell.player", russian.Who(seat))}, numberCell(p.Score),
			numberCell(hand.Count() - hand.Ruble), numberCell(p.Rubles), numberCell(len(p.Engineers)), numberCell(filled), numberCell(len(p.Cards)),
			{Say: standing(s, seat)},
		})
	}
	for position := 1; position <= 2; position++ {
		if seat := s.Claimant(position); seat != engine.Nobody {
			b.Lines = append(b.Lines, line("claimed", russian.Who(seat), engine.Int("position", position)))
		}
	}
	if s.Phase == russian.Turns {
		b.Lines = append(b.Lines, line("round", engine.Int("round", s.Round), engine.Int("of", s.Rounds()), engine.Int("left", s.Rounds()-s.Round)))
	}
	return []engine.Block{b}
}

func numberCell(n int) engine.Cell {
	return engine.Cell{Say: engine.Msg("russian.cell.number", engine.Int("n", n)), Right: true}
}

// standing tells whose turn it is and who is out.
func standing(s *russian.State, seat engine.Seat) engine.Message {
	switch {
	case s.Phase == russian.Over:
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

// boardSheet is the main board: spaces, engineers, locomotives, factories, cards.
// Spaces that the seat could not use in a turn are listed separately with the reason.
func boardSheet(s *russian.State, seat engine.Seat) []engine.Block {
	mine := as(s, seat)
	var not unusableLines
	free := engine.Block{Head: head("free")}
	taken := engine.Block{Head: head("taken")}
	for _, sp := range russian.Book.Spaces {
		if sp.Engineer > 0 || !s.InPlay(sp) {
			continue
		}
		if l, ok := s.At(sp.ID); ok && !sp.Open {
			taken.Lines = append(taken.Lines, takenLine(sp, l))
			continue
		}
		if why := unusable(mine, sp); !why.Empty() {
			not.add(sp, why)
			continue
		}
		free.Lines = append(free.Lines, line("space", russian.SpaceTerm(sp.ID), costSay(sp), spaceEffect(sp)))
	}
	for slot, n := range s.Row {
		if n > 0 && s.PublicSlot(slot) {
			sp := russian.Book.Space(russian.EngineerSpace(n))
			if why := unusable(mine, sp); !why.Empty() && why.Key != "russian.refuse.occupied" {
				not.add(sp, why)
			}
		}
	}
	blocks := []engine.Block{free}
	blocks = append(blocks, not.block()...)
	for _, l := range s.Lying {
		if sp := russian.Book.Space(l.Space); sp.Engineer > 0 || sp.Open {
			taken.Lines = append(taken.Lines, takenLine(sp, l))
		}
	}
	if len(taken.Lines) > 0 {
		blocks = append(blocks, taken)
	}
	return append(blocks, engineerBlock(s), supplyBlock(s))
}

func takenLine(sp *russian.Space, l russian.Lying) engine.Message {
	return line("taken", russian.SpaceTerm(sp.ID), engine.Player("by", l.Who), russian.PayList("pieces", l.Pay))
}

// spaceEffect is the effect of a space with the order words for what must be
// chosen.
func spaceEffect(sp *russian.Space) engine.Arg {
	effect := russian.EffectList("effect", sp.Effect)
	for i, p := range sp.Effect {
		switch p.Op {
		case russian.OpBuild, russian.OpLoco, russian.OpFactory:
			effect.List[i].Text += "-sign"
		}
	}
	return effect
}

func costSay(sp *russian.Space) engine.Arg {
	var list []engine.Arg
	if sp.Workers > 0 {
		list = append(list, say(engine.Msg("russian.cost.workers", engine.Int("n", sp.Workers))))
	}
	if sp.Rubles > 0 {
		list = append(list, say(engine.Msg("russian.cost.rubles", engine.Int("n", sp.Rubles))))
	}
	return engine.Several("cost", list...)
}

// engineerBlock is the row of engineers: for hire, public, and to come.
func engineerBlock(s *russian.State) engine.Block {
	b := engine.Block{Head: head("engineers")}
	for slot, n := range s.Row {
		if n == 0 {
			continue
		}
		key := "engineer-announced"
		_, used := s.At(russian.EngineerSpace(n))
		switch {
		case slot == russian.HireSlot:
			key = "engineer-hire"
		case s.PublicSlot(slot) && used:
			key = "engineer-public-used"
		case s.PublicSlot(slot):
			key = "engineer-public"
		}
		b.Lines = append(b.Lines, line(key, engine.Text("word", russian.EngineerSpace(n)), russian.EngineerSay("engineer", n), engine.Int("rounds", s.RoundsAway(slot))))
	}
	if len(b.Lines) == 0 {
		b.Lines = append(b.Lines, line("engineers-none"))
	}
	return b
}

// supplyBlock is what can still be taken: locomotives, factories, ? cards, the deck.
func supplyBlock(s *russian.State) engine.Block {
	b := engine.Block{Head: head("supply")}
	var piles, faceUp, cards []engine.Arg
	for n, left := range s.Piles {
		if left > 0 {
			piles = append(piles, say(line("pile", engine.Int("number", n), engine.Int("n", left))))
		}
	}
	if len(piles) > 0 {
		b.Lines = append(b.Lines, line("piles", engine.Several("piles", piles...), russian.FactorySay("factory", s.Lowest())))
	} else {
		b.Lines = append(b.Lines, line("piles-none"))
	}
	for _, n := range s.FaceUp {
		faceUp = append(faceUp, russian.FactorySay("", n))
	}
	if len(faceUp) > 0 {
		b.Lines = append(b.Lines, line("face-up", engine.Several("factories", faceUp...)))
	}
	for i := range russian.Book.QuestionCards {
		if s.CardsUsed&(1<<i) == 0 {
			cards = append(cards, engine.Term("", russian.CardKey(i)))
		}
	}
	if len(cards) > 0 {
		b.Lines = append(b.Lines, line("qcards", engine.Several("cards", cards...)))
	} else {
		b.Lines = append(b.Lines, line("qcards-none"))
	}
	return engine.Block{Head: b.Head, Lines: append(b.Lines, line("deck", engine.Int("n", len(s.Deck))))}
}
