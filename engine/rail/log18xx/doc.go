// Package log18xx reads and writes the games of the public 18xx site, and reads
// traces: games recorded position by position.
//
// The way of a foreign game:
//
//	file -> actions that count -> order lines -> records
//
// A File is what the site stores of a game: a list of actions, some of them
// taken back. Effective leaves those that count. A title that is a log18xx.Title says
// which order line an action is at a position (Translator.Order) and, the other way,
// which actions an order is on the site (Translator.Actions). Import and Export do
// that with whole games. Nothing goes past the rules: what is imported is
// decided by the same code as an order by mail.
//
// What the site names and a position does not tell apart is kept here for all
// titles: copies of tiles (Tiles), certificates (Certificates). Way and Tell turn
// routes of the site into words of orders and back.
//
// A trace (trace.go) holds the state after every action as a merge patch, and
// attempts that were refused. Replay of one compares each State with our own.
package log18xx
