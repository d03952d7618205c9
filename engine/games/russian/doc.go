// Package russian is the rules and the data of Russian Railroads for two, three and four players.
//
// Comments cite the headings and rulings of docs/rules/russian.md:
//
//	setup.go             Set-up
//	place.go             Using an action space; Game board
//	track.go             Track advancement
//	loco.go              Locomotives and factories; Doublers
//	industry.go          Industrialization
//	question.go          The tokens and cards; Again (R9)
//	order.go             Turn order
//	scoring.go           The three railways; Order of rewards; Scoring phase
//	round.go             How to play a turn; After the scoring phase
//	final.go             End of the game; End bonus cards
//
// An effect that needs decisions is a Frame on State.Stack, which the same line
// answers step by step (frame.go, steps.go; Orders by mail). finish.go carries out
// what needs no decision after the written steps.
package russian
