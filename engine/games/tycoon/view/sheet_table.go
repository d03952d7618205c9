package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// tableSheet is what all players may know of each other, and what is available.
func tableSheet(s *tycoon.State) []engine.Block {
	blocks := []engine.Block{playersBlock(s)}
	won := wonBlock(s)
	if s.Stage != tycoon.StageOver && !s.Rules.Novice {
		blocks = append(blocks, upBlocks(s)...)
	}
	if len(won.Lines) > 0 {
		blocks = append(blocks, won)
	}
	if shown := shownBlock(s); len(shown.Lines) > 0 {
		blocks = append(blocks, shown)
	}
	if s.Stage != tycoon.StageOver {
		blocks = append(blocks, endBlock(s))
	}
	return blocks
}

// playersBlock compares the players, in the order of play.
func playersBlock(s *tycoon.State) engine.Block {
	b := engine.Block{
		Head:    head("table"),
		Lines:   stageLines(s),
		Columns: headings("player", "money", "shares", "position", "income", "engine", "links", "network", "line"),
	}
	if !s.Rules.Novice {
		b.Columns = append(b.Columns, headings("cards")...)
	}
	for _, seat := range s.InOrder() {
		p := s.Player(seat)
		row := []engine.Cell{
			cell("seat", engine.Int("n", int(seat)+1), engine.Player("player", seat)), moneyCell(p.Money), numberCell(p.Shares), numberCell(p.Position), moneyCell(s.Income(p.Position)), numberCell(p.Engine),
			numberCell(s.OwnLinks(seat)), numberCell(s.LargestNetwork(seat)), numberCell(s.LongestLine(seat)),
		}
		if !s.Rules.Novice {
			row = append(row, numberCell(len(p.Cards)))
		}
		b.Rows = append(b.Rows, row)
	}
	return b
}

// stageLines tell how far the auction or the round is.
func stageLines(s *tycoon.State) []engine.Message {
	switch s.Stage {
	case tycoon.StageAuction:
		return auctionLines(s)
	case tycoon.StageActions:
		return []engine.Message{roundLine(s)}
	}
	return nil
}

// auctionLines tell the highest bid, who is out, and who speaks.
func auctionLines(s *tycoon.State) []engine.Message {
	a := &s.Auction
	var out, in []engine.Arg
	for i := range s.Seats {
		seat := s.After(a.Speaker, i)
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

// roundLine tells who acts in the round and who follows.
func roundLine(s *tycoon.State) engine.Message {
	var later []engine.Arg
	for i := s.Moved + 1; i < s.Seats; i++ {
		later = append(later, engine.Player("", s.After(s.First, i)))
	}
	args := []engine.Arg{
		engine.Int("round", s.Round), engine.Int("of", tycoon.Rounds), engine.Int("turn", s.Turn), engine.Player("first", s.First),
		engine.Player("player", s.Actor()), engine.Several("later", later...), engine.Int("n", len(later)),
	}
	if len(later) == 0 {
		return line("round-last", args...)
	}
	return line("round", args...)
}

// upBlocks list the available cards: those that can be taken, and the awards.
func upBlocks(s *tycoon.State) []engine.Block {
	take, awards := engine.Block{Head: head("cards-take")}, engine.Block{Head: head("cards-award")}
	for _, g := range alike(s, s.Up) {
		id := g[0]
		if s.Book().Cards[id].Timing == tycoon.Award {
			awards.Lines = append(awards.Lines, line("award", engine.Say("effect", cardWords(s, id))))
			continue
		}
		key, why := "take", engine.Message{}
		if r, no := engine.AsRefusal(s.MayTake(id)); no {
			key, why = "take-not", r.Why
		}
		take.Lines = append(take.Lines, line(key, cardNumbers(g), engine.Say("effect", cardWords(s, id)), engine.Say("why", why)))
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

// alike groups cards with the same effect.
func alike(s *tycoon.State, ids []int) (groups [][]int) {
	for _, id := range ids {
		n := len(groups) - 1
		if n >= 0 && s.Book().Cards[groups[n][0]].Name == s.Book().Cards[id].Name {
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

// endBlock tells how far the end is, and what the bank has.
func endBlock(s *tycoon.State) engine.Block {
	b := engine.Block{Head: head("bank")}
	var empty []tycoon.City
	for at := range s.Cities {
		if s.Cities[at].Empty {
			empty = append(empty, tycoon.City(at))
		}
	}
	args := []engine.Arg{engine.Int("n", len(empty)), engine.Int("needed", s.MarkersNeeded()), s.Book().CitiesSay("cities", empty), engine.Int("last", s.Last)}
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
		b.Lines = append(b.Lines, line("western-of", engine.Player("player", w.Owner), s.CityArg(w.At), s.PlaceArg("market", s.Book().Market), engine.Int("n", tycoon.MarketCubes)))
	}
	if s.Rules.CrossingCost > 0 {
		b.Lines = append(b.Lines, line("crossing", engine.Int("cost", s.Rules.CrossingCost)))
	}
	if s.Tiles.Total() > 0 {
		b.Lines = append(b.Lines, line("tiles", tycoon.CubesArg("tiles", s.Tiles), engine.Int("cost", tycoon.UrbanizeCost)))
	} else {
		b.Lines = append(b.Lines, line("tiles-none"))
	}
	if s.Bag.Total() > 0 {
		b.Lines = append(b.Lines, line("bag", tycoon.CubesArg("cubes", s.Bag), engine.Int("n", s.Bag.Total())))
	} else {
		b.Lines = append(b.Lines, line("bag-none"))
	}
	return b
}
