package engine

import "math/rand/v2"

// Foreseeing is a Title whose positions robots play on from in their heads, to see where a
// line leads.
type Foreseeing interface {
	// Foresight returns how robots look ahead.
	Foresight() Foresight
}

// Foresight is how robots look ahead in a title. The numbers are chosen by measurement.
type Foresight struct {
	Lines    int // lines that are compared, at most
	Playouts int // in all, for one answer
	Turns    int // of the seat in a playout, after which Worth says how it goes; 0: to the end of the game
	Point    int // what a point of the final score is in Worth
}

// Imagining is a Title that hides something.
type Imagining interface {
	// Imagine returns a position that a seat cannot tell from a view of it: what the view
	// hides is filled in at random.
	Imagine(view Position, seat Seat, rng *rand.Rand) Position
}

// Supposed returns a game that goes on from a position, with draws from a seed: one that is
// only thought of.
func Supposed(t Title, s Setup, p Position, seed Seed) *Game {
	return &Game{Name: "supposed", Title: t, Setup: s, Pos: p, Drawn: map[string]int{}, seed: seed}
}
