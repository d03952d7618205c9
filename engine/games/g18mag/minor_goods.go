package g18mag

import "slices"

// goods are what minors buy: trains and wagon services (VI.3.8).
type goods struct {
	limit    int              // trains of a minor
	least    int              // price of a train of another minor
	trains   []train          // by size
	services []Company        // the majors that sell one, by list_order; with two players RÁBA only
	prices   map[string][]int // of the first, second, third service of a turn, by colour of the phase
	bonus    map[string]int   // of a red area, by colour of the phase
}

// train is a type of train and who gets what of its price (VI.3.8, X).
type train struct {
	size   int
	price  int
	seller Company // the major that sells it for the bank
	share  int     // what it gets of the price
}

// train finds a type by its size; ok is false where none is sold.
func (g *goods) train(size int) (t train, ok bool) {
	i := slices.IndexFunc(g.trains, func(t train) bool { return t.size == size })
	if i < 0 {
		return train{}, false
	}
	return g.trains[i], true
}

// The majors that are paid by minors (III.3.3). They play with any number.
var (
	raba = mustMajor("RABA")
	ganz = mustMajor("G&C")
	snw  = mustMajor("SNW")
	sik  = mustMajor("SIK")
	skev = mustMajor("SKEV")
)

func mustMajor(logID string) Company {
	c := majorOf(logID)
	if c == noCompany {
		panic("18mag: data/game.json: no major is named " + logID)
	}
	return c
}
