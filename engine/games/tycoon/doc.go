// Package tycoon referees Railroad Tycoon: The Boardgame for two to six players.
//
// It reads as docs/rules/tycoon.md does, and cites its headings and rulings, long ones in
// short ("Deliver" is "Deliver one goods cube"). Money is in thousands of dollars
// throughout.
//
//	setup.go                       Set-up
//	flow.go                        Course of the game
//	auction.go, standing.go        Auction for first player
//	build*.go, cost.go, layout.go  Build track
//	urbanize.go, upgrade.go        Urbanize; Upgrade engine
//	deliver*.go                    Deliver one goods cube
//	card*.go, award.go             Select a railroad operations card; Operations cards
//	western.go                     Western link
//	money.go                       Money and share certificates
//	turn_end.go                    Income and dividends; When the game ends
//	scoring.go                     Final scoring
//	barons.go, network*.go         Tycoon cards
//	options.go                     Optional rule for novices
//	city.go, names.go              Orders by mail
//	book*.go, board.go             Other boards
//
// State is the position, with methods that answer questions about it; what changes it
// are functions. A refused order says in engine.Refusal.Cause what was read of it. What
// lists show of very many orders comes from outside, through Lister. Package view shows
// positions and advises on them; no decision rests on it.
package tycoon
