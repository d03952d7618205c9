package russian

// Names lists what orders name (13), see engine.Adviser.
func (*State) Names() (spaces, others []string) {
	for _, s := range book.spaces {
		spaces = append(spaces, s.id)
	}
	for _, c := range book.endCards {
		others = append(others, c.ID)
	}
	others = append(others, colourNames[:]...)
	for _, w := range railwayWords {
		others = append(append(others, w.Text), w.Also...)
	}
	return spaces, append(append(others, book.tokens...), book.startCards...)
}
