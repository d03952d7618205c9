// Package site translates games of 18CZ between our orders and the actions of the
// public 18xx site. What the site names and a position does not, as single
// certificates and train cards, it keeps in a talk. Actions become orders in
// exchange_in.go, orders actions in exchange_out.go; exchange_took.go follows the names
// of pieces, exchange_state.go writes positions as traces show them.
package site
