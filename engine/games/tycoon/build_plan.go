package tycoon

import (
	"railpost/engine"
	"railpost/engine/rail/hex"
)

// Plan is a chain of new tracks: from a city, or from the open end of an own
// incomplete link. Way begins with the side by which the chain leaves the city or
// the hex of the open end, and is one longer than the number of new tracks.
type Plan struct {
	From City // NoCity when it goes on from an open end
	Open int  // index of State.Open; noOpen when it begins in a city
	Way  Way
}

// noOpen stands in Plan.Open and Bill.Joins for no incomplete link.
const noOpen = -1

// fromCity is a plan that begins in a city.
func fromCity(c City, w Way) Plan { return Plan{From: c, Open: noOpen, Way: w} }

// fromEnd is a plan that goes on from an open end.
func fromEnd(open int, w Way) Plan { return Plan{From: NoCity, Open: open, Way: w} }

// Bill is what a legal plan costs and what becomes of the chain.
type Bill struct {
	Tracks []Item
	Ridge  int // of the step from the last track into a city or a joined open end
	Total  int

	Last  Spot // the last new track
	Ahead Spot // where that leads: a city, the joined open end, or the hex pointed to
	To    City // the city at the far end if the link is completed, else NoCity
	Joins int  // index of State.Open of the own incomplete link that is joined, or noOpen
}

// Completes says whether the link is complete.
func (b *Bill) Completes() bool { return b.To != NoCity }

// Item is what the track in one hex costs.
type Item struct {
	At Spot
	TrackCost
	Ridge int // of the step into the hex
}

// start is the hex where a plan begins: a city or the hex of an open end.
func (s *State) start(p Plan) Spot {
	if p.Open == noOpen {
		return s.book.Cities[p.From].Spot
	}
	return s.openAt(p.Open)
}

// origin is the city from which the whole chain comes.
func (s *State) origin(p Plan) City {
	if p.Open == noOpen {
		return p.From
	}
	return s.Open[p.Open].From
}

// chainSpots are the hexes of a link's tracks.
func (b *Book) chainSpots(l *Link) []Spot {
	spots := make([]Spot, l.Way.Tracks())
	at := b.Cities[l.From].Spot
	for k := range spots {
		at = b.Hexes[at].Next[l.Way.Side(k)]
		spots[k] = at
	}
	return spots
}

// Limits of a build action (6.1, 8).
const buildTracks = 4

// mostTracks is how many tracks one build action may lay.
func (s *State) mostTracks(u Use) int {
	if u.Engineering {
		return s.engineeringTracks()
	}
	return buildTracks
}

// engineeringTracks is how many tracks Perfect Engineering allows.
func (s *State) engineeringTracks() int {
	for i := range s.book.Cards {
		if s.book.Cards[i].Kind == PerfectEngineering {
			return s.book.Cards[i].N
		}
	}
	return buildTracks
}

// shapely says whether a track may join two sides: straight or gently curved (R4).
func shapely(a, b hex.Edge) bool {
	d := (b - a + hex.Edges) % hex.Edges
	return 2 <= d && d <= 4
}

// mayLay says whether a track from side a to side b may be laid in a hex, the
// crossing of another one included.
func (s *State) mayLay(at Spot, a, b hex.Edge) bool {
	if at == NoSpot || !s.book.Hexes[at].Track() || !shapely(a, b) {
		return false
	}
	used := s.used(at)
	return used.Count() <= 2 && !used.Has(a) && !used.Has(b)
}

// mayLeave says whether a chain may begin on side e of a city.
func (s *State) mayLeave(c City, e hex.Edge) bool {
	place := &s.book.Cities[c]
	return place.Exits.Has(e) && !s.used(place.Spot).Has(e) && !s.faced(place.Spot, e)
}

// faced says whether a track touches side e of a hex from the other side.
func (s *State) faced(at Spot, e hex.Edge) bool {
	next := s.book.Hexes[at].Next[e]
	return next != NoSpot && s.used(next).Has(e.Opposite())
}

// Ahead is what a chain meets where it leaves a hex.
type Ahead int

const (
	Nowhere Ahead = iota // it may not lead there
	Country              // a hex that may take its next track, as far as this side goes
	Blocked              // a hex with a track on this side: the chain may lead there and not go on
	Gate                 // an exit of a city
	OwnEnd               // the open end of an own incomplete link
)

// ahead looks over side e of a hex; open is the incomplete link of OwnEnd.
func (s *State) ahead(seat engine.Seat, at Spot, e hex.Edge) (what Ahead, next Spot, open int) {
	next = s.book.Hexes[at].Next[e]
	if next == NoSpot {
		return Nowhere, next, noOpen
	}
	h := &s.book.Hexes[next]
	switch {
	case h.City != NoCity:
		if s.book.Cities[h.City].Exits.Has(e.Opposite()) {
			return Gate, next, noOpen
		}
		return Nowhere, next, noOpen
	case !h.Track():
		return Nowhere, next, noOpen
	case !s.used(next).Has(e.Opposite()):
		return Country, next, noOpen
	}
	for i := range s.Open {
		if l := &s.Open[i]; l.Owner == seat && s.openAt(i) == next && l.Way.Last() == e.Opposite() {
			return OwnEnd, next, i
		}
	}
	return Blocked, next, noOpen
}

// linked says whether a player owns a complete link between two cities.
func (s *State) linked(seat engine.Seat, a, b City) bool { return s.ownersOf(a, b).has(seat) }
