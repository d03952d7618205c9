package view

import "railpost/engine/games/tycoon"

// names lists what orders name (Orders by mail); see engine.Adviser. Numbers of cards
// are not names.
func names(s *tycoon.State) (spaces, others []string) {
	for _, c := range s.Book().Cities {
		others = append(others, c.Name)
	}
	for _, c := range s.Book().Cards {
		others = append(others, c.Name)
	}
	for _, h := range s.Book().Hexes {
		others = append(others, h.At.String())
	}
	for _, w := range tycoon.CubeColours {
		others = append(append(others, w.Text), w.Also...)
	}
	return nil, others
}
