// Package russian referees Russian Railroads for two, three and four players.
//
// It reads as the rules text does, and cites its sections: setup.go (3), turn.go
// (4), place.go and pieces.go (4.1), track.go (5.1), loco.go (5.2), factory.go
// (5.3), industry.go (5.4), rewards.go (6 and 7), question.go (7), again.go (R9),
// order.go (9), scoring.go (10), round.go (11), final.go (12).
//
// An effect that asks for decisions lies as a Frame on State.Stack and is
// answered step by step in the same line (frame.go, steps.go; notation: 13).
// What needs no decision is carried out by finish.go after the written steps.
package russian
