package view

import (
	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/stock"
)

// directorsBlock tells in a stock round which directors can leave their major to another
// player by selling, and how many shares that takes (VII.6); empty if nobody can.
func directorsBlock(s *g18mag.State) (b engine.Block) {
	var leave []engine.Arg
	var order []stock.Holder
	for _, seat := range s.Table {
		order = append(order, stock.Holder(seat))
	}
	for _, c := range s.InOrder() {
		if n, next := leaves(s, c, order); n > 0 {
			leave = append(leave, sheet.Say(engine.Msg(key.SheetLeaves, g18mag.CompanySay("company", c), g18mag.Who(s.DirectorOf(c)), engine.Int("n", n), engine.Player("next", next))))
		}
	}
	if len(leave) == 0 {
		return b
	}
	return engine.Block{Head: engine.Msg(key.HeadLeaves), Lines: []engine.Message{engine.Msg(key.SheetLeavers, engine.Several("majors", leave...))}}
}

// leaves returns how many shares the director of a major must sell for another player to
// become director, and who that is; 0 if no sale does it. order is the playing order.
func leaves(s *g18mag.State, c g18mag.Company, order []stock.Holder) (n int, next engine.Seat) {
	director, structure := s.DirectorOf(c), g18mag.Book.Structure
	if director == engine.Nobody {
		return 0, engine.Nobody
	}
	most := s.Shares.MaySell(structure, c.Share(), stock.Holder(director)) / structure.Share
	for n := 1; n <= most; n++ {
		after := s.Shares.Clone()
		after.Transfer(c.Share(), stock.Holder(director), stock.Bank, n*structure.Share)
		if _, changed := after.Succeed(structure, c.Share(), order); changed {
			return n, engine.Seat(after.Director[c.Share()])
		}
	}
	return 0, engine.Nobody
}
