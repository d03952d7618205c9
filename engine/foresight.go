package engine

import "math/rand/v2"

// Foreseeing is a Title whose positions robots play on from in their heads, to see where a
// line leads.
type Foreseeing interface {
	// Foresight returns how robots look ahead from a view in which a seat is asked something.
	// Where they should not, since it costs more than it brings, they compare one line.
	Foresight(view Position, seat Seat) Foresight
}

// Foresight is how robots look ahead in a title. The numbers are chosen by measurement.
type Foresight struct {
	Lines    int // lines that are compared, at most
	Playouts int // in all, for one answer
	Turns    int // of the seat in a playout, after which Worth says how it goes; 0: to the end of the game
	Point    int // what a point of the final score is in Worth
}

// Recurring is a Title some of whose usual turns depend on a small part of the position, so
// that whoever plays on in the head finds them again.
type Recurring interface {
	// Recurs returns that part, encoded: where two positions have the same, their usual
	// turns are the same. It returns nil where it knows no such part.
	Recurs(p Position, seat Seat) []byte
}

// Sketching is a Title whose usual turns take too long to be found for whoever plays on in the
// head.
type Sketching interface {
	// Sketch returns about the usual turn of a seat, found sooner.
	Sketch(p Position, seat Seat) Turn
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
