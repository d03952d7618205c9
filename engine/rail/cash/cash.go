// Package cash is the money of a game: a ledger in which every coin comes from
// somewhere. It knows no title.
package cash

import (
	"fmt"
	"slices"
)

// Account is the title's index of a purse; Bank is the bank.
type Account int

// Bank is where new money comes from. It never runs out.
const Bank Account = -1

// Ledger is what every account holds: part of a title's position. What the
// accounts hold together is what the bank has given out.
type Ledger struct {
	Held []int `json:"held"`
	// Bank is what came back to the bank less what it gave: 0 or below in a game
	// that begins without money.
	Bank int `json:"bank"`
}

// New is a ledger of n empty accounts.
func New(n int) Ledger { return Ledger{Held: make([]int, n)} }

// Clone is an independent copy.
func (l Ledger) Clone() Ledger {
	l.Held = slices.Clone(l.Held)
	return l
}

// Of is what an account holds; of the bank: what came back less what it gave.
func (l *Ledger) Of(a Account) int {
	if a == Bank {
		return l.Bank
	}
	return l.Held[a]
}

// Pay moves n coins. A purse cannot pay what it does not hold: titles look
// before they pay, so an error is a fault of a title, and nothing has moved.
func (l *Ledger) Pay(from, to Account, n int) error {
	switch {
	case !l.has(from) || !l.has(to):
		return fmt.Errorf("cash: paying %d from account %d to %d: there are accounts 0 to %d and the bank (%d)", n, from, to, len(l.Held)-1, Bank)
	case n < 0:
		return fmt.Errorf("cash: paying %d from account %d to %d: pay the other way round", n, from, to)
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

// Sum is all money, the bank's balance included: it never changes.
func (l *Ledger) Sum() int {
	sum := l.Bank
	for _, n := range l.Held {
		sum += n
	}
	return sum
}
