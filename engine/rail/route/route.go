// Package route finds the best routes of a set of trains, with proof, and
// checks routes that a player names. It knows no board and no title: a Problem
// is a graph of stops and links.
//
// The problem: give each train at most one route, so that no two links that are
// used share an element (a hex side, a piece of track), and the sum of the
// values is the greatest. It is solved exactly; solve.go tells how, and what is
// proven there.
//
//	route.go     the contract
//	count.go     what a train counts
//	check.go     what is wrong with a set of routes
//	assign.go    trains and wagons for routes
//	solve.go     the best set, step by step, and what each step proves
//	network.go   the problem contracted to what the company can reach
//	walk.go      the routes of one class of train that are worth enough
//	bound.go     what a route can come to be worth at most
//	share.go     how trains share wagons, and what they are worth at most
//	price.go     prices for elements that several trains want
//	choose.go    the best set out of lists of routes
package route

// Class is how a train counts a stop.
type Class int

// Classes of stops.
const (
	City Class = iota
	Town
	Area  // a red area: counts as a city
	Extra // visited on the way by a train with the wagon for it, never counted (a mine)
)

// Stop is a place where links end.
type Stop struct {
	Class Class
	Value int  // for the company that runs; of an Extra: its money. Not below 0
	Own   bool // holds a station of the company
	Ends  bool // a route may end here and not pass: blocked city, red area
	Group int  // of stops with the same Group above 0 a route visits one at most
}

// Link is track from stop to stop without another stop between them.
type Link struct {
	A, B int   // indexes of stops
	Uses []int // elements it needs for itself, numbered from 0
}

// Train is what a train may visit; a route has at least two stops that are no
// Extra.
//
// A plain train visits at most Range cities and areas, and at most Range+Towns
// stops in all; it counts them all. So Towns 0 is the train that counts any n
// stops, and n+m the one whose towns may use free places of cities (18CZ R8).
//
// An Express visits at most Range cities and areas and any number of towns. Of
// the cities and its best Towns towns it counts the best Range. With CitiesFirst
// all cities count, and its best Towns towns as far as there is room (18CZ R7).
type Train struct {
	Range       int
	Towns       int
	Express     bool
	CitiesFirst bool
}

// Wagon is something bought for this run. It serves one train, in one of the
// ways that it offers.
type Wagon struct {
	Longer bool // the train may visit Range towns more (n becomes n+n)
	Bonus  int  // added once to the route of the train if it visits an area; 0: not offered
	Extra  bool // the train may visit one Extra
	Must   bool // a set of routes that does not use the wagon is not allowed
}

// Problem is a network and the trains that run on it.
type Problem struct {
	Stops  []Stop
	Links  []Link
	Trains []Train
	Wagons []Wagon // eight at most
	Warm   []Route // routes of an earlier turn; need not be legal any more
	Steps  int     // budget of search steps; 0: none
}

// Idle is the Train of a Route for which no train is named.
const Idle = -1

// Route is the way of one train: links in order, the stops between them.
// len(Stops) == len(Links)+1.
type Route struct {
	Train  int
	Links  []int
	Stops  []int
	Wagons []int // that serve it
	Value  int   // revenue
	Extra  int   // money of Extra stops
}

// Answer is the best set that was found.
type Answer struct {
	Routes []Route // trains without a route are left out
	Total  int
	Extra  int  // not maximised: wagons that must be used leave no choice
	Bound  int  // no set is worth more
	Proven bool // Total == Bound: nothing is better
	None   bool // proven: no set uses all wagons that must be used
	Steps  int  // that were spent
}
