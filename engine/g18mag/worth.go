package g18mag

// bestRevenue is what the trains of a minor can earn now, mine money included.
func (s *State) bestRevenue(c Company) int { return 0 }
