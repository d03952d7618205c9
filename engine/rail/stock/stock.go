// Package stock is the share market of an 18xx game: the chart with its stacks
// of markers, the certificates and who holds them, directors and limits.
//
// Holdings are percentages. Which certificates they are follows from the Structure of the
// company and from who its director is, so a swap of certificates moves nothing.
package stock

import "slices"

// Company is the title's index of a share company.
type Company int

// Holder is who can hold shares: 0 and up are seats; Bank and Unsold are piles.
type Holder int

// Piles of certificates that no player holds.
const (
	Bank   Holder = -1 // the open pile
	Unsold Holder = -2 // shares never sold, in titles that keep them apart
)

// Structure is the certificates of a company: the director's, and others of one share each. The numbers are
// percentages.
type Structure struct {
	Director int // the director's certificate
	Share    int // any other certificate
	Most     int // limit for a player
}

// Shares returns the number of shares of the whole company.
func (c Structure) Shares() int { return 100 / c.Share }

// Book is who holds which certificates: part of a title's position.
type Book struct {
	Seats    int      `json:"seats"`
	Piles    int      `json:"piles"`    // 1: Bank; 2: Bank and Unsold
	Director []Holder `json:"director"` // by company; Bank: no director
	Held     []int    `json:"held"`     // percent: by company, and there by seat, Bank, Unsold
}

// NewBook returns a book with all certificates of n companies in the last pile.
func NewBook(n, seats, piles int) Book {
	b := Book{Seats: seats, Piles: piles, Director: make([]Holder, n), Held: make([]int, n*(seats+piles))}
	for c := range b.Director {
		b.Director[c] = Bank
		b.Held[(c+1)*(seats+piles)-1] = 100
	}
	return b
}

// Clone returns an independent copy.
func (b Book) Clone() Book {
	b.Director, b.Held = slices.Clone(b.Director), slices.Clone(b.Held)
	return b
}

func (b *Book) at(c Company, h Holder) *int {
	column := int(h)
	if h < 0 {
		column = b.Seats - int(h) - 1
	}
	return &b.Held[int(c)*(b.Seats+b.Piles)+column]
}

// Of returns the percentage of a company that a holder has.
func (b *Book) Of(c Company, h Holder) int { return *b.at(c, h) }

// Sold returns the percentage that players hold.
func (b *Book) Sold(c Company) int {
	sum := 0
	for h := range Holder(b.Seats) {
		sum += *b.at(c, h)
	}
	return sum
}

// Certificates returns how many certificates of a company a seat has: the director's
// counts as one.
func (b *Book) Certificates(structure Structure, c Company, h Holder) int {
	if b.Director[c] == h {
		return 1 + (b.Of(c, h)-structure.Director)/structure.Share
	}
	return b.Of(c, h) / structure.Share
}

// Ordinary returns the percentage of a pile in certificates of one share. The director's certificate is in the
// last pile until the company has a director.
func (b *Book) Ordinary(structure Structure, c Company, pile Holder) int {
	n := b.Of(c, pile)
	if b.Director[c] == Bank && pile == -Holder(b.Piles) {
		n -= structure.Director
	}
	return max(0, n)
}

// Transfer moves a percentage from holder to holder without a check: see MaySell and
// Ordinary. Succeed changes the director afterwards.
func (b *Book) Transfer(c Company, from, to Holder, percent int) {
	*b.at(c, from) -= percent
	*b.at(c, to) += percent
}

// MaySell returns the most that a seat may sell of a company. A director keeps the
// director's certificate unless another seat can take it.
func (b *Book) MaySell(structure Structure, c Company, h Holder) int {
	held := b.Of(c, h)
	if b.Director[c] != h {
		return held
	}
	for other := range Holder(b.Seats) {
		if other != h && b.Of(c, other) >= structure.Director {
			return held
		}
	}
	return max(0, held-structure.Director)
}

// Succeed makes the seat director that holds more than the director does, and at
// least the director's certificate. order is the playing order of the seats: among
// several with the most, it is the first after the old director, or the first of
// order if there was none. It returns the director before, and whether that changed.
func (b *Book) Succeed(structure Structure, c Company, order []Holder) (before Holder, changed bool) {
	before = b.Director[c]
	best, most := before, structure.Director-1
	if before != Bank {
		most = max(most, b.Of(c, before))
	}
	first := slices.Index(order, before) + 1
	for i := range order {
		h := order[(first+i)%len(order)]
		if n := b.Of(c, h); n > most {
			best, most = h, n
		}
	}
	b.Director[c] = best
	return before, best != before
}

// Leaves returns the least percentage that a director must sell for another to become director, and
// who that is; 0 if no sale does it. order is as in Succeed.
func (b *Book) Leaves(structure Structure, c Company, order []Holder) (percent int, next Holder) {
	director := b.Director[c]
	if director == Bank {
		return 0, Bank
	}
	most := b.MaySell(structure, c, director)
	for percent := structure.Share; percent <= most; percent += structure.Share {
		after := b.Clone()
		after.Transfer(c, director, Bank, percent)
		if _, changed := after.Succeed(structure, c, order); changed {
			return percent, after.Director[c]
		}
	}
	return 0, Bank
}
