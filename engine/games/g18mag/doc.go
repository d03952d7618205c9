// Package g18mag is the rules and the data of 18Mag for one to six players. Package view
// shows positions and advises on them; package site translates the public site's actions.
//
// A game is a State. Comments cite the numbers of docs/rules/18mag.md:
//
//	setup.go, book.go          II.4, III: set-up and printed numbers
//	draft.go                   V: the draft
//	round.go                   IV, VI.1, VI.3.9, VI.4.3, IX.1: rounds, turns, phases
//	minor_steps.go             VI.3.1, VI.4.1: steps of a turn
//	minor_lay.go               VI.3.2, VI.3.3: tiles, their places, what they cost
//	minor_station.go           VI.3.4: stations
//	running.go                 VI.3.6: running
//	minor_service.go           VI.3.7: wagon services
//	minor_train.go             VI.3.5, VI.3.8: scrapping, trains of the bank and of other minors
//	major.go                   VI.4: majors
//	stock.go                   VII, VIII.3: stock rounds
//	title.go                   VII.3, IX.2: certificates, scoring
//	options.go                 rulings that a table chooses
//
// What differs with one and two players (X) is an edition in book.go. The game against
// István (XI) is in files of its own:
//
//	solo.go, solo_book.go      XI.1, XI.3, XI.4: set-up, majors, stock rounds; his cards
//	solo_minor.go              XI.2: the turn of his minors; what he leaves to the player
//	solo_upgrade.go            XI.2.1: which city he upgrades and how
package g18mag
