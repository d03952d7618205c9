package view

import (
	"maps"
	"slices"

	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// tableSheet compares all players, in turn order, and shows the boards of the others.
func tableSheet(s *russian.State, reader engine.Seat) []engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadTable), Columns: engine.Headings(key.ColumnPlayer, key.ColumnPoints, key.ColumnWorkers, key.ColumnRubles, key.ColumnState)}
	for _, seat := range s.Order {
		p := &s.Players[seat]
		hand := p.Supply()
		b.Rows = append(b.Rows, []engine.Cell{
			{Say: engine.Msg(key.CellPlayer, russian.Who(seat))}, numberCell(p.Score),
			numberCell(hand.Count() - hand.Ruble), numberCell(p.Rubles), {Say: standing(s, seat)},
		})
	}
	for position := 1; position <= 2; position++ {
		if seat := s.Claimant(position); seat != engine.Nobody {
			b.Lines = append(b.Lines, engine.Msg(key.SheetClaimed, russian.Who(seat), engine.Int("position", position)))
		}
	}
	blocks := []engine.Block{b}
	for _, seat := range s.Order {
		if seat != reader {
			blocks = append(blocks, boardBlock(s, seat))
		}
	}
	return append(blocks, legendBlock())
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

// boardSheet is the main board: what changes with every move, then engineers, locomotives
// and cards, and last what every space does, which hardly ever changes.
func boardSheet(s *russian.State, seat engine.Seat) []engine.Block {
	mine := as(s, seat)
	var names, not []engine.Arg
	add := func(sp *russian.Space) {
		if name := russian.SpaceTerm(sp.ID); unusable(mine, sp).Empty() {
			names = append(names, name)
		} else {
			not = append(not, name)
		}
	}
	places := engine.Block{Head: engine.Msg(key.HeadSpaces)}
	var order []engine.Message // the spaces that are not there in every round
	for _, sp := range russian.Book.Spaces {
		if sp.Engineer > 0 || !s.InPlay(sp) {
			continue
		}
		does := engine.Msg(key.SheetSpace, russian.SpaceTerm(sp.ID), costSay(sp), spaceEffect(sp))
		if sp.NotLast || sp.OnlyLast {
			order = append(order, does)
		} else {
			places.Lines = append(places.Lines, does)
		}
		if _, used := s.At(sp.ID); !used || sp.Open {
			add(sp)
		}
	}
	for slot, n := range s.Row {
		if n > 0 && s.PublicSlot(slot) {
			sp := russian.Book.Space(russian.EngineerSpace(n))
			if _, used := s.At(sp.ID); !used {
				add(sp)
			}
		}
	}
	now := engine.Block{Head: engine.Msg(key.HeadFree), Lines: addSeveral(nil, key.SheetFree, "spaces", names)}
	now.Lines = append(addSeveral(now.Lines, key.SheetUnusable, "spaces", not), takenLines(s)...)
	blocks := append([]engine.Block{now, engineerBlock(s)}, supplyBlocks(s)...)
	extra := engine.Block{Head: engine.Msg(key.HeadOrderSpaces), Lines: order}
	if s.Round == s.Rounds() {
		extra.Head = engine.Msg(key.HeadLastSpaces)
	}
	return append(blocks, extra, places)
}

// takenLines tell who is on which spaces, a line for each player.
func takenLines(s *russian.State) []engine.Message {
	var list []engine.Message
	for _, seat := range s.Order {
		var spaces []engine.Arg
		for _, l := range s.Lying {
			if l.Who == seat {
				spaces = append(spaces, russian.SpaceTerm(l.Space))
			}
		}
		if len(spaces) > 0 {
			list = append(list, engine.Msg(key.SheetTakenBy, engine.Player("by", seat), engine.Several("spaces", spaces...)))
		}
	}
	return list
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
		switch {
		case slot == russian.HireSlot:
			state = key.SheetEngineerHire
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

// supplyBlocks are what can still be taken: locomotives and factories, and apart from them
// the ? cards and the deck.
func supplyBlocks(s *russian.State) []engine.Block {
	tiles, rest := engine.Block{Head: engine.Msg(key.HeadSupply)}, engine.Block{Head: engine.Msg(key.HeadCards)}
	var piles, faceUp, cards []engine.Arg
	for n, left := range s.Piles {
		if left > 0 && len(piles) < pilesShown {
			piles = append(piles, say(engine.Msg(key.SheetPile, engine.Int("number", n), engine.Int("n", left))))
		}
	}
	if len(piles) > 0 {
		tiles.Lines = append(tiles.Lines, engine.Msg(key.SheetPiles, engine.Several("piles", piles...)), engine.Msg(key.SheetNextFactory, russian.FactorySay("factory", s.Lowest())))
	} else {
		tiles.Lines = append(tiles.Lines, engine.Msg(key.SheetPilesNone))
	}
	count := map[int]int{}
	for _, n := range s.FaceUp {
		count[n]++
	}
	for _, n := range slices.Sorted(maps.Keys(count)) {
		faceUp = append(faceUp, say(engine.Msg(key.SheetFaceUpOf, russian.FactorySay("factory", n), engine.Int("n", count[n]))))
	}
	tiles.Lines = addSeveral(tiles.Lines, key.SheetFaceUp, "factories", faceUp)
	for i := range russian.Book.QuestionCards {
		if s.CardsUsed&(1<<i) == 0 {
			cards = append(cards, engine.Term("", russian.CardKey(i)))
		}
	}
	if len(cards) > 0 {
		rest.Lines = append(rest.Lines, engine.Msg(key.SheetQcards, engine.Several("cards", cards...)))
	} else {
		rest.Lines = append(rest.Lines, engine.Msg(key.SheetQcardsNone))
	}
	rest.Lines = append(rest.Lines, engine.Msg(key.SheetDeck, engine.Int("n", len(s.Deck))))
	return []engine.Block{tiles, rest}
}

// pilesShown is how many piles of locomotives a letter names: the next and what follows it.
const pilesShown = 3
