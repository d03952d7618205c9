package engine

import "math/rand/v2"

// Foresight is how robots look ahead in a title. The numbers are chosen by measurement.
type Foresight struct {
	Lines    int // lines that are compared, at most; 0: robots do not look ahead
	Playouts int // in all, for one answer
	Turns    int // of the seat in a playout, after which Worth says how it goes; 0: to the end of the game
	Point    int // what a point of the final score is in Worth

	// Imagine returns a position that a seat cannot tell from a view of it: what the view hides
	// is filled in at random. nil: the title hides nothing.
	Imagine func(view Position, seat Seat, rng *rand.Rand) Position
	// Sketch returns about the usual turn of a seat, found sooner; nil: that is found soon.
	Sketch func(p Position, seat Seat) Turn
	// Recurs returns the part of the position on which the usual turn of a seat depends, encoded,
	// so that it is found again: where two positions have the same, their usual turns are the
	// same. It, or what it returns, is nil where no such part is known.
	Recurs func(p Position, seat Seat) []byte
}

// Supposed returns a game that goes on from a position, with draws from a seed: one that is
// only thought of.
func Supposed(t Title, s Setup, p Position, seed Seed) *Game {
	return &Game{Name: "supposed", Title: t, Setup: s, Pos: p, Drawn: map[string]int{}, seed: seed}
}
