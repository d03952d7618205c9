package engine

// Title is a game that can be offered by mail: its rules, and what letters show and say about a position.
type Title interface {
	Rules
	View
}

// Bare is a Title with rules and nothing to show.
type Bare struct {
	Rules
	Silent
}

func (Bare) Status(Position) Message { return Message{} }

func (Bare) Parts() []Part { return nil }
