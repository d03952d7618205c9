package tycoon

// Names lists what orders name (14.1), see engine.Adviser. Numbers of cards are no names.
func (s *State) Names() (spaces, others []string) {
	for _, c := range s.book.Cities {
		others = append(others, c.Name)
	}
	for _, c := range s.book.Cards {
		others = append(others, c.Name)
	}
	for _, h := range s.book.Hexes {
		others = append(others, h.At.String())
	}
	for _, w := range cubeColours {
		others = append(append(others, w.Text), w.Also...)
	}
	return nil, others
}
