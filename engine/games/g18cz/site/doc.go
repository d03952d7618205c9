// Package site translates games of 18CZ between our orders and the actions of the
// public 18xx site. What the site names and a position does not, as single
// certificates and train cards, it keeps in a talk. Actions become orders in
// orders.go, orders become actions in actions.go; took.go follows the names of pieces,
// state.go writes positions as traces show them.
package site
