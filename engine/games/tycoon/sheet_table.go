package tycoon

import "railpost/engine"

// tableSheet is what all may know of all, and what can be had.
func (s *State) tableSheet() []engine.Block {
	blocks := []engine.Block{s.playersBlock()}
	won := s.wonBlock()
	if s.Stage != StageOver && !s.Rules.Novice {
		blocks = append(blocks, s.upBlocks()...)
	}
	if len(won.Lines) > 0 {
		blocks = append(blocks, won)
	}
	if shown := s.shownBlock(); len(shown.Lines) > 0 {
		blocks = append(blocks, shown)
	}
	if s.Stage != StageOver {
		blocks = append(blocks, s.endBlock())
	}
	return blocks
}

// playersBlock compares the players, in the order of play.
func (s *State) playersBlock() engine.Block {
	b := engine.Block{
		Head:    head("table"),
		Lines:   s.stageLines(),
		Columns: headings("player", "money", "shares", "position", "income", "engine", "links", "network", "line"),
	}
	if !s.Rules.Novice {
		b.Columns = append(b.Columns, headings("cards")...)
	}
	for _, seat := range s.inOrder() {
		p := s.player(seat)
		row := []engine.Cell{
			cell("seat", engine.Int("n", int(seat)+1), engine.Player("player", seat)), moneyCell(p.Money), numberCell(p.Shares), numberCell(p.Position), moneyCell(s.income(p.Position)), numberCell(p.Engine),
			numberCell(s.ownLinks(seat)), numberCell(s.largestNetwork(seat)), numberCell(s.longestLine(seat)),
		}
		if !s.Rules.Novice {
			row = append(row, numberCell(len(p.Cards)))
		}
		b.Rows = append(b.Rows, row)
	}
	return b
}

// stageLines say where the auction or the round is.
func (s *State) stageLines() []engine.Message {
	switch s.Stage {
	case StageAuction:
		return s.auctionLines()
	case StageActions:
		return []engine.Message{s.roundLine()}
	}
	return nil
}

// auctionLines are the highest bid, who is out, and who speaks.
func (s *State) auctionLines() []engine.Message {
	a := &s.Auction
	var out, in []engine.Arg
	for i := range s.Seats {
		seat := s.after(a.Speaker, i)
		switch {
		case a.Out[seat]:
			out = append(out, engine.Player("", seat))
		case seat != a.Leader:
			in = append(in, engine.Player("", seat))
		}
	}
	list := []engine.Message{line("auction-none", engine.Int("turn", s.Turn), engine.Several("speakers", in...))}
	if a.Leader != engine.Nobody {
		list[0] = line("auction", engine.Int("turn", s.Turn), engine.Player("leader", a.Leader), engine.Int("high", a.High), engine.Several("speakers", in...))
	}
	if len(out) > 0 {
		list = append(list, line("auction-out", engine.Several("players", out...)))
	}
	return list
}

// roundLine is who acts in the round and who comes then.
func (s *State) roundLine() engine.Message {
	var later []engine.Arg
	for i := s.Moved + 1; i < s.Seats; i++ {
		later = append(later, engine.Player("", s.after(s.First, i)))
	}
	args := []engine.Arg{
		engine.Int("round", s.Round), engine.Int("of", Rounds), engine.Int("turn", s.Turn), engine.Player("first", s.First),
		engine.Player("player", s.actor()), engine.Several("later", later...), engine.Int("n", len(later)),
	}
	if len(later) == 0 {
		return line("round-last", args...)
	}
	return line("round", args...)
}

// upBlocks are the available cards: those that can be taken, and the awards.
func (s *State) upBlocks() []engine.Block {
	take, awards := engine.Block{Head: head("cards-take")}, engine.Block{Head: head("cards-award")}
	for _, g := range s.alike(s.Up) {
		id := g[0]
		if s.book.Cards[id].Timing == Award {
			awards.Lines = append(awards.Lines, line("award", engine.Say("effect", s.cardWords(id))))
			continue
		}
		key, why := "take", engine.Message{}
		if r, no := engine.AsRefusal(s.mayTake(id)); no {
			key, why = "take-not", r.Why
		}
		take.Lines = append(take.Lines, line(key, cardNumbers(g), engine.Say("effect", s.cardWords(id)), engine.Say("why", why)))
	}
	if len(take.Lines) == 0 {
		take.Lines = append(take.Lines, line("take-none"))
	}
	deck := "deck"
	if s.Last == s.Turn {
		deck = "deck-last"
	}
	take.Lines = append(take.Lines, line(deck, engine.Int("n", len(s.Deck))))
	if len(awards.Lines) == 0 {
		return []engine.Block{take}
	}
	return []engine.Block{take, awards}
}

// alike are cards by what they do: those with one effect together.
func (s *State) alike(ids []int) (groups [][]int) {
	for _, id := range ids {
		n := len(groups) - 1
		if n >= 0 && s.book.Cards[groups[n][0]].Name == s.book.Cards[id].Name {
			groups[n] = append(groups[n], id)
			continue
		}
		groups = append(groups, []int{id})
	}
	return groups
}

func cardNumbers(ids []int) engine.Arg {
	return engine.SeveralOf("numbers", ids, engine.Int)
}

// endBlock is how far the end is, and what the bank has.
func (s *State) endBlock() engine.Block {
	b := engine.Block{Head: head("bank")}
	var empty []City
	for at := range s.Cities {
		if s.Cities[at].Empty {
			empty = append(empty, City(at))
		}
	}
	args := []engine.Arg{engine.Int("n", len(empty)), engine.Int("needed", s.markersNeeded()), s.book.citiesSay("cities", empty), engine.Int("last", s.Last)}
	key := "markers"
	switch {
	case len(empty) == 0:
		key = "markers-none"
	case s.Last > 0:
		key = "markers-done"
	}
	b.Lines = append(b.Lines, line(key, args...))
	switch {
	case s.Last == s.Turn:
		b.Lines = append(b.Lines, line("last-now", args...))
	case s.Last > 0:
		b.Lines = append(b.Lines, line("last-next", args...))
	}
	for _, w := range s.Western {
		b.Lines = append(b.Lines, line("western-of", engine.Player("player", w.Owner), s.cityArg(w.At), s.placeArg("market", s.book.Market), engine.Int("n", marketCubes)))
	}
	if s.Rules.CrossingCost > 0 {
		b.Lines = append(b.Lines, line("crossing", engine.Int("cost", s.Rules.CrossingCost)))
	}
	if s.Tiles.Total() > 0 {
		b.Lines = append(b.Lines, line("tiles", cubesArg("tiles", s.Tiles), engine.Int("cost", urbanizeCost)))
	} else {
		b.Lines = append(b.Lines, line("tiles-none"))
	}
	if s.Bag.Total() > 0 {
		b.Lines = append(b.Lines, line("bag", cubesArg("cubes", s.Bag), engine.Int("n", s.Bag.Total())))
	} else {
		b.Lines = append(b.Lines, line("bag-none"))
	}
	return b
}
