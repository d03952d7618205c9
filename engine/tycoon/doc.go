// Package tycoon is Railroad Tycoon: The Boardgame for two to six players.
//
// Sections ("6.1") and rulings ("R5") are those of the rules reference that the
// package was written from; docs/ of the project tells where it stands. Money is
// in thousands of dollars throughout.
//
// A file holds one idea: book*.go the board with its cards, state.go the position,
// flow.go who acts when, then a file for each action and for what follows from it.
package tycoon
