package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// tableSheet compares all players, in turn order.
func tableSheet(s *russian.State) []engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadTable)}
	for _, c := range []string{key.ColumnPlace, key.ColumnPlayer, key.ColumnPoints, key.ColumnWorkers, key.ColumnRubles, key.ColumnEngineers, key.ColumnTokens, key.ColumnCards, key.ColumnState} {
		b.Columns = append(b.Columns, engine.Msg(c))
	}
	for i, seat := range s.Order {
		p := &s.Players[seat]
		hand := p.Supply()
		b.Rows = append(b.Rows, []engine.Cell{
			numberCell(i + 1), {Say: engine.Msg(key.CellPlayer, russian.Who(seat))}, numberCell(p.Score),
			numberCell(hand.Count() - hand.Ruble), numberCell(p.Rubles), numberCell(len(p.Engineers)), numberCell(russian.CountTaken(p.Filled[:])), numberCell(len(p.Cards)),
			{Say: standing(s, seat)},
		})
	}
	for position := 1; position <= 2; position++ {
		if seat := s.Claimant(position); seat != engine.Nobody {
			b.Lines = append(b.Lines, engine.Msg(key.SheetClaimed, russian.Who(seat), engine.Int("position", position)))
		}
	}
	if s.Phase == russian.Turns {
		b.Lines = append(b.Lines, engine.Msg(key.SheetRound, engine.Int("round", s.Round), engine.Int("of", s.Rounds()), engine.Int("left", s.Rounds()-s.Round)))
	}
	return []engine.Block{b}
}

func numberCell(n int) engine.Cell {
	return engine.Cell{Say: engine.Msg(key.CellNumber, engine.Int("n", n)), Right: true}
}

// standing tells whose turn it is and who is out.
func standing(s *russian.State, seat engine.Seat) engine.Message {
	switch {
	case s.Phase == russian.Over:
		return engine.Message{}
	case seat == s.Actor:
		return engine.Msg(key.CellNow)
	case slices.Contains(s.Queue, seat):
		return engine.Msg(key.CellLater)
	case s.Players[seat].Passed:
		return engine.Msg(key.CellPassed)
	}
	return engine.Message{}
}

// boardSheet is the main board: spaces, engineers, locomotives, factories, cards.
// Spaces that the seat could not use in a turn are listed separately with the reason.
func boardSheet(s *russian.State, seat engine.Seat) []engine.Block {
	mine := as(s, seat)
	var not unusableLines
	free := engine.Block{Head: engine.Msg(key.HeadFree)}
	taken := engine.Block{Head: engine.Msg(key.HeadTaken)}
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
		free.Lines = append(free.Lines, engine.Msg(key.SheetSpace, russian.SpaceTerm(sp.ID), costSay(sp), spaceEffect(sp)))
	}
	for slot, n := range s.Row {
		if n > 0 && s.PublicSlot(slot) {
			sp := russian.Book.Space(russian.EngineerSpace(n))
			if why := unusable(mine, sp); !why.Empty() && why.Key != key.RefuseOccupied {
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
	return engine.Msg(key.SheetTaken, russian.SpaceTerm(sp.ID), engine.Player("by", l.Who), russian.PayList("pieces", l.Pay))
}

// partSigns are the parts of an effect that name their order words.
var partSigns = map[russian.Op]string{
	russian.OpBuild: key.PartBuildSign, russian.OpLoco: key.PartLocoSign, russian.OpFactory: key.PartFactorySign,
}

// spaceEffect is the effect of a space with the order words for what must be
// chosen.
func spaceEffect(sp *russian.Space) engine.Arg {
	effect := russian.EffectList("effect", sp.Effect)
	for i, p := range sp.Effect {
		if sign, ok := partSigns[p.Op]; ok {
			effect.List[i].Text = sign
		}
	}
	return effect
}

func costSay(sp *russian.Space) engine.Arg {
	var list []engine.Arg
	if sp.Workers > 0 {
		list = append(list, say(engine.Msg(key.CostWorkers, engine.Int("n", sp.Workers))))
	}
	if sp.Rubles > 0 {
		list = append(list, say(engine.Msg(key.CostRubles, engine.Int("n", sp.Rubles))))
	}
	return engine.Several("cost", list...)
}

// engineerBlock is the row of engineers: for hire, public, and to come.
func engineerBlock(s *russian.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadEngineers)}
	for slot, n := range s.Row {
		if n == 0 {
			continue
		}
		state := key.SheetEngineerAnnounced
		_, used := s.At(russian.EngineerSpace(n))
		switch {
		case slot == russian.HireSlot:
			state = key.SheetEngineerHire
		case s.PublicSlot(slot) && used:
			state = key.SheetEngineerPublicUsed
		case s.PublicSlot(slot):
			state = key.SheetEngineerPublic
		}
		b.Lines = append(b.Lines, engine.Msg(state, engine.Text("word", russian.EngineerSpace(n)), russian.EngineerSay("engineer", n), engine.Int("rounds", s.RoundsAway(slot))))
	}
	if len(b.Lines) == 0 {
		b.Lines = append(b.Lines, engine.Msg(key.SheetEngineersNone))
	}
	return b
}

// supplyBlock is what can still be taken: locomotives, factories, ? cards, the deck.
func supplyBlock(s *russian.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadSupply)}
	var piles, faceUp, cards []engine.Arg
	for n, left := range s.Piles {
		if left > 0 {
			piles = append(piles, say(engine.Msg(key.SheetPile, engine.Int("number", n), engine.Int("n", left))))
		}
	}
	if len(piles) > 0 {
		b.Lines = append(b.Lines, engine.Msg(key.SheetPiles, engine.Several("piles", piles...), russian.FactorySay("factory", s.Lowest())))
	} else {
		b.Lines = append(b.Lines, engine.Msg(key.SheetPilesNone))
	}
	for _, n := range s.FaceUp {
		faceUp = append(faceUp, russian.FactorySay("", n))
	}
	b.Lines = addSeveral(b.Lines, key.SheetFaceUp, "factories", faceUp)
	for i := range russian.Book.QuestionCards {
		if s.CardsUsed&(1<<i) == 0 {
			cards = append(cards, engine.Term("", russian.CardKey(i)))
		}
	}
	if len(cards) > 0 {
		b.Lines = append(b.Lines, engine.Msg(key.SheetQcards, engine.Several("cards", cards...)))
	} else {
		b.Lines = append(b.Lines, engine.Msg(key.SheetQcardsNone))
	}
	return engine.Block{Head: b.Head, Lines: append(b.Lines, engine.Msg(key.SheetDeck, engine.Int("n", len(s.Deck))))}
}
