package tycoon

import "railpost/engine"

// linksSheet are the links of all players, or with its hexes each link of one.
func (s *State) linksSheet(arg string) ([]engine.Block, error) {
	if arg != "" {
		seat, err := s.seatAsked(arg)
		if err != nil {
			return nil, err
		}
		return []engine.Block{s.linksBlock(seat)}, nil
	}
	var blocks []engine.Block
	var without []engine.Arg
	for _, seat := range s.inOrder() {
		if s.ownLinks(seat) == 0 && len(s.openLines(seat)) == 0 {
			without = append(without, engine.Player("", seat))
			continue
		}
		b := engine.Block{Head: head("links-of", engine.Player("player", seat))}
		b.Lines = append(s.networkLines(seat), s.openLines(seat)...)
		blocks = append(blocks, b)
	}
	if len(without) > 0 {
		blocks = append(blocks, engine.Block{Head: head("links-none"), Lines: []engine.Message{line("players", engine.Several("players", without...))}})
	}
	return blocks, nil
}

// linksBlock are the links of a player in words: cities, hexes, the turn.
func (s *State) linksBlock(seat engine.Seat) engine.Block {
	b := engine.Block{Head: head("links-of", engine.Player("player", seat))}
	for i := range s.Links {
		if l := &s.Links[i]; l.Owner == seat {
			b.Lines = append(b.Lines, line("link-way", s.placeArg("from", l.From), s.placeArg("to", l.To), engine.Text("hexes", s.hexNames(l)), engine.Int("turn", l.Turn)))
		}
	}
	if len(b.Lines) == 0 {
		b.Lines = append(b.Lines, line("links-none"))
	} else {
		b.Lines = append(b.Lines, line("network", engine.Int("n", s.largestNetwork(seat)), engine.Int("line", s.longestLine(seat))))
	}
	for _, w := range s.Western {
		if w.Owner == seat {
			b.Lines = append(b.Lines, line("western", s.cityArg(w.At)))
		}
	}
	b.Lines = append(b.Lines, s.openLines(seat)...)
	return b
}
