package view

import (
	"math/bits"

	"railpost/engine"
	"railpost/engine/games/russian"
)

// What things are worth compared to a point, in tenths of a point. It only orders
// lists, so it need not be accurate; it must not depend on hidden cards.
const (
	worthPoint    = 10
	worthUnlocked = 20
	worthWorker   = 60
	worthTemp     = 5
	worthRuble    = 8
	worthEngineer = 20
	worthEndCard  = 80
	worthDoubler  = 4
	worthFactory  = 8
	worthReach    = 3
	worthStep     = 2 // of a track
	worthMarker   = 3 // a step of an industry marker
)

// Worth adds a seat's points, what it would score in the remaining rounds, and what may
// earn points later. It returns 0 for a line that reveals something hidden, since its
// outcome is unknown.
func (View) Worth(after engine.Position, seat engine.Seat, revealed bool) int {
	s := after.(*russian.State)
	if revealed || seat < 0 || int(seat) >= s.Seats {
		return 0
	}
	p := &s.Players[seat]
	rounds := max(0, s.Rounds()-s.Round+1)
	w := worthPoint * (p.Score + rounds*p.Scoring().Total())
	w += worthUnlocked * bits.OnesCount8(p.Unlocked)
	w += worthWorker*p.Gained + worthTemp*p.Temps + worthRuble*p.Rubles
	w += worthEngineer*len(p.Engineers) + worthEndCard*len(p.Cards) + worthDoubler*p.Doublers
	if s.Actor == seat {
		w += worthEndCard * s.Pending
	}
	for _, f := range p.Factories {
		if f > 0 {
			w += worthFactory
		}
	}
	for r := range russian.Railway(russian.Railways) {
		w += worthReach * min(p.Reach(r), russian.Book.Length[r])
		for _, at := range p.Track[r] {
			w += worthStep * at
		}
	}
	return w + worthMarker*(p.Marker[0]+p.Marker[1])
}
