// Package running is how trains run in 18xx games: it reads the routes of an
// order, named by their stops ("3: E10-D9-C8, 2: G14-G16"), refuses those that are
// not legal with their place in the line, finds the best, and writes routes so that
// they read back as themselves.
//
// A title gives it a Runner: the company that runs, with what only the title knows:
// trains, what stations add to a stop, what may be left idle. A refusal KEY is the
// title's sentence "TITLE.no.KEY".
//
//	runner.go    the contract
//	network.go   what the trains run on, for package route
//	best.go      the best routes, kept with the network
//	domain.go    what may follow "run"
//	spell.go     the words of an order, and routes as orders name them
//	follow.go    the routes that words may mean
//	choose.go    the reading that is allowed and worth most
//	refuse.go    what is wrong with routes
package running

import (
	"railpost/engine"
	"railpost/engine/rail/route"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// Runner is a company that runs trains.
type Runner struct {
	trackword.Ground
	Owner    track.Owner
	Chapters *Chapters
	Trains   []Train
	Services []Service
	Colour   string // of the phase: determines the values of stops
	// Bonus is how much more a stop is worth to the company. It depends on the board
	// only. May be nil.
	Bonus func(track.Place) int
	Known []string // the company's last run, in the words of orders; routes may be gone

	Idle  bool // it may decline to run
	Best  bool // it must run the best
	Trust bool // a run may be marked as part of a recorded game: see recordedWord
}

// Train is a train that runs.
type Train struct {
	Name  string // as orders name it: "3", "2+2b"
	Short string // is read, too; "": nothing is
	route.Train
}

// Service is something bought for this run.
type Service struct {
	Name engine.Arg // named "service"
	route.Service
}

// Chapters are the sections of the title's rules that refusals name.
type Chapters struct {
	Run   string // which trains may run
	Route string // what a route is
	Extra string // services and the stops that need one
	Must  string // bought services must be used
	Best  string // the best must be run
}

// Plan is a set of routes, as "run" reads it.
type Plan struct {
	Lines   []route.Route // on the Network; Train is an index into Runner.Trains
	Routes  []string      // the same, in the words of orders
	Revenue int           // of all routes, bonus included, money of extra stops excluded
	Extra   int           // money of extra stops
	Best    bool          // it was asked for as "best"
	Trusted bool          // marked as part of a recorded game

	Bound  int  // of the best: no set is worth more
	Proven bool // of the best: Bound and Revenue are equal
	None   bool // of the best: the services cannot all be used

	Fault *engine.Refusal // why it is forbidden
}
