package web

// Kept returns a page that is kept, to be compared with itself: made anew it is another one.
func (p *Pages) Kept(name string) any {
	m, _ := p.kept.pages.Get(name)
	return m
}
