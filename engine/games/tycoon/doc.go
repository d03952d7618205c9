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
// Package view shows positions, searches for ways to build and weighs what could be done;
// no rule rests on it.
package tycoon
