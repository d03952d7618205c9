package view

import (
	"railpost/engine"
	"railpost/engine/games/russian"
)

// Names lists what orders name (Orders by mail); see engine.Adviser.
func (View) Names(engine.Position) (spaces, others []string) {
	for _, s := range russian.Book.Spaces {
		spaces = append(spaces, s.ID)
	}
	for _, c := range russian.Book.EndCards {
		others = append(others, c.ID)
	}
	others = append(others, russian.ColourNames[:]...)
	for _, w := range russian.RailwayWords {
		others = append(append(others, w.Text), w.Also...)
	}
	return spaces, append(append(others, russian.Book.Tokens...), russian.Book.StartCards...)
}
