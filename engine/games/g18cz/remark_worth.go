package g18cz

import (
	"railpost/engine"
	"railpost/engine/sheet"
)

// Worth says how good a position looks to a seat, see engine.Adviser: what he would
// score, and his part of what the corporations may still bring. For those he
// decides for it is the best run as it would be now; so of many tiles a letter
// shows those first that change it. No rule rests on it.
func (s *State) Worth(seat engine.Seat) int {
	if seat < 0 || int(seat) >= s.Seats {
		return 0
	}
	n := s.worthOf(seat).sum()
	for _, c := range s.inPlay() {
		if held := s.Shares.Of(c.share(), holderOf(seat)); held > 0 && s.started(c) && !s.paidOff(c) {
			n += held * s.prospects(c, s.directorOf(c) == seat) / 100
		}
	}
	return n
}

// prospects is what a corporation may still pay: what it runs for in the rounds to
// come, part of its treasury; for one that the seat decides for also what its
// track comes near to.
func (s *State) prospects(c Company, own bool) int {
	if !own {
		return s.lastRevenue(c)*s.runsAhead() + s.purse(c)/2
	}
	chances := sheet.Chances(s.world(), &s.Board, owner(c), s.redColour()) / 4
	money := s.purse(c)
	if s.lacksOwn(c) {
		money -= s.cheapestOwn(c)
	}
	return (s.outlook(c)+chances)*s.runsAhead() + money/2
}

// outlook is what a corporation runs for at best, or could with the train that it
// must buy.
func (s *State) outlook(c Company) int {
	if !s.lacksOwn(c) {
		return s.trial(c).Revenue
	}
	card, ok := flipped(c, Card{Pile: s.top()})
	if !ok {
		return 0
	}
	r := s.runner(c)
	r.Trains = append(r.Trains, s.train(card))
	return r.Search().Revenue
}

// runsAhead is how many operating rounds are still to come, with the present one.
func (s *State) runsAhead() int {
	n := 0
	for _, x := range book.timeline[s.Time:] {
		if x.stage == operating {
			n++
		}
	}
	return n
}
