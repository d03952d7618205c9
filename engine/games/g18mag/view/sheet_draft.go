package view

import (
	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/sheet"
)

// draftBlocks tell the rest of the draft and what can still be taken (V). For the player who picks now, these
// are choices.
func draftBlocks(s *g18mag.State, seat engine.Seat) []engine.Block {
	draft := engine.Block{Head: engine.Msg(key.HeadDraft), Lines: []engine.Message{pickLine(s)}}
	if s.Draft.Turn == 0 {
		draft.Lines = append(draft.Lines, engine.Msg(key.SheetStarts, engine.Int("money", g18mag.Book.StartCash), engine.Int("train", g18mag.Book.StartSize)),
			engine.Msg(key.SheetTwoShares))
	}
	if seat == s.Actor {
		return []engine.Block{draft}
	}
	blocks := []engine.Block{draft}
	for _, b := range []engine.Block{minorsToTake(s), sharesToTake(s)} {
		blocks = append(blocks, engine.Filled(b)...)
	}
	return blocks
}

// pickLine tells the order of the picks in this turn and the next.
func pickLine(s *g18mag.State) engine.Message {
	if s.Alone != nil {
		return engine.Msg(key.SheetPicksAlone, engine.Int("minors", s.Limits().MinorsEach()))
	}
	d := &s.Draft
	order := func(turn int) []engine.Seat {
		var list []engine.Seat
		for pick := range s.Seats {
			list = append(list, s.Table[(turn+pick)%s.Seats])
		}
		return list
	}
	args := []engine.Arg{engine.Int("turn", d.Turn+1), engine.Int("of", s.Limits().Picks()), g18mag.SeatList("seats", order(d.Turn)), g18mag.SeatList("next", order(d.Turn+1))}
	return engine.Msg(engine.If(d.Turn+1 == s.Limits().Picks(), key.SheetPicksLast, key.SheetPicks), args...)
}

// minorsToTake has one row for each minor.
func minorsToTake(s *g18mag.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadDraftMinors), Columns: engine.Headings(key.ColumnMinor, key.ColumnHome, key.ColumnTerrain, key.ColumnName)}
	for _, c := range s.Edition().Minors {
		if s.Minors[c].Owner != engine.Nobody {
			continue
		}
		home := s.HomeOf(c)
		terrain := sheet.Word(sheet.Nonzero(s.Minors[c].Tokens))
		terrain.Right = true
		b.Rows = append(b.Rows, []engine.Cell{sheet.Word(g18mag.Companies[c].Word), sheet.Word(sheet.Join(home.Hex, home.Place)), terrain, sheet.Word(g18mag.Companies[c].Name)})
	}
	return b
}

// sharesToTake has one row for each major.
func sharesToTake(s *g18mag.State) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadDraftShares), Columns: engine.Headings(key.ColumnMajor, key.ColumnLeft, key.ColumnPrice, key.ColumnCollects)}
	for _, c := range s.Edition().Majors {
		if n := s.Draft.Shares[c.Share()]; n > 0 {
			b.Rows = append(b.Rows, []engine.Cell{sheet.Word(g18mag.Companies[c].Word), sheet.Number(n), sheet.Number(s.PriceOf(c)), {Say: feeSay(s, c)}})
		}
	}
	return b
}

// feeSay tells briefly what minors pay to a major (III.3.3, X).
func feeSay(s *g18mag.State, c g18mag.Company) engine.Message {
	return engine.Msg(key.FeeOf + g18mag.Companies[c].Key + modeKey(s))
}
