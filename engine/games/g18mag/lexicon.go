package g18mag

// Names lists what orders name (13), see engine.Adviser. Numbers of minors are no names.
func (s *State) Names() (spaces, others []string) {
	for _, w := range s.edition().words {
		others = append(append(others, w.Text), w.Also...)
	}
	for _, w := range s.serviceWords() {
		others = append(append(others, w.Text), w.Also...)
	}
	for _, h := range s.world().Map.Hexes {
		others = append(others, h.Name)
	}
	return nil, others
}
