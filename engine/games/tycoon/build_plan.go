package tycoon

import (
	"railpost/engine"
	"railpost/engine/rail/hex"
)

// Plan is a chain of new tracks: from a city, or from the open end of an own incomplete
// link. Way begins with the side by which the chain leaves the city or the hex of the
// open end, and is one longer than the number of new tracks.
type Plan struct {
	From City // NoCity if it continues from an open end
	Open int  // index into State.Open; NoOpen if it begins in a city
	Way  Way
}

// NoOpen means no incomplete link, in Plan.Open and Bill.Joins.
const NoOpen = -1

// FromCity returns a plan that begins in a city.
func FromCity(c City, w Way) Plan { return Plan{From: c, Open: NoOpen, Way: w} }

// FromEnd returns a plan that continues from an open end.
func FromEnd(open int, w Way) Plan { return Plan{From: NoCity, Open: open, Way: w} }

// Bill is the cost of a legal plan, and the result of the chain.
type Bill struct {
	Tracks []Item
	Ridge  int // of the step from the last track into a city or a joined open end
	Total  int

	Last  Spot // the last new track
	Ahead Spot // its end: a city, the joined open end, or the hex pointed to
	To    City // the city at the far end if the link is completed, otherwise NoCity
	Joins int  // index into State.Open of the own incomplete link that is joined, or NoOpen
}

// Completes reports whether the plan completes its link.
func (b *Bill) Completes() bool { return b.To != NoCity }

// Item is the cost of the track in one hex.
type Item struct {
	At Spot
	TrackCost
	Ridge int // of the step into the hex
}

// Start returns the hex where a plan begins: a city or the hex of an open end.
func (s *State) Start(p Plan) Spot {
	if p.Open == NoOpen {
		return s.book.Cities[p.From].Spot
	}
	return s.OpenAt(p.Open)
}

// origin returns the city where the whole chain begins.
func (s *State) origin(p Plan) City {
	if p.Open == NoOpen {
		return p.From
	}
	return s.Open[p.Open].From
}

// ChainSpots returns the hexes of a link's tracks.
func (b *Book) ChainSpots(l *Link) []Spot {
	spots := make([]Spot, l.Way.Tracks())
	at := b.Cities[l.From].Spot
	for k := range spots {
		at = b.Hexes[at].Next[l.Way.Side(k)]
		spots[k] = at
	}
	return spots
}

// Limits of a build action (Build track, Operations cards).
const BuildTracks = 4

// MostTracks returns the most tracks that one build action may lay.
func (b *Book) MostTracks(u Use) int {
	if u.Engineering {
		return b.EngineeringTracks()
	}
	return BuildTracks
}

// EngineeringTracks returns how many tracks Perfect Engineering allows.
func (b *Book) EngineeringTracks() int {
	for i := range b.Cards {
		if b.Cards[i].Kind == PerfectEngineering {
			return b.Cards[i].N
		}
	}
	return BuildTracks
}

// shapely reports whether a track may join two sides: straight or gently curved (R4).
func shapely(a, b hex.Edge) bool {
	d := (b - a + hex.Edges) % hex.Edges
	return 2 <= d && d <= 4
}

// MayLay reports whether a track from side a to side b may be laid in a hex, perhaps
// across another one.
func (s *State) MayLay(at Spot, a, b hex.Edge) bool {
	if at == NoSpot || !s.book.Hexes[at].Track() || !shapely(a, b) {
		return false
	}
	used := s.used(at)
	return used.Count() <= 2 && !used.Has(a) && !used.Has(b)
}

// MayLeave reports whether a chain may begin on side e of a city.
func (s *State) MayLeave(c City, e hex.Edge) bool {
	place := &s.book.Cities[c]
	return place.Exits.Has(e) && !s.used(place.Spot).Has(e) && !s.faced(place.Spot, e)
}

// faced reports whether a track touches side e of a hex from the other side.
func (s *State) faced(at Spot, e hex.Edge) bool {
	next := s.book.Hexes[at].Next[e]
	return next != NoSpot && s.used(next).Has(e.Opposite())
}

// Ahead is the place beyond the side by which a chain leaves a hex.
type Ahead int

const (
	Nowhere Ahead = iota // it may not lead there
	Country              // a hex that may take its next track, as far as this side is concerned
	Blocked              // a hex with a track on this side: the chain may lead there but not continue
	Gate                 // an exit of a city
	OwnEnd               // the open end of an own incomplete link
)

// Ahead looks over side e of a hex; open is the incomplete link in case of OwnEnd.
func (s *State) Ahead(seat engine.Seat, at Spot, e hex.Edge) (what Ahead, next Spot, open int) {
	next = s.book.Hexes[at].Next[e]
	if next == NoSpot {
		return Nowhere, next, NoOpen
	}
	h := &s.book.Hexes[next]
	switch {
	case h.City != NoCity:
		if s.book.Cities[h.City].Exits.Has(e.Opposite()) {
			return Gate, next, NoOpen
		}
		return Nowhere, next, NoOpen
	case !h.Track():
		return Nowhere, next, NoOpen
	case !s.used(next).Has(e.Opposite()):
		return Country, next, NoOpen
	}
	for i := range s.Open {
		if l := &s.Open[i]; l.Owner == seat && s.OpenAt(i) == next && l.Way.Last() == e.Opposite() {
			return OwnEnd, next, i
		}
	}
	return Blocked, next, NoOpen
}

// Linked reports whether a player owns a complete link between two cities.
func (s *State) Linked(seat engine.Seat, a, b City) bool { return s.ownersOf(a, b).has(seat) }

// LikeBuild returns a number that tells build orders apart by what they do to everything but
// the track: the cities of the link that they complete, what they cost, the cards that they use
// and how many incomplete links they leave. ok is false for an order that is not legal; of a
// domain's values only their number of tracks can make it so.
func (s *State) LikeBuild(seat engine.Seat, a engine.Args) (like uint64, ok bool) {
	p, u := engine.Get[reading](a, 1).Plan, engine.Get[Use](a, 2)
	if p.Way.Tracks() > s.book.MostTracks(u) {
		return 0, false
	}
	at, cost := s.Start(p), 0
	for k := range p.Way.Tracks() {
		in := p.Way.Side(k)
		next := s.book.Hexes[at].Next[in]
		cost += s.book.StepCost(at, in) + s.TrackCost(next, in.Opposite(), p.Way.Side(k+1), u).Total()
		at = next
	}
	to, joins := NoCity, NoOpen
	switch what, next, open := s.Ahead(seat, at, p.Way.Last()); what {
	case Gate:
		to = s.book.Hexes[next].City
	case OwnEnd:
		to, joins = s.Open[open].From, open
	}
	add := func(n int) { like = like<<8 | uint64(n) }
	for _, is := range []bool{p.Open != NoOpen, joins != NoOpen && joins != p.Open, u.Grant, u.Engineering} {
		like <<= 1
		if is {
			like |= 1
		}
	}
	if to != NoCity {
		from := s.origin(p)
		cost += s.book.StepCost(at, p.Way.Last())
		add(1 + int(min(from, to)))
		add(1 + int(max(from, to)))
	}
	add(cost)
	return like, true
}
