// Package g18cz is the rules and the data of 18CZ. Package view shows positions and
// advises on them; package site translates the public site's actions.
//
// A game is a State. The referee calls Rules; the other exported names are queries for
// view and site. Comments cite the numbers of docs/rules/18cz.md. The files, from
// what most rules use to the orders that use most rules:
//
//	state.go, book.go, names.go       IV.2, XI: what there is, printed numbers, names
//	options.go                        rulings that a table chooses, older versions
//	company.go, phase.go              IX, VIII.12, VIII.13: charts, trains, phases, export
//	turn.go                           VIII.3, Two players: who operates, who decides for the neutral player
//	turn_board.go                     VIII.5, VIII.6: the board, what is kept free
//	turn_local.go                     IV.1: local railways
//	turn_lay.go                       VIII.4, VIII.6: track, home stations, red home tiles
//	turn_station.go                   VIII.6: stations
//	running.go                        VIII.7: running
//	payout.go                         VIII.8: dividends
//	turn_train.go                     VIII.10, VIII.11: trains, emergency money and loans
//	question.go, turn_settle.go       VIII.9, VIII.12: take-overs, what they leave, excess trains
//	offer.go                          R31: consent of the other side
//	turn_takeover.go                  VIII.9: the order "acquire"
//	turn_buy.go                       VIII.10: the order "buy", and from whom
//	stock.go                          VII: what is traded in stock rounds
//	turn_steps.go, round.go           V, VII.2, VIII.1, VIII.3: steps, turns, rounds, their order
//	draft.go                          VI: the draft
//	turn_orders.go, prompts.go        VIII.3: what is asked, and the orders of a turn
//	setup.go, title.go                III, X: set-up, scoring
package g18cz
