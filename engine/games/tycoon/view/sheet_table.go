package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// tableSheet is the public facts about all players, and the available cards: first those that each action may
// change, then those that rarely change.
func tableSheet(s *tycoon.State, reader engine.Seat) []engine.Block {
	blocks := []engine.Block{playersBlock(s, reader)}
	if s.Stage != tycoon.StageOver {
		blocks = append(blocks, nextBlock(s, reader))
	}
	blocks = append(blocks, othersLinks(s, reader)...)
	if s.Stage != tycoon.StageOver && !s.Rules.Novice {
		blocks = append(blocks, upBlocks(s)...)
	}
	blocks = append(blocks, holdersBlock(s, reader), shownBlock(s))
	if s.Stage != tycoon.StageOver {
		blocks = append(blocks, endBlock(s), tilesBlock(s))
	} else {
		blocks = append(blocks, wonBlock(s))
	}
	return engine.Filled(blocks...)
}

// order returns the seats as sheets list them: in the order of play, at the end by their places.
func order(s *tycoon.State) []engine.Seat {
	if s.Over() {
		return engine.ByPlace((tycoon.Rules{}).Scores(s))
	}
	return s.InOrder()
}

// playersBlock compares the players, in the order of play; in an auction with their bids. Their points are
// those of an end now, as far as the reader knows.
func playersBlock(s *tycoon.State, reader engine.Seat) engine.Block {
	b := engine.Block{
		Head:    engine.Msg(key.HeadTable),
		Columns: engine.Headings(key.ColumnPlayer, key.ColumnMoney, key.ColumnShares, key.ColumnPosition, key.ColumnPoints, key.ColumnNet, key.ColumnEngine, key.ColumnLinks),
	}
	if s.Stage == tycoon.StageActions && s.Round == tycoon.Rounds && s.Turn != s.Last && reader == s.Actor() {
		b.Lines = []engine.Message{engine.Msg(key.SheetBidAhead)}
	}
	auction := s.Stage == tycoon.StageAuction
	if auction {
		b.Columns = append(b.Columns, engine.Headings(key.ColumnBid)...)
	}
	points := map[engine.Seat]int{}
	for _, score := range (tycoon.Rules{}).Scores(s) {
		points[score.Seat] = score.Points
	}
	for _, seat := range order(s) {
		p := s.Player(seat)
		row := []engine.Cell{
			cell(key.CellPlayer, engine.Player("player", seat)), moneyCell(p.Money), numberCell(p.Shares), numberCell(p.Position), numberCell(points[seat]),
			numberCell(s.Income(p.Position) - p.Shares*tycoon.ShareDividend), numberCell(p.Engine), numberCell(s.Network(seat).Links()),
		}
		if auction {
			row = append(row, bidCell(s, seat))
		}
		b.Rows = append(b.Rows, row)
	}
	return b
}

// bidCell tells a player's state in the auction: the highest bid, out, or neither.
func bidCell(s *tycoon.State, seat engine.Seat) engine.Cell {
	switch a := &s.Auction; {
	case a.Leader == seat:
		return moneyCell(a.High)
	case a.Out[seat]:
		return right(cell(key.CellOut))
	}
	return engine.Cell{Right: true}
}

// holdersBlock lists the cards that the players except one hold: hotels get points, others help to build.
func holdersBlock(s *tycoon.State, reader engine.Seat) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadCardsHeld)}
	for _, seat := range order(s) {
		if cards := s.Player(seat).Cards; seat != reader && len(cards) > 0 {
			b.Add(key.SheetHolder, engine.Player("player", seat), engine.SeveralOf("cards", cards, func(_ string, id int) engine.Arg { return engine.Text("", s.Book().Cards[id].Name) }))
		}
	}
	return b
}

// upBlocks list the available cards: those that can be taken, and the awards.
func upBlocks(s *tycoon.State) []engine.Block {
	take, awards := engine.Block{Head: engine.Msg(key.HeadCardsTake)}, engine.Block{Head: engine.Msg(key.HeadCardsAward)}
	for _, g := range alike(s, s.Up) {
		id := g[0]
		if s.Book().Cards[id].Timing == tycoon.Award {
			awards.Lines = append(awards.Lines, awardLine(s, id))
			continue
		}
		text, why := key.SheetTake, engine.Message{}
		if r, no := engine.AsRefusal(s.MayTake(id)); no {
			text, why = key.SheetTakeNot, r.Why
		}
		take.Add(text, cardNumbers(g), engine.Say("effect", cardWords(s, id)), engine.Say("why", why))
	}
	if len(take.Lines) == 0 {
		take.Add(key.SheetTakeNone)
	}
	take.Add(engine.If(s.Last == s.Turn, key.SheetDeckLast, key.SheetDeck), engine.Int("n", len(s.Deck)))
	if len(awards.Lines) == 0 {
		return []engine.Block{take}
	}
	return []engine.Block{take, awards}
}

// awardLine tells the condition of an award; a major line is named after its cities.
func awardLine(s *tycoon.State, id int) engine.Message {
	if c := &s.Book().Cards[id]; c.Kind == tycoon.MajorLine && c.West == tycoon.NoCity {
		return engine.Msg(key.SheetAwardLine, s.Book().CardArg(id), engine.Int("n", c.Points))
	}
	return engine.Msg(key.SheetAward, engine.Say("effect", cardWords(s, id)))
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

func cardNumbers(ids []int) engine.Arg { return engine.SeveralOf("numbers", ids, engine.Int) }

// endBlock tells how near the end is, and its trigger.
func endBlock(s *tycoon.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadEnd)}
	empty := cities(s, func(at tycoon.City) bool { return s.Cities[at].Empty })
	args := []engine.Arg{engine.Int("n", len(empty)), engine.Int("needed", s.MarkersNeeded()), s.Book().CitiesSay("cities", empty), engine.Int("last", s.Last)}
	text := key.SheetMarkers
	switch {
	case len(empty) == 0:
		text = key.SheetMarkersNone
	case s.Last > 0:
		text = key.SheetMarkersDone
	}
	b.Add(text, args...)
	switch {
	case s.Last == s.Turn:
		b.Add(key.SheetLastNow, args...)
	case s.Last > 0:
		b.Add(key.SheetLastNext, args...)
	}
	for _, w := range s.Western {
		b.Add(key.SheetWesternOf, engine.Player("player", w.Owner), s.CityArg(w.At), s.PlaceArg("market", s.Book().Market), engine.Int("n", tycoon.MarketCubes))
	}
	if s.Rules.CrossingCost > 0 {
		b.Add(key.SheetCrossing, engine.Int("cost", s.Rules.CrossingCost))
	}
	return b
}

// tilesBlock lists the remaining new city tiles.
func tilesBlock(s *tycoon.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadTiles)}
	if s.Tiles.Total() > 0 {
		b.Add(key.SheetTiles, tycoon.TilesArg("tiles", s.Tiles), engine.Int("cost", tycoon.UrbanizeCost))
	} else {
		b.Add(key.SheetTilesNone)
	}
	return b
}

// bagLine lists the cubes that may be drawn.
func bagLine(s *tycoon.State) engine.Message {
	if s.Bag.Total() == 0 {
		return engine.Msg(key.SheetBagNone)
	}
	return engine.Msg(key.SheetBag, tycoon.CubesArg("cubes", s.Bag), engine.Int("n", s.Bag.Total()))
}

// enginesSheet lists the engine levels with their costs and the players who have them.
func enginesSheet(s *tycoon.State) []engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadEngines), Columns: engine.Headings(key.ColumnLevel, key.ColumnCost, key.ColumnPlayers)}
	for level := 1; level <= s.Book().TopEngine(); level++ {
		var at []engine.Arg
		for _, seat := range order(s) {
			if s.Player(seat).Engine == level {
				at = append(at, engine.Player("", seat))
			}
		}
		cost, players := moneyCell(s.Book().Engines[level]), cell(key.CellPlayers, engine.Several("players", at...))
		if level == 1 {
			cost = engine.Cell{Right: true}
		}
		if len(at) == 0 {
			players = engine.Cell{}
		}
		b.Rows = append(b.Rows, []engine.Cell{numberCell(level), cost, players})
	}
	b.Lines = []engine.Message{engine.Msg(key.SheetEngines)}
	return []engine.Block{b}
}

// incomeSheet is the income track, grouped by positions with the same income.
func incomeSheet(s *tycoon.State) []engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadIncome)}
	var list []engine.Arg
	track := s.Book().Income
	for from := 0; from < len(track); {
		to := from
		for to+1 < len(track) && track[to+1] == track[from] {
			to++
		}
		text := engine.If(to > from, key.SheetIncomeRange, key.SheetIncomeAt)
		list = append(list, say(engine.Msg(text, engine.Int("from", from), engine.Int("to", to), engine.Int("n", track[from]))))
		from = to + 1
	}
	above := engine.If(s.Rules.FlatIncome, key.SheetIncomeFlat, key.SheetIncomeWrap)
	b.Lines = []engine.Message{engine.Msg(key.SheetIncomeTrack, engine.Several("ranges", list...)), engine.Msg(above, engine.Int("last", len(track)-1), engine.Int("n", track[len(track)-1]))}
	for _, seat := range order(s) {
		p := s.Player(seat)
		b.Add(key.SheetIncomeOf, engine.Player("player", seat), engine.Int("position", p.Position), engine.Int("n", s.Income(p.Position)))
	}
	return []engine.Block{b}
}
