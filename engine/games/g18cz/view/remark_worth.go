package view

import (
	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/sheet"
)

// worth estimates how good a position is for a seat: its score, and its part of what
// the corporations may still pay. For those that it decides for it takes the best run
// as it would be now; so of many tiles a letter shows first those that change it. No
// rule depends on it.
func worth(s *g18cz.State, seat engine.Seat) int {
	if seat < 0 || int(seat) >= s.Seats {
		return 0
	}
	n := s.WealthOf(seat).Sum()
	for _, c := range s.InPlay() {
		if held := s.Shares.Of(c.Stock(), g18cz.HolderOf(seat)); held > 0 && s.Started(c) && !s.PaidOff(c) {
			n += held * prospects(s, c, s.DirectorOf(c) == seat) / 100
		}
	}
	return n
}

// prospects estimates what a corporation may still pay: its runs in the rounds to come
// and part of its treasury; for one that the seat decides for also what its track comes
// near to.
func prospects(s *g18cz.State, c g18cz.Company, own bool) int {
	if !own {
		return lastRevenue(s, c)*runsAhead(s) + s.Treasury(c)/2
	}
	chances := sheet.Chances(s.World(), &s.Board, g18cz.Owner(c), s.RedColour()) / 4
	money := s.Treasury(c)
	if s.LacksOwn(c) {
		money -= cheapestOwn(s, c)
	}
	return (outlook(s, c)+chances)*runsAhead(s) + money/2
}

// outlook returns the best run of a corporation, perhaps with the train that it must
// buy.
func outlook(s *g18cz.State, c g18cz.Company) int {
	if !s.LacksOwn(c) {
		return s.BestRun(c).Revenue
	}
	card, ok := g18cz.Flipped(c, g18cz.Card{Pile: s.Top()})
	if !ok {
		return 0
	}
	r := s.Runner(c)
	r.Trains = append(r.Trains, s.Train(card))
	return r.Search().Revenue
}

// runsAhead returns how many operating rounds are to come, including the present one.
func runsAhead(s *g18cz.State) int {
	n := 0
	for _, x := range g18cz.Book.Timeline[s.Time:] {
		if x.Stage == g18cz.Operating {
			n++
		}
	}
	return n
}
