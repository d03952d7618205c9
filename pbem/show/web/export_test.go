package web

// Kept returns a cached page, to be compared with itself: a new one is another value.
func (p *Pages) Kept(name string) any {
	m, _ := p.kept.pages.Get(name)
	return m
}
