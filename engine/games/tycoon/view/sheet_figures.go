package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

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
		text := key.SheetIncomeAt
		if to > from {
			text = key.SheetIncomeRange
		}
		list = append(list, say(engine.Msg(text, engine.Int("from", from), engine.Int("to", to), engine.Int("n", track[from]))))
		from = to + 1
	}
	above := key.SheetIncomeWrap
	if s.Rules.FlatIncome {
		above = key.SheetIncomeFlat
	}
	b.Lines = []engine.Message{engine.Msg(key.SheetIncomeTrack, engine.Several("ranges", list...)), engine.Msg(above, engine.Int("last", len(track)-1), engine.Int("n", track[len(track)-1]))}
	for _, seat := range order(s) {
		p := s.Player(seat)
		b.Add(key.SheetIncomeOf, engine.Player("player", seat), engine.Int("position", p.Position), engine.Int("n", s.Income(p.Position)))
	}
	return []engine.Block{b}
}
