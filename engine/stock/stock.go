// Package stock is the share market of an 18xx game: the chart with its stacks
// of markers, the certificates and who holds them, directors and limits. It
// knows no title.
package stock

// Company is the title's index of a share company.
type Company int

// Holder is who can hold shares: 0 and up are seats; Bank is the bank.
type Holder int

// Bank holds what no player holds.
const Bank Holder = -1

// Market is where the markers of companies stand: part of a title's position.
type Market struct {
	At    []int `json:"at"`    // space of each company; -1: not on the chart
	Depth []int `json:"depth"` // place in the stack of its space, 0 on top
}

// Book is who holds which certificates, in percent: part of a title's position.
type Book struct {
	Director []Holder `json:"director"` // by company; Bank: nobody
	Held     [][]int  `json:"held"`     // by company, then by seat, in percent
	Bank     []int    `json:"bank"`     // by company: percent in the bank
}
