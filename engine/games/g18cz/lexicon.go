package g18cz

// Names lists what orders name, see engine.Adviser.
func (s *State) Names() (spaces, others []string) {
	for _, w := range book.companyWords {
		others = append(append(others, w.Text), w.Also...)
	}
	for _, w := range buyWares { // trains and local railways
		others = append(others, w.Text)
	}
	for _, h := range s.world().Map.Hexes {
		others = append(others, h.Name)
	}
	return nil, others
}
