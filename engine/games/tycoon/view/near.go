package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// Near returns the lines that a refused one may have meant, by how the rules read it.
// It words a question to suit its answers.
func (View) Near(p engine.Position, seat engine.Seat, no *engine.Refusal) []string {
	s := p.(*tycoon.State)
	switch c := no.Cause.(type) {
	case tycoon.EarlyPass:
		return []string{"bid up to 0"}
	case tycoon.PathOpen:
		return engine.Each(c.Ways[:min(pathsNamed, len(c.Ways))], func(legs []tycoon.Leg) string {
			return s.DeliverLine(seat, &tycoon.Delivery{Colour: c.Colour, From: c.From, Legs: legs})
		})
	}
	return nearBuilds{s, seat}.find(no.Cause, no)
}

// pathsNamed caps the paths that answer a question; the best are kept.
const pathsNamed = 8
