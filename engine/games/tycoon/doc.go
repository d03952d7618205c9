// Package tycoon is the rules and the data of Railroad Tycoon: The Boardgame for two to six
// players.
//
// Comments cite the headings and rulings of docs/rules/tycoon.md, long headings in short
// form ("Deliver" is "Deliver one goods cube"). Money is in thousands of dollars
// throughout.
//
//	setup.go                       Set-up
//	auction.go                     Auction for first player
//	build*.go, layout.go           Build track
//	upgrade.go                     Upgrade engine
//	deliver*.go                    Deliver one goods cube
//	card.go                        Select a railroad operations card; Operations cards
//	western.go                     Urbanize; Western link
//	money.go                       Money and share certificates; costs of track
//	turn_end.go                    Course of the game; Income and dividends; When the game ends
//	scoring.go                     Final scoring
//	barons.go, network.go          Tycoon cards
//	title.go                       Optional rule for novices
//	city.go, names.go              Orders by mail
//	book*.go, board.go             Other boards
//
// State is the position. Its methods are queries; functions change it. The refusal of an
// order tells in engine.Refusal.Cause what was read of it. A Lister from outside chooses
// what lists show if there are very many orders. Package view shows positions and advises
// on them; no decision depends on it.
package tycoon
