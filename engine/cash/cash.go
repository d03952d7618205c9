// Package cash is the money of a game: a ledger in which every coin comes from
// somewhere. It knows no title.
package cash

// Account is the title's index of a purse; Bank is the bank.
type Account int

// Bank is where new money comes from.
const Bank Account = -1

// Ledger is what every account holds: part of a title's position.
type Ledger struct {
	Held []int `json:"held"`
}
