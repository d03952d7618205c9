// Package russian referees Russian Railroads for two, three and four players.
//
// It reads as docs/rules/russian.md does, and cites its headings and rulings:
//
//	setup.go             Set-up
//	turn.go              How to play a turn
//	place.go, pieces.go  Using an action space; Game board
//	track.go             Track advancement
//	loco.go, factory.go  Locomotives and factories; Doublers
//	industry.go          Industrialization
//	rewards.go           The three railways; Order of rewards
//	question.go          The tokens and cards
//	again.go             Again (R9)
//	order.go             Turn order
//	scoring.go           Scoring phase
//	round.go             After the scoring phase
//	final.go, endcard.go End of the game; End bonus cards
//
// An effect that asks for decisions lies as a Frame on State.Stack and is
// answered step by step in the same line (frame.go, steps.go; Orders by mail).
// What needs no decision is carried out by finish.go after the written steps.
package russian
