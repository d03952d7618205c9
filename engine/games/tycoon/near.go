package tycoon

import "railpost/engine"

// Near returns the lines that a refused one may have meant, by what the rules have made
// of it. It words a question by its answers.
func (Rules) Near(p engine.Position, seat engine.Seat, no *engine.Refusal) []string {
	s := p.(*State)
	switch c := no.Cause.(type) {
	case EarlyPass:
		return []string{"bid up to 0"}
	case PathOpen:
		var lines []string
		for _, legs := range c.Ways[:min(pathsNamed, len(c.Ways))] {
			lines = append(lines, s.deliverLine(seat, &Delivery{Colour: c.Colour, From: c.From, Legs: legs}))
		}
		return lines
	}
	return nearBuilds{s, seat}.find(no.Cause, no)
}

// pathsNamed is how many paths answer a question at most, the best.
const pathsNamed = 8

// deliverLine is the order for a delivery.
func (s *State) deliverLine(seat engine.Seat, d *Delivery) string {
	return "deliver " + d.Colour.String() + " " + s.book.Cities[d.From].Name + " > " + s.pathText(seat, d.From, d.Legs)
}
