package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// linksSheet lists the links of all players, or of one with the hexes of each.
func linksSheet(s *tycoon.State, arg string) ([]engine.Block, error) {
	if arg != "" {
		seat, err := seatAsked(s, arg)
		if err != nil {
			return nil, err
		}
		return []engine.Block{linksBlock(s, seat)}, nil
	}
	var blocks []engine.Block
	var without []engine.Arg
	for _, seat := range s.InOrder() {
		if s.OwnLinks(seat) == 0 && len(openLines(s, seat)) == 0 {
			without = append(without, engine.Player("", seat))
			continue
		}
		b := engine.Block{Head: engine.Msg(key.HeadLinksOf, engine.Player("player", seat))}
		b.Lines = append(networkLines(s, seat), openLines(s, seat)...)
		blocks = append(blocks, b)
	}
	if len(without) > 0 {
		blocks = append(blocks, engine.Block{Head: engine.Msg(key.HeadLinksNone), Lines: []engine.Message{engine.Msg(key.SheetPlayers, engine.Several("players", without...))}})
	}
	return blocks, nil
}

// linksBlock describes the links of a player: cities, hexes, the turn.
func linksBlock(s *tycoon.State, seat engine.Seat) engine.Block {
	b := engine.Block{Head: engine.Msg(key.HeadLinksOf, engine.Player("player", seat))}
	for i := range s.Links {
		if l := &s.Links[i]; l.Owner == seat {
			b.Lines = append(b.Lines, engine.Msg(key.SheetLinkWay, s.PlaceArg("from", l.From), s.PlaceArg("to", l.To), engine.Text("hexes", s.HexNames(l)), engine.Int("turn", l.Turn)))
		}
	}
	if len(b.Lines) == 0 {
		b.Lines = append(b.Lines, engine.Msg(key.SheetLinksNone))
	} else {
		b.Lines = append(b.Lines, engine.Msg(key.SheetNetwork, engine.Int("n", s.LargestNetwork(seat)), engine.Int("line", s.LongestLine(seat))))
	}
	for _, w := range s.Western {
		if w.Owner == seat {
			b.Lines = append(b.Lines, engine.Msg(key.SheetWestern, s.CityArg(w.At)))
		}
	}
	b.Lines = append(b.Lines, openLines(s, seat)...)
	return b
}
