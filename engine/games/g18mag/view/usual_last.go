package view

import (
	"railpost/engine"
	"railpost/engine/games/g18mag"
)

// Trains in the last operating rounds: money left to minors at the end is lost, so it is spent on any gain of
// their owner. The runs are computed, not guessed.

// lastRounds reports whether the last operating rounds are played.
func lastRounds(s *g18mag.State) bool {
	return s.Stage == g18mag.Operating && s.EndSet > 0 && s.Set >= s.EndSet
}

// lastTrain returns the bank's train with the largest gain for the owner of a minor, from the remaining runs
// and the later payments of its seller, and that gain; 0 if none gains anything. A minor without a train buys
// one while it can still run.
func lastTrain(s *g18mag.State, c g18mag.Company) (size, gain int) {
	runs, now := runsAhead(s)-1, 0
	if runs > 0 {
		now = s.BestWith(c, nil).Revenue
	}
	for _, t := range s.Goods().Trains {
		if t.Price > s.Purse(c) {
			continue
		}
		n := lead(s, c, t.Seller, t.Share)
		if runs > 0 {
			with := s.Clone().(*g18mag.State)
			with.Minors[c].Gain(t.Size)
			n += (with.BestWith(c, nil).Revenue - now) * runs / 2
		}
		if n > gain || size == 0 && runs > 0 && len(s.Minors[c].Trains) == 0 {
			size, gain = t.Size, n
		}
	}
	return size, gain
}

// lead is the advantage of the owner of a minor over the other player who holds most of a major, if that takes
// a fee and pays it out in this round.
func lead(s *g18mag.State, c, major g18mag.Company, fee int) int {
	owner, most := s.OwnerOf(c), 0
	for seat := range engine.Seat(s.Seats) {
		if seat != owner {
			most = max(most, s.Held(major, seat))
		}
	}
	paid, rise := gains(s, major, s.Purse(major))
	more, higher := gains(s, major, s.Purse(major)+fee)
	return (s.Held(major, owner) - most) / g18mag.Book.Structure.Share * (more + higher - paid - rise)
}
