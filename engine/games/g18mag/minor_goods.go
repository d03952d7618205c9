package g18mag

import (
	"slices"

	"railpost/engine"
)

// Goods are the trains and wagon services that minors buy (VI.3.8).
type Goods struct {
	Limit    int              // train limit of a minor
	Least    int              // lowest price of a train of another minor
	Trains   []trainType      // by size
	Services []Company        // the majors that sell one, by list_order; with two players RÁBA only
	Prices   map[string][]int // of the first, second, third service of a turn, by colour of the phase
	Bonus    map[string]int   // in a red area, by colour of the phase
	sizes    []engine.Word[int]
}

// trainType is a type of train and how its price is divided (VI.3.8, X).
type trainType struct {
	Size   int
	Price  int
	Seller Company // the major that sells it for the bank
	Share  int     // its part of the price
}

// Train finds a type by its size; ok is false if none is sold.
func (g *Goods) Train(size int) (t trainType, ok bool) {
	i := slices.IndexFunc(g.Trains, func(t trainType) bool { return t.Size == size })
	if i < 0 {
		return trainType{}, false
	}
	return g.Trains[i], true
}

// The majors that minors pay (III.3.3). They are in play with any number of players.
var (
	Raba  = MajorOf("RABA")
	Ganz  = MajorOf("G&C")
	SNW   = MajorOf("SNW")
	SIK   = MajorOf("SIK")
	szKEV = MajorOf("SKEV")
)
