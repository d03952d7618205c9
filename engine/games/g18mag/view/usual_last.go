package view

import (
	"railpost/engine"
	"railpost/engine/games/g18mag"
)

// Trains in the last operating rounds: what minors have left at their end is lost, so it is
// spent on whatever brings their owner anything. The runs are worked out, not guessed.

// lastRounds reports whether the last operating rounds are played.
func lastRounds(s *g18mag.State) bool {
	return s.Stage == g18mag.Operating && s.EndSet > 0 && s.Set >= s.EndSet
}

// lastTrain returns the train of the bank that brings the owner of a minor most, by the runs that
// are left after it is bought and by what its seller then pays, and how much that is; 0 if none
// brings anything. A minor without a train buys one while it can still run.
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

// lead is by how much the owner of a minor gets ahead of the player who holds most of a major
// besides, if it takes a fee and pays it out in this round.
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
