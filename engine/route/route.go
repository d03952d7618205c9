// Package route finds the best routes of a set of trains, with proof, and
// checks routes that a player names. It knows no board and no title: a Problem
// is a graph of stops and links.
//
// The problem: give each train at most one route, so that no two links that are
// used share an element (a hex side, a piece of track), and the sum of the
// values is the greatest. It is solved exactly: see solve.go for the proof of
// the bound.
package route

// Class is how a train counts a stop.
type Class int

// Classes of stops.
const (
	City Class = iota
	Town
	Area  // a red area: a route ends there; counts as a city
	Extra // visited on the way, never counted (a mine): its value is Extra money
)

// Stop is a place where links end.
type Stop struct {
	Class Class
	Value int  // for the company that runs; of an Extra: its money
	Own   bool // holds a station of the company
	Ends  bool // a route may end here and not pass: blocked city, red area
	Group int  // of stops with the same Group above 0 a route visits one at most
}

// Link is track from stop to stop without another stop between them.
type Link struct {
	A, B int   // indexes of stops
	Uses []int // elements it needs for itself, numbered from 0
}

// Train is what a train may visit.
//
//	Range n, Towns 0:  at most n stops of any class but Extra
//	Plus:              at most Range cities and areas, Towns towns; a free place of a city may be used by a town
//	Express:           at most Range cities and areas and any number of towns; of the stops
//	                   the best Range count, towns among them at most Towns (18CZ)
type Train struct {
	Range   int
	Towns   int
	Plus    bool
	Express bool
	// Extras is how many Extra stops its route may visit.
	Extras int
	// AreaBonus is added once when the route visits an area.
	AreaBonus int
	// Needs: the route must use what was bought for it, or the train stands idle
	// and the set is not allowed: an area, an Extra, or more stops than Range.
	NeedsArea, NeedsExtra, NeedsPlus bool
}

// Problem is a network and the trains that run on it.
type Problem struct {
	Stops  []Stop
	Links  []Link
	Trains []Train
	Warm   []Route // routes of an earlier turn; need not be legal any more
	Steps  int     // budget of search steps; 0: none
}

// Route is the way of one train: links in order, the stops between them.
// len(Stops) == len(Links)+1.
type Route struct {
	Train int
	Links []int
	Stops []int
	Value int // revenue
	Extra int // money of Extra stops
}

// Answer is the best set that was found.
type Answer struct {
	Routes []Route // trains without a route are left out
	Total  int
	Extra  int
	Bound  int  // no set is worth more
	Proven bool // Total == Bound: nothing is better
}
