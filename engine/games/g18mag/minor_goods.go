package g18mag

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/rail/route"
)

// Goods are the trains and wagon services that minors buy (VI.3.8).
type Goods struct {
	Limit    int              // train limit of a minor
	Least    int              // lowest price of a train of another minor
	Trains   []trainType      // by size
	Services []Company        // the majors that sell one, by list_order; with two players only RÁBA
	Prices   map[string][]int // of the first, second, third service of a turn, by colour of the phase
	Bonus    map[string]int   // in a red area, by colour of the phase
	sizes    []engine.Word[int]
}

// trainType is a type of train and how its price is divided (VI.3.8, X).
type trainType struct {
	Size   int
	Price  int
	Seller Company // the major that sells it for the bank
	Share  int     // the major's part of the price
}

// Train finds a type by its size; ok is false if none is sold.
func (g *Goods) Train(size int) (t trainType, ok bool) {
	i := slices.IndexFunc(g.Trains, func(t trainType) bool { return t.Size == size })
	if i < 0 {
		return trainType{}, false
	}
	return g.Trains[i], true
}

// SizeWords returns the sizes of trains as orders write them: "3" or "3-train".
func (g *Goods) SizeWords() []engine.Word[int] { return g.sizes }

func sizeWords(trains []trainType) []engine.Word[int] {
	words := make([]engine.Word[int], 0, len(trains))
	for _, t := range trains {
		n := strconv.Itoa(t.Size)
		words = append(words, engine.Word[int]{Text: n, Also: []string{n + " train", "t" + n}, Value: t.Size})
	}
	return words
}

// serviceNames are the names of services in orders, besides their sellers' names.
var serviceNames = map[Company][]string{
	Raba: {"red", "red area", "red bonus", "bonus", "offboard"},
	Ganz: {"gc", "g+c", "g and c", "ganz", "plus", "plus train"},
	SNW:  {"mine", "mines", "mine access"},
}

// ServiceWords returns the services on sale, as orders name them.
func (g *Goods) ServiceWords() []engine.Word[Company] {
	words := make([]engine.Word[Company], 0, len(g.Services))
	for _, c := range g.Services {
		w := engine.Word[Company]{Text: ServiceText(c), Also: serviceNames[c], Value: c}
		if len(g.Services) == 1 { // RÁBA sells both (X)
			w.Also = append(slices.Clone(w.Also), "plus", "plus train")
		}
		words = append(words, w)
	}
	return words
}

// service returns the advantage of a service for one train in a phase (VI.3.7). A bought service must be used,
// if the table wants that.
func (g *Goods) service(seller Company, colour string, must bool) route.Service {
	w := route.Service{Must: must}
	switch seller {
	case Raba:
		w.Bonus = g.Bonus[colour]
		w.Longer = len(g.Services) == 1 // X: the bonus or the plus train
	case Ganz:
		w.Longer = true
	case SNW:
		w.Extra = true // the mine may be anywhere in the route
	}
	return w
}

// The majors that minors pay (III.3.3). They are in play with any number of players.
var (
	Raba  = MajorOf("RABA")
	Ganz  = MajorOf("G&C")
	SNW   = MajorOf("SNW")
	SIK   = MajorOf("SIK")
	szKEV = MajorOf("SKEV")
)
