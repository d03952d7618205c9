package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// enginesSheet lists the engine levels with their costs and the players who have them.
func enginesSheet(s *tycoon.State) []engine.Block {
	b := engine.Block{Head: head("engines"), Columns: headings("level", "cost", "players")}
	for level := 1; level <= s.Book().TopEngine(); level++ {
		var at []engine.Arg
		for _, seat := range s.InOrder() {
			if s.Player(seat).Engine == level {
				at = append(at, engine.Player("", seat))
			}
		}
		cost, players := moneyCell(s.Book().Engines[level]), cell("players", engine.Several("players", at...))
		if level == 1 {
			cost = engine.Cell{Right: true}
		}
		if len(at) == 0 {
			players = engine.Cell{}
		}
		b.Rows = append(b.Rows, []engine.Cell{numberCell(level), cost, players})
	}
	b.Lines = []engine.Message{line("engines")}
	return []engine.Block{b}
}

// incomeSheet is the income track, grouped by positions with the same income.
func incomeSheet(s *tycoon.State) []engine.Block {
	b := engine.Block{Head: head("income")}
	var list []engine.Arg
	track := s.Book().Income
	for from := 0; from < len(track); {
		to := from
		for to+1 < len(track) && track[to+1] == track[from] {
			to++
		}
		key := "income-at"
		if to > from {
			key = "income-range"
		}
		list = append(list, say(line(key, engine.Int("from", from), engine.Int("to", to), engine.Int("n", track[from]))))
		from = to + 1
	}
	above := "income-wrap"
	if s.Rules.FlatIncome {
		above = "income-flat"
	}
	b.Lines = []engine.Message{line("income-track", engine.Several("ranges", list...)), line(above, engine.Int("last", len(track)-1), engine.Int("n", track[len(track)-1]))}
	for _, seat := range s.InOrder() {
		p := s.Player(seat)
		b.Lines = append(b.Lines, line("income-of", engine.Player("player", seat), engine.Int("position", p.Position), engine.Int("n", s.Income(p.Position))))
	}
	return []engine.Block{b}
}
