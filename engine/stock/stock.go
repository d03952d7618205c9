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
