// Package cash is the money of a game: a ledger in which every coin comes from
// somewhere.
package cash

import (
	"fmt"
	"slices"
)

// Account is the title's index of a purse; Bank is the bank.
type Account int

// Bank is where new money comes from. It never runs out.
const Bank Account = -1

// Ledger is the balances of all accounts: part of a title's position. Together the accounts hold what the bank
// has paid out.
type Ledger struct {
	Held []int `json:"held"`
	// Bank is the money paid to the bank less the money it paid out: at most 0 in a game that begins without money.
	Bank int `json:"bank"`
}

// New returns a ledger of n empty accounts.
func New(n int) Ledger { return Ledger{Held: make([]int, n)} }

// Clone returns an independent copy.
func (l Ledger) Clone() Ledger {
	l.Held = slices.Clone(l.Held)
	return l
}

// Of returns the balance of an account; for the bank, its receipts less its payments.
func (l *Ledger) Of(a Account) int {
	if a == Bank {
		return l.Bank
	}
	return l.Held[a]
}

// Pay moves n coins. It returns an error, and moves nothing, if there is no such
// account, if n is negative, or if the payer holds less than n: titles check before
// they pay, so an error is a fault of the title.
func (l *Ledger) Pay(from, to Account, n int) error {
	switch {
	case !l.has(from) || !l.has(to):
		return fmt.Errorf("cash: paying %d from account %d to %d: there are accounts 0 to %d and the bank (%d)", n, from, to, len(l.Held)-1, Bank)
	case n < 0:
		return fmt.Errorf("cash: paying %d from account %d to %d: swap the accounts instead of paying a negative sum", n, from, to)
	case from != Bank && l.Held[from] < n:
		return fmt.Errorf("cash: account %d holds %d and cannot pay %d to %d", from, l.Held[from], n, to)
	}
	l.move(from, -n)
	l.move(to, n)
	return nil
}

func (l *Ledger) has(a Account) bool { return a >= Bank && int(a) < len(l.Held) }

func (l *Ledger) move(a Account, n int) {
	if a == Bank {
		l.Bank += n
		return
	}
	l.Held[a] += n
}

// Sum returns all money, including the balance of the bank. It never changes.
func (l *Ledger) Sum() int {
	sum := l.Bank
	for _, n := range l.Held {
		sum += n
	}
	return sum
}
