// Package cash is the money of a game: a ledger in which every coin comes from
// somewhere. It knows no title.
package cash
