package view

import (
	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/sheet"
	"railpost/engine/rail/stock"
)

// directorsBlock lists, in a stock round, directors who can leave their major to another player by selling, and
// the number of shares needed (VII.6); empty if there are none.
func directorsBlock(s *g18mag.State) (b engine.Block) {
	var leave []engine.Arg
	order := engine.Each(s.Table, func(seat engine.Seat) stock.Holder { return stock.Holder(seat) })
	for _, c := range s.InOrder() {
		if percent, next := s.Shares.Leaves(g18mag.Book.Structure, c.Share(), order); percent > 0 {
			leave = append(leave, sheet.Leaves(g18mag.CompanySay("company", c), g18mag.Who(s.DirectorOf(c)), percent/g18mag.Book.Structure.Share, g18mag.Who(engine.Seat(next))))
		}
	}
	if len(leave) == 0 {
		return b
	}
	return engine.Block{Head: engine.Msg(key.HeadLeaves), Lines: []engine.Message{engine.Msg(key.SheetLeavers, engine.Several("majors", leave...))}}
}
