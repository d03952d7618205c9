// Package site translates 18Mag between our orders and the actions of the public site:
// in.go from actions to orders, out.go back, run.go for routes, pieces.go for the names
// of pieces that a position does not hold, state.go for the position itself.
package site
