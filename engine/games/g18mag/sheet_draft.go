package g18mag

import (
	"railpost/engine"
	"railpost/engine/sheet"
)

// draftBlocks are how the draft goes on and what can still be taken (V). Whoever
// picks now has a list of that as his choices.
func (s *State) draftBlocks(seat engine.Seat) []engine.Block {
	draft := engine.Block{Head: head("draft"), Lines: []engine.Message{
		s.pickLine(),
		line("starts", engine.Int("money", book.startCash), engine.Int("train", book.startSize)),
		line("two-shares"),
	}}
	if seat == s.Actor {
		return []engine.Block{draft}
	}
	blocks := []engine.Block{draft}
	for _, b := range []engine.Block{s.minorsToTake(), s.sharesToTake()} {
		if len(b.Rows) > 0 {
			blocks = append(blocks, b)
		}
	}
	return blocks
}

// pickLine says in which order the picks of this turn and of the next are made.
func (s *State) pickLine() engine.Message {
	d := &s.Draft
	order := func(turn int) []engine.Seat {
		var list []engine.Seat
		for pick := range s.Seats {
			list = append(list, s.Table[(turn+pick)%s.Seats])
		}
		return list
	}
	args := []engine.Arg{engine.Int("turn", d.Turn+1), engine.Int("of", s.table().picks()), seatList("seats", order(d.Turn)), seatList("next", order(d.Turn+1))}
	if d.Turn+1 == s.table().picks() {
		return line("picks-last", args...)
	}
	return line("picks", args...)
}

// minorsToTake is one row a minor.
func (s *State) minorsToTake() engine.Block {
	b := engine.Block{Head: head("draft-minors"), Columns: headings("minor", "home", "terrain", "name")}
	for _, c := range s.edition().minors {
		if s.Minors[c].Owner != engine.Nobody {
			continue
		}
		home := companies[c].homes[s.edition().index].hex
		terrain := sheet.Word(sheet.Nonzero(s.Minors[c].Tokens))
		terrain.Right = true
		b.Rows = append(b.Rows, []engine.Cell{sheet.Word(companies[c].word), sheet.Word(sheet.Join(home, s.placeOf(home))), terrain, sheet.Word(companies[c].name)})
	}
	return b
}

// sharesToTake is one row a major.
func (s *State) sharesToTake() engine.Block {
	b := engine.Block{Head: head("draft-shares"), Columns: headings("major", "left", "price", "collects")}
	for _, c := range s.edition().majors {
		if n := s.Draft.Shares[c.share()]; n > 0 {
			b.Rows = append(b.Rows, []engine.Cell{sheet.Word(companies[c].word), sheet.Number(n), sheet.Number(s.priceOf(c)), {Say: s.feeSay(c)}})
		}
	}
	return b
}

// feeSay says in a few words what minors pay to a major (III.3.3, X).
func (s *State) feeSay(c Company) engine.Message {
	return engine.Msg("18mag.fee." + companies[c].key + s.modeKey())
}
