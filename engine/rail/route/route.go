// Package route finds the best routes of a set of trains, with proof, and
// checks routes that a player names. A Problem is a graph of stops and links.
//
// The problem: give each train at most one route, so that no two links that are
// used share an element (a hex side, a piece of track), and the sum of the values
// is as high as possible. It is solved exactly; solve.go says how, and proves it.
//
//	route.go     the contract
//	count.go     what a train counts
//	check.go     what is wrong with a set of routes
//	assign.go    trains and services for routes
//	solve.go     the best set, step by step, and what each step proves
//	network.go   the problem contracted to what the company can reach
//	walk.go      the routes of one class of train that are worth enough
//	bound.go     the most that a route can become worth
//	share.go     how trains share services, and the most that they are worth
//	price.go     prices for elements that several trains want
//	choose.go    the best set out of lists of routes
//	rank.go      the best few sets
package route

// Class is how a train counts a stop.
type Class int

// Classes of stops.
const (
	City Class = iota
	Town
	Area  // a red area: counts as a city
	Extra // visited on the way by a train with the service for it, never counted (a mine)
)

// Stop is a place where links end.
type Stop struct {
	Class Class
	Value int  // for the company that runs; of an Extra: its money. At least 0
	Own   bool // holds a station of the company
	Ends  bool // a route may end here and not pass: blocked city, red area
	Group int  // a route visits at most one of the stops with the same Group above 0
}

// Link is track from stop to stop without another stop between them.
type Link struct {
	A, B int   // indexes of stops
	Uses []int // elements it needs for itself, numbered from 0
}

// Train limits the stops that a train may visit. A route has at least two stops that are not Extras.
//
// A plain train visits at most Range cities and areas, and at most Range+Towns stops in all; it counts them
// all. So a train that counts any n stops has Towns 0, and a train n+m whose towns may use free places of
// cities has Towns m (18CZ R8).
//
// An Express visits at most Range cities and areas and any number of towns. Of the cities and its best Towns
// towns it counts the best Range. With CitiesFirst all cities count, and its best Towns towns as far as there
// is room (18CZ R7).
type Train struct {
	Range       int
	Towns       int
	Express     bool
	CitiesFirst bool
}

// Service is something bought for this run. It serves one train in one of the ways it
// offers.
type Service struct {
	Longer bool // the train may visit Range towns more (n becomes n+n)
	Bonus  int  // added once to the route of the train if it visits an area; 0: not offered
	Extra  bool // the train may visit one Extra
	Must   bool // a set of routes that does not use the service is not allowed
}

// Problem is a network and the trains that run on it.
type Problem struct {
	Stops    []Stop
	Links    []Link
	Trains   []Train
	Services []Service // eight at most
	Warm     []Route   // routes of an earlier turn; need not be legal any more
	Steps    int       // budget of search steps; 0: none
}

// Idle is the Train of a Route that names no train.
const Idle = -1

// Route is the way of one train: links in order, the stops between them.
// len(Stops) == len(Links)+1.
type Route struct {
	Train    int
	Links    []int
	Stops    []int
	Services []int // that the stop has
	Value    int   // revenue
	Extra    int   // money of Extra stops
}

// Answer is the best set that was found.
type Answer struct {
	Routes []Route // trains without a route are left out
	Total  int
	Extra  int  // not maximised: services that must be used leave no choice
	Bound  int  // no set is worth more
	Proven bool // Total == Bound: no set is better
	None   bool // proven: no set uses all services that must be used
	Steps  int  // steps used
}
