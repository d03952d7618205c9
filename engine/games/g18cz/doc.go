// Package g18cz is the rules and the data of 18CZ. Package view shows positions and
// advises on them; package site translates the public site's actions.
//
// A game is a State. The referee calls Rules; the other exported names are queries for
// view and site. Comments cite the numbers of docs/rules/18cz.md:
//
//	setup.go, book.go                 III, IV.2, XI: set-up and printed numbers
//	draft.go                          VI: the draft
//	stock.go                          VII: stock rounds
//	round.go                          V, VIII.1, VIII.13: rounds and their order
//	flow.go, turn_steps.go            VIII.3: steps of a turn
//	turn_home.go                      VIII.4, VIII.6: home stations, red home tiles
//	turn_lay.go, turn_board.go        VIII.4, VIII.5: track and what is kept free
//	turn_station.go                   VIII.6: stations
//	running.go, running_verb.go       VIII.7: running
//	payout.go                         VIII.8: dividends
//	turn_takeover.go, turn_settle.go  VIII.9: taking over, and excess trains
//	turn_train.go, turn_buy.go        VIII.10: buying trains, turn_seller.go from whom
//	emergency.go                      VIII.11: emergency money and loans
//	phase.go                          VIII.12, VIII.13: phases, rusting, export
//	turn_local.go                     IV.1: local railways
//	company.go, title.go              IX, X: share chart, scoring
//	neutral.go                        Two players
//	offer.go, standing.go             R31: consent of the other side
//	options.go, version.go            rulings that a table chooses, older versions
package g18cz
