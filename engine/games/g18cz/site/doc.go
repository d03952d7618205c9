// Package site translates games of 18CZ between our orders and the actions of the
// public 18xx site. A translator stores what the site names and a position does not, such as
// single certificates and train cards. orders.go turns actions into orders, actions.go
// orders into actions; took.go follows the names of pieces, and state.go writes positions
// in the form of traces.
package site
