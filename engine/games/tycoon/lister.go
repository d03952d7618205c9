package tycoon

import (
	"iter"
	"slices"
	"sync"

	"railpost/engine"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// Lister chooses and sorts the entries of long lists of legal lines. No rule depends on it: without one, all
// values are listed in the order of the board.
type Lister interface {
	// Plans returns the plans worth listing, by the hex where they begin. It may depend
	// only on the track, the options and Perfect Engineering.
	Plans(s *State, seat engine.Seat) map[Spot][]Plan
	// Growing returns all cities, with the ones first where random cubes promise a seat most.
	Growing(s *State, seat engine.Seat) []City
	// Wanted returns all colours, with the ones first of which a new city tile promises a seat most.
	Wanted(s *State, seat engine.Seat) []Colour
	// Limit returns the limit of a bid that is worth listing.
	Limit(s *State, seat engine.Seat) int
}

// listing caches the results of a Lister for a layout. It serves every start and every copy of a position, for
// the seat of the last request.
type listing struct {
	sync.Mutex
	seat  engine.Seat
	rules Variant
	found map[any]any
}

// OnTrack returns the result of find for a seat, which must depend only on the track, the options and the key.
// It is computed once for all positions with the same track, shared, and never changed.
func (s *State) OnTrack(seat engine.Seat, key any, find func() any) any {
	l := &s.laid().listing
	l.Lock()
	if l.seat != seat || l.rules != s.Rules {
		l.seat, l.rules, l.found = seat, s.Rules, nil
	}
	found, ok := l.found[key]
	l.Unlock()
	if ok {
		return found
	}
	found = find()
	l.Lock()
	defer l.Unlock()
	if l.seat == seat && l.rules == s.Rules {
		if l.found == nil {
			l.found = map[any]any{}
		}
		l.found[key] = found
	}
	return found
}

// plansKey is the key of listed plans, with Perfect Engineering or without.
type plansKey struct{ longer bool }

// listedPlans returns the plans that the lister shows to a seat, by their start.
func listedPlans(s *State, seat engine.Seat) map[Spot][]Plan {
	return s.OnTrack(seat, plansKey{s.Hand(seat).Engineering() != 0}, func() any { return s.lister.Plans(s, seat) }).(map[Spot][]Plan)
}

// wayList is the domain of ways, with those that lists of legal lines show. As an engine.Recorder it accepts
// any other legal way, too.
type wayList struct{ wayNames }

// Members are the ways from the start.
func (d wayList) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		if d.s.lister == nil {
			d.eachPlan(yield)
			return
		}
		for _, p := range listedPlans(d.s, d.seat)[d.start] {
			if !yield(reading{Plan: p}) {
				return
			}
		}
	}
}

// Unlisted has every way: one can be put together hex by hex.
func (d wayList) Unlisted() engine.Unlisted { return engine.Unlisted{All: d.eachPlan} }

// Allows makes it an engine.Sieve: every entry of a Lister is legal.
func (d wayList) Allows(v engine.Value) bool {
	r := v.(reading)
	if d.s.lister != nil && r.No == nil && slices.Contains(listedPlans(d.s, d.seat)[d.start], r.Plan) {
		return true
	}
	return d.Rule(v) == nil
}

// eachPlan yields every legal plan from the start, as far as any cards allow.
func (d wayList) eachPlan(yield func(engine.Value) bool) {
	var grow func(p Plan) bool
	grow = func(p Plan) bool {
		for e := range hex.Edge(hex.Edges) {
			longer := p
			longer.Way = p.Way.Then(e)
			_, step, no := d.s.inspect(d.seat, longer, d.widest())
			if no == nil && !yield(reading{Plan: longer}) {
				return false
			}
			if (no == nil || step == longer.Way.Tracks()) && !grow(longer) { // only its end may be wrong
				return false
			}
		}
		return true
	}
	if c := d.s.book.Hexes[d.start].City; c != NoCity {
		for e := range hex.Edge(hex.Edges) {
			if !grow(FromCity(c, Way("").Then(e))) {
				return
			}
		}
		return
	}
	for _, open := range d.s.ownEnds(d.seat, d.start) {
		if !grow(FromEnd(open, Way("").Then(d.s.Open[open].Way.Last()))) {
			return
		}
	}
}

// ordered is a domain whose values are listed in the order of a Lister, which is called at the first listing.
type ordered[T any] struct {
	engine.Domain
	order func() []T
	known []T
}

func (d *ordered[T]) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		if d.known == nil {
			d.known = d.order()
		}
		for _, v := range d.known {
			if !yield(v) {
				return
			}
		}
	}
}

// Allows makes it an engine.Sieve where its domain is one.
func (d *ordered[T]) Allows(v engine.Value) bool { return engine.Allows(d.Domain, v) }

// growing sorts the cities of a domain by their prospects for a seat with random cubes.
func growing(s *State, seat engine.Seat, d engine.Domain) engine.Domain {
	if s.lister == nil {
		return d
	}
	return &ordered[City]{Domain: d, order: func() []City { return s.lister.Growing(s, seat) }}
}

// tileCity is the domain of gray cities, and tileColour that of the colours that one
// may get.
func tileCity(s *State, seat engine.Seat) engine.Domain {
	gray := func(c City) bool { return s.Cities[c].Colour == Gray }
	return growing(s, seat, s.book.citiesIf(gray, func(c City) error { return mustBeGray(s, c) }))
}

func tileColour(s *State, seat engine.Seat) engine.Domain {
	left := func(c Colour) bool { return s.Tiles.Of(c) > 0 }
	d := engine.WordsIf(key.ParamColour, CubeColours[:], left, func(c Colour) error { return mustBeTile(s, c) })
	if s.lister == nil {
		return d
	}
	return &ordered[Colour]{Domain: d, order: func() []Colour { return s.lister.Wanted(s, seat) }}
}

// once returns a function that makes a domain at its first call.
func once(make func() engine.Domain) func() engine.Domain {
	var d engine.Domain
	return func() engine.Domain {
		if d == nil {
			d = make()
		}
		return d
	}
}
